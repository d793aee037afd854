# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# To be sourced in the top directory: builds use ccache, where it is installed,
# unless the caller has chosen another launcher of compilers. What has been
# compiled is found again by its place: precompiled headers have whole paths.
if command -v ccache >/dev/null && [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER-} ]]; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  # What compilers say of the files that they read tells whether these have
  # changed: nothing is preprocessed for it.
  export CCACHE_DEPEND=1
  # Precompiled headers need these.
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
fi
