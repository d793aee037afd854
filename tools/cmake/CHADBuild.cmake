# How this project's libraries and tools are compiled and linked.
include(GNUInstallDirs)
include(CHADLinkMLIR)

separate_arguments(_chad_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")

set(CHAD_INCLUDE_DIRS ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)

# One interface target carries every flag, so that the precompiled header can
# be shared by all the libraries.
add_library(chad_flags INTERFACE)
target_include_directories(chad_flags SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_include_directories(chad_flags INTERFACE ${CHAD_INCLUDE_DIRS})
target_compile_definitions(chad_flags INTERFACE ${_chad_llvm_definitions})
# Classes derived from those of a library without type information can have none.
if(DEFINED LLVM_ENABLE_RTTI AND NOT LLVM_ENABLE_RTTI)
  target_compile_options(chad_flags INTERFACE
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<BOOL:$<TARGET_PROPERTY:CHAD_RTTI>>>>:-fno-rtti>")
endif()
target_compile_options(chad_flags INTERFACE -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # ccache can only reuse objects built on a PCH that carries no time stamp.
  target_compile_options(chad_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Members that a braced list leaves out are empty; views are no references.
  target_compile_options(chad_flags INTERFACE -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    target_compile_options(chad_flags INTERFACE -Wno-dangling-reference)
  endif()
endif()
if(CHAD_ENABLE_ASSERTIONS AND LLVM_ENABLE_ASSERTIONS)
  target_compile_options(chad_flags INTERFACE -UNDEBUG)
elseif(CHAD_ENABLE_ASSERTIONS)
  target_compile_definitions(chad_flags INTERFACE NDEBUG)
  target_compile_options(chad_flags INTERFACE
                         "SHELL:-include ${PROJECT_SOURCE_DIR}/tools/cmake/Assertions.h")
endif()
if(CHAD_SANITIZE)
  target_compile_options(chad_flags INTERFACE -fsanitize=${CHAD_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize=vptr)
  target_link_options(chad_flags INTERFACE -fsanitize=${CHAD_SANITIZE})
endif()

if(CHAD_COVERAGE)
  target_compile_options(chad_flags INTERFACE -fprofile-instr-generate -fcoverage-mapping)
  target_link_options(chad_flags INTERFACE -fprofile-instr-generate)
endif()

find_program(CHAD_LLD NAMES ld.lld-22 ld.lld)
if(CHAD_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT CHAD_IN_LLVM)
  add_link_options(-fuse-ld=${CHAD_LLD})
endif()

# What tools link to; and, as one target, what libraries do. find_package(CHAD) makes
# such a target for those that are installed.
chad_find_mlir_libs(_chad_libs _chad_tool_libs)
set(CHAD_MLIR_LIBS ${_chad_tool_libs} ${_chad_libs})
add_library(chad_mlir INTERFACE)
target_link_libraries(chad_mlir INTERFACE ${_chad_libs})

# chad_add_pch(chad_foo_pch <header.h>...): a precompiled header that targets can share.
function(chad_add_pch name)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/pch.cpp CONTENT "// Only the header matters.\n")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/pch.cpp)
  target_link_libraries(${name} PRIVATE chad_flags)
  add_dependencies(${name} chad-headers)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

if(CHAD_ENABLE_PCH)
  # What most files include. The ops of the dialect, and those of linalg, take longest to parse.
  set(_headers
    <chad/IR/ChadOps.h> <llvm/ADT/TypeSwitch.h> <mlir/Bytecode/BytecodeOpInterface.h>
    <mlir/Dialect/Arith/IR/Arith.h> <mlir/Dialect/Bufferization/IR/Bufferization.h>
    <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h> <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/Linalg/IR/Linalg.h> <mlir/Dialect/Math/IR/Math.h>
    <mlir/Dialect/MemRef/IR/MemRef.h> <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/Tensor/IR/Tensor.h> <mlir/Dialect/Vector/IR/VectorOps.h>
    <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h> <mlir/IR/DialectImplementation.h>
    <mlir/IR/Matchers.h> <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h>
    <mlir/Interfaces/ControlFlowInterfaces.h> <mlir/Interfaces/InferTypeOpInterface.h>
    <mlir/Interfaces/LoopLikeInterface.h> <mlir/Pass/Pass.h> <mlir/Pass/PassManager.h>)
  chad_add_pch(chad_pch ${_headers})
  # What makes machine code uses more dialects.
  list(APPEND _headers
    <mlir/Dialect/GPU/IR/GPUDialect.h> <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/LLVMIR/NVVMDialect.h> <mlir/Dialect/LLVMIR/ROCDLDialect.h>
    <mlir/Dialect/OpenMP/OpenMPDialect.h>)
  chad_add_pch(chad_llvm_pch ${_headers})
endif()

# chad_add_library(CHADFoo A.cpp B.cpp LINK CHADBar DEPENDS SomeIncGen PCH chad_llvm_pch)
function(chad_add_library name)
  cmake_parse_arguments(ARG "" "PCH" "LINK;DEPENDS" ${ARGN})
  if(NOT ARG_PCH)
    set(ARG_PCH chad_pch)
  endif()
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(CHAD::${name} ALIAS ${name})
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:chad_flags>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} $<BUILD_INTERFACE:chad_mlir>
                        $<INSTALL_INTERFACE:CHAD::MLIR>)
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_include_directories(${name} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>")
  target_compile_features(${name} PUBLIC cxx_std_17)
  if(CHAD_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH})
  endif()
  add_dependencies(${name} chad-headers ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY CHAD_LIBS ${name})
  install(TARGETS ${name} EXPORT CHADTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT development)
endfunction()

# chad_add_tool(chad-foo main.cpp LINK CHADBar)
function(chad_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE chad_flags chad-tool ${ARG_LINK} ${CHAD_MLIR_LIBS})
  # The precompiled header is position-independent in the way of a library.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_compile_options(${name} PRIVATE -fPIC)
  if(CHAD_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM chad_pch)
  endif()
  add_dependencies(${name} chad-headers)
  set_property(GLOBAL APPEND PROPERTY CHAD_TOOLS ${name})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endfunction()

# chad_add_script(chad-foo chad-foo.py): a program in Python, without a library but Python's own.
function(chad_add_script name file)
  configure_file(${file} ${PROJECT_BINARY_DIR}/scripts/${name} @ONLY)
  file(COPY ${PROJECT_BINARY_DIR}/scripts/${name} DESTINATION ${PROJECT_BINARY_DIR}/bin
       FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set_property(GLOBAL APPEND PROPERTY CHAD_TOOLS ${name})
  set_property(GLOBAL APPEND PROPERTY CHAD_SCRIPTS ${name})
  install(PROGRAMS ${PROJECT_BINARY_DIR}/scripts/${name} DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endfunction()

# chad_add_plugin(chad-foo foo.cpp LINK CHADBar): a chad-foo.so for tools that load MLIR
# plugins, with the whole of the libraries: other plugins link to it.
function(chad_add_plugin name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} SHARED ${ARG_UNPARSED_ARGUMENTS})
  add_library(CHAD::${name} ALIAS ${name})
  target_link_libraries(${name} PRIVATE chad_flags ${ARG_LINK}
                        PUBLIC $<BUILD_INTERFACE:chad_mlir> $<INSTALL_INTERFACE:CHAD::MLIR>)
  foreach(lib IN LISTS ARG_LINK)
    set_target_properties(${name} PROPERTIES LINK_LIBRARY_OVERRIDE_${lib} WHOLE_ARCHIVE)
  endforeach()
  target_include_directories(${name} INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>")
  set_target_properties(${name} PROPERTIES PREFIX ""
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  if(CHAD_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM chad_pch)
  endif()
  add_dependencies(${name} chad-headers)
  set_property(GLOBAL APPEND PROPERTY CHAD_PLUGINS ${name})
  install(TARGETS ${name} EXPORT CHADTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT tools)
endfunction()
