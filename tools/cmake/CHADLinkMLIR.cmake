# Which libraries of LLVM and MLIR this project's libraries are linked to. Read by the build, and by
# find_package(CHAD).
#
#   CHAD_LINK_MLIR_DYLIB   ON: libMLIR.so. OFF: the archives of MLIR, which a process must have once:
#                          each copy of a type id is a type of its own.

# What lib/ uses; archives that these need in turn come with them.
set(CHAD_MLIR_COMPONENTS
  AffineDialect AffineToStandard AffineTransforms AffineUtils Analysis
  ArithDialect ArithToLLVM ArithTransforms ArithUtils AsmParser
  BufferizationDialect BufferizationPipelines BufferizationToMemRef BufferizationTransforms
  BuiltinToLLVMIRTranslation CallInterfaces ComplexDialect ControlFlowDialect ControlFlowInterfaces
  ControlFlowToLLVM ControlFlowToSCF DestinationStyleOpInterface DialectUtils FuncDialect FuncToLLVM
  FunctionInterfaces GPUDialect GPUToLLVMIRTranslation GPUToNVVMTransforms GPUTransforms IR
  IndexDialect InferTypeOpInterface LLVMCommonConversion LLVMDialect LLVMToLLVMIRTranslation LinalgDialect
  LinalgTransforms LoopLikeInterface MathDialect MathToFuncs MathToLLVM MathToLibm MathTransforms
  MemRefDialect MemRefToLLVM MemRefTransforms NVVMDialect NVVMToLLVMIRTranslation OpenMPDialect
  OpenMPToLLVM OpenMPToLLVMIRTranslation Parser Pass ReconcileUnrealizedCasts RegisterAllDialects
  RegisterAllExtensions Rewrite SCFDialect SCFToControlFlow SCFTransforms SideEffectInterfaces Support
  TargetLLVMIRExport TensorDialect ToLLVMIRTranslationRegistration TransformDialect
  TransformDialectInterfaces TransformUtils Transforms UBDialect UBToLLVM VectorDialect
  VectorInterfaces VectorToLLVMPass VectorToSCF VectorTransforms ViewLikeInterface)
# What tools and tests use besides.
set(CHAD_MLIR_TOOL_COMPONENTS LspServerLib OptLib RegisterAllPasses TosaDialect)
set(CHAD_LLVM_COMPONENTS
  AllTargetsAsmParsers AllTargetsCodeGens AllTargetsDescs AllTargetsInfos Analysis AsmParser CodeGen Core Linker MC OrcJIT
  Passes Support TargetParser TransformUtils)

if(NOT DEFINED CHAD_LINK_MLIR_DYLIB)
  set(CHAD_LINK_MLIR_DYLIB ON)
endif()

# chad_find_mlir_libs(<libs> <tool libs>): what libraries link to, and what tools link to besides.
function(chad_find_mlir_libs libs tool_libs)
  if(LLVM_LINK_LLVM_DYLIB)
    set(llvm LLVM)
  else()
    llvm_map_components_to_libnames(llvm ${CHAD_LLVM_COMPONENTS})
  endif()
  if(CHAD_LINK_MLIR_DYLIB)
    # By name: the archives beside it would bring in a second copy of every type id.
    set(${libs} MLIR ${llvm} PARENT_SCOPE)
    set(${tool_libs} "" PARENT_SCOPE)
    return()
  endif()
  list(TRANSFORM CHAD_MLIR_COMPONENTS PREPEND MLIR OUTPUT_VARIABLE found)
  # It is kept out of libMLIR.so by upstream, and where there is one asks for it; the components
  # above have what it needs.
  get_target_property(needed MLIRExecutionEngine INTERFACE_LINK_LIBRARIES)
  if("MLIR" IN_LIST needed)
    list(PREPEND found $<TARGET_FILE:MLIRExecutionEngine>)
  else()
    list(PREPEND found MLIRExecutionEngine)
  endif()
  list(TRANSFORM CHAD_MLIR_TOOL_COMPONENTS PREPEND MLIR OUTPUT_VARIABLE found_for_tools)
  foreach(lib IN LISTS found found_for_tools)
    if(NOT TARGET ${lib} AND lib MATCHES "^MLIR")
      message(FATAL_ERROR "The archive of ${lib} is not installed: link to libMLIR.so, with "
                          "-DCHAD_LINK_MLIR_DYLIB=ON, or install MLIR's archives")
    endif()
  endforeach()
  set(${libs} ${found} ${llvm} PARENT_SCOPE)
  set(${tool_libs} ${found_for_tools} PARENT_SCOPE)
endfunction()
