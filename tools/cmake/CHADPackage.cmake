# What `cpack` makes: two Debian packages and an archive that can be unpacked anywhere.
#
#   chad           the tools, the plugin, their man pages and completions, the pages of docs/
#   libchad-dev    the libraries, the headers, and what find_package(CHAD) reads
#   chad-VERSION-Linux-PROCESSOR.tar.gz    all of it, with paths that are relative
#
# LLVM and MLIR are packages of Debian and stay so: these packages depend on them, and the tools of
# the archive look for them where those packages install them.
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_NAME chad)
set(CPACK_PACKAGE_VENDOR "The chad project")
set(CPACK_PACKAGE_CONTACT "The maintainers of chad <chad@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Automatic differentiation as an MLIR dialect")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME
    chad-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
# The Python package is a wheel, not a part of these.
set(CPACK_COMPONENTS_ALL tools development)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/tools/cmake/CPackOptions.cmake)

set(_chad_llvm ${LLVM_VERSION_MAJOR})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
"The tools: chad-opt transforms programs, chad-run compiles and runs them and
their derivatives, chad-explain shows how a derivative comes about, chad-bench
measures, chad-lsp-server serves editors, and chad-plugin.so loads into
mlir-opt-${_chad_llvm}.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME chad)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "libomp-${_chad_llvm}-dev")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS
    "gcc | clang, graphviz, mlir-${_chad_llvm}-tools, python3")
find_program(CHAD_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(CHAD_SHLIBDEPS)
if(CHAD_SHLIBDEPS)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
else()
  # The libraries of LLVM keep their interface within a minor version, which their names carry.
  set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS
      "libmlir-${_chad_llvm} (>= 1:${_chad_llvm}.${LLVM_VERSION_MINOR}), libc6, libstdc++6")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"Libraries and headers, for a compiler that is to have the chad dialect, its
derivatives, its optimiser of loops or its execution engine. In CMake:
find_package(CHAD).")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libchad-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "chad (= ${PROJECT_VERSION}), libmlir-${_chad_llvm}-dev, mlir-${_chad_llvm}-tools, llvm-${_chad_llvm}-dev")
include(CPack)
