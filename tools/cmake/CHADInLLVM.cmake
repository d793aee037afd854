# This project as a part of LLVM's build, beside MLIR:
#
#   cmake -S llvm-project/llvm -DLLVM_ENABLE_PROJECTS=mlir \
#         -DLLVM_EXTERNAL_PROJECTS=chad -DLLVM_EXTERNAL_CHAD_SOURCE_DIR=/path/to/chad
#
# MLIR's targets are there; what its package would say of folders is said here.
set(CHAD_IN_LLVM ON)
if(NOT TARGET MLIRIR)
  message(FATAL_ERROR "chad is built on MLIR: add it to the build, with -DLLVM_ENABLE_PROJECTS=mlir")
endif()
if(LLVM_VERSION_MAJOR AND NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "chad is built on LLVM 22, and this is LLVM ${LLVM_VERSION_MAJOR}")
endif()

set(_chad_mlir_source ${LLVM_MAIN_SRC_DIR}/../mlir)
if(LLVM_EXTERNAL_MLIR_SOURCE_DIR)
  set(_chad_mlir_source ${LLVM_EXTERNAL_MLIR_SOURCE_DIR})
endif()
set(MLIR_INCLUDE_DIRS ${_chad_mlir_source}/include ${LLVM_BINARY_DIR}/tools/mlir/include)
set(LLVM_INCLUDE_DIRS ${LLVM_MAIN_SRC_DIR}/include ${LLVM_BINARY_DIR}/include)
set(MLIR_CMAKE_DIR ${_chad_mlir_source}/cmake/modules)
set(LLVM_CMAKE_DIR ${LLVM_MAIN_SRC_DIR}/cmake/modules)
# Of the package that is installed with LLVM; find_package(CHAD) looks for MLIR's.
set(MLIR_DIR "")

# Headers of upstream that the build makes.
set(CHAD_LLVM_HEADERS "")
foreach(target IN ITEMS mlir-headers mlir-generic-headers ${LLVM_COMMON_DEPENDS})
  if(TARGET ${target})
    list(APPEND CHAD_LLVM_HEADERS ${target})
  endif()
endforeach()

if(NOT DEFINED MLIR_LINK_MLIR_DYLIB)
  set(MLIR_LINK_MLIR_DYLIB OFF)
endif()
option(CHAD_LINK_MLIR_DYLIB "Link to the shared libMLIR.so; else to MLIR's archives" ${MLIR_LINK_MLIR_DYLIB})
