//===- Passes.td - GPUs ------------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From loops over blocks and threads on tensors to kernels.

#ifndef CHAD_GPU_PASSES_TD
#define CHAD_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChadPrepareDeviceTensors : Pass<"chad-prepare-device-tensors", "::mlir::ModuleOp"> {
  let summary = "prepare tensors for the memory of a device";
  let description = [{
    Tensors of given elements and concatenations are written into a `tensor.empty`, since
    bufferization would otherwise place them in the memory of the host. Constants become tensors in
    that memory, at the beginning of the function.

    In kernels, each state of a loop is written over the one before. Otherwise each iteration would
    allocate memory for the next state. A state that other states take over is overwritten after
    them; states that take over each other are overwritten from a copy. A state is also copied where
    an op or a branch chooses between it and an array from outside of the loop. States of an
    `scf.while` begin from copies.

    A slice that drops dimensions of extent one, and keeps one of dynamic size beyond another kept
    dimension, is taken or inserted with all dimensions, and reshaped: the type of a view would no
    longer say which dimension is dropped if the dynamic size turned out to be one.

    ```mlir
    func.func @f(%x: f64) -> tensor<4xf64> {
      %s = tensor.splat %x : tensor<4xf64>
      return %s : tensor<4xf64>
    }
    ```

    becomes, by `chad-opt --chad-prepare-device-tensors`,

    ```mlir
    func.func @f(%arg0: f64) -> tensor<4xf64> {
      %0 = tensor.empty() : tensor<4xf64>
      %1 = linalg.fill ins(%arg0 : f64) outs(%0 : tensor<4xf64>) -> tensor<4xf64>
      return %1 : tensor<4xf64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def ChadPlaceArrays : Pass<"chad-place-arrays", "::mlir::ModuleOp"> {
  let summary = "choose the memory of the device or of the host for each array";
  let description = [{
    A loop over blocks, a product, or another structured op is a kernel: its arrays are in the
    memory of the device. A loop without kernels that calls a function, or accesses records, runs on
    the host, with its arrays in the memory of the host. So do kernels that
    `chad-lower-kernels` has found to be impossible. Slices, and accesses to single elements, go
    where the fewest copies are needed: the pass takes a minimum cut.

    An array that is needed in both memories is copied once, outside of the loops in which it does
    not change, and in a branch only if it is needed there alone. A state of a loop and a result of a
    branch are in one memory each. Arguments and results of a public function are in the caller's
    memory: an argument is copied to where it is used, and a result into an array of the host, which
    is the caller's.

    Remarks name each loop that stays on the host, with the reason, and each array that is copied
    for it.

    ```mlir
    func.func private @g(f64) -> f64

    func.func @f(%x: f64) -> tensor<4xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %made = bufferization.alloc_tensor() : tensor<4xf64>
      %ys = scf.for %i = %c0 to %c4 step %c1 iter_args(%ys = %made) -> tensor<4xf64> {
        %y = func.call @g(%x) : (f64) -> f64
        %next = tensor.insert %y into %ys[%i] : tensor<4xf64>
        scf.yield %next : tensor<4xf64>
      }
      return %ys : tensor<4xf64>
    }
    ```

    becomes, by `chad-opt --chad-place-arrays`,

    ```mlir
    func.func private @g(f64) -> f64 attributes {device.host}
    func.func @f(%arg0: f64) -> tensor<4xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %0 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf64>
      %1 = scf.for %arg1 = %c0 to %c4 step %c1 iter_args(%arg2 = %0) -> (tensor<4xf64>) {
        %3 = func.call @g(%arg0) : (f64) -> f64
        %inserted = tensor.insert %3 into %arg2[%arg1] : tensor<4xf64>
        scf.yield %inserted : tensor<4xf64>
      }
      %2 = bufferization.alloc_tensor() copy(%1) {memory_space = 0 : i64} : tensor<4xf64>
      return %2 : tensor<4xf64>
    }
    ```
  }];
  let options = [
    ListOption<"hostLoops", "host-loops", "int64_t",
               "Loops over blocks that are to run on the host, by their numbers in the module">,
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ChadBufferizeOnDevice : Pass<"chad-bufferize-on-device", "::mlir::ModuleOp"> {
  let summary = "replace tensors by buffers in the memory of a device";
  let description = [{
    Every tensor becomes a buffer in memory space 1, that of the device, except where an allocation
    says that it is in memory space 2, that of the host. The arguments and results of public functions
    are in memory space 0, that of the caller, and those of functions that the host alone calls in
    that of the host. The type of a buffer thus says in which memory it lies.

    ```mlir
    func.func @f(%xs: tensor<4xf64>, %x: f64) -> tensor<4xf64> {
      %c0 = arith.constant 0 : index
      %own = bufferization.alloc_tensor() copy(%xs) {memory_space = 1 : i64} : tensor<4xf64>
      %ys = tensor.insert %x into %own[%c0] : tensor<4xf64>
      %zs = bufferization.alloc_tensor() copy(%ys) {memory_space = 0 : i64} : tensor<4xf64>
      return %zs : tensor<4xf64>
    }
    ```

    becomes, by `chad-opt --chad-bufferize-on-device`,

    ```mlir
    func.func @f(%xs: memref<4xf64>, %x: f64) -> memref<4xf64> {
      %c0 = arith.constant 0 : index
      %own = memref.alloc() {alignment = 64 : i64} : memref<4xf64, 1>
      memref.copy %xs, %own : memref<4xf64> to memref<4xf64, 1>
      memref.store %x, %own[%c0] : memref<4xf64, 1>
      %zs = memref.alloc() {alignment = 64 : i64} : memref<4xf64>
      memref.copy %own, %zs : memref<4xf64, 1> to memref<4xf64>
      return %zs : memref<4xf64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def ChadLowerKernels : Pass<"chad-lower-kernels", "::mlir::ModuleOp"> {
  let summary = "convert loops over blocks and threads to gpu.launch";
  let description = [{
    Each `scf.forall` with the mapping `#gpu.block<x>` becomes a `gpu.launch`, and each `scf.forall`
    with the mapping `#gpu.thread<x>` inside becomes code of its threads. All threads execute the
    code between these loops over threads, but only the first thread stores. Barriers separate the
    two.

    A buffer that is allocated in a kernel lies in the memory of the block if its size is static and
    small, in the memory of the thread, or in an array that is allocated before the launch.

    Where each thread goes through rows of its own, threads copy the rows of a block to tiles in its
    memory and back, side by side, as far as the tiles fit. Where the loops inside of the iterations
    of a loop of a thread read the same elements, and the iterations only have numbers as states, a
    thread runs four of them at once.

    Structured ops become kernels with one thread for each element. Where they sum, threads also
    divide the terms of elements, if these are few, and a second kernel adds the parts. Products of
    matrices become kernels whose blocks have tiles, or parts of tiles; the extents choose among
    several shapes, by numbers of blocks that are 0 for the others. These kernels also compute an
    elementwise op of at most 24 instructions that is the next to read the product. With
    `library-volume`, the runtime is first asked to compute a large product by a library.

    Kernels that have nothing to do with each other become one launch, if their code is short, or if
    they compute tiles of one shape. Any other loop that reads or
    writes the memory of the device, and has no kernel inside, becomes a kernel with one thread.

    ```mlir
    func.func @f(%xs: memref<1024xf64, 1>) {
      %c256 = arith.constant 256 : index
      scf.forall (%b) in (4) {
        %first = arith.muli %b, %c256 : index
        scf.forall (%t) in (256) {
          %i = arith.addi %first, %t : index
          %x = memref.load %xs[%i] : memref<1024xf64, 1>
          %y = arith.mulf %x, %x : f64
          memref.store %y, %xs[%i] : memref<1024xf64, 1>
        } {mapping = [#gpu.thread<x>]}
      } {mapping = [#gpu.block<x>]}
      return
    }
    ```

    becomes, by `chad-opt --chad-lower-kernels`,

    ```mlir
    func.func @f(%arg0: memref<1024xf64, 1>) {
      %c256 = arith.constant 256 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c256_0 = arith.constant 256 : index
      gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %c4, %arg8 = %c1, %arg9 = %c1) threads(%arg4, %arg5, %arg6) in (%arg10 = %c256_0, %arg11 = %c1, %arg12 = %c1) {
        %0 = arith.muli %arg1, %c256 : index
        %1 = arith.addi %0, %arg4 : index
        %2 = memref.load %arg0[%1] : memref<1024xf64, 1>
        %3 = arith.mulf %2, %2 : f64
        memref.store %3, %arg0[%1] : memref<1024xf64, 1>
        gpu.terminator
      }
      return
    }
    ```
  }];
  let options = [
    Option<"blockThreads", "block-threads", "int64_t", "256", "The threads of a block">,
    Option<"sharedBytes", "shared-bytes", "int64_t", "49152",
           "The most bytes of the memory of a block that arrays may fill">,
    Option<"tensorCores", "tensor-cores", "bool", "true",
           "Multiply matrices of f64, and of f16 and bf16 with sums of f32, by the tensor cores of NVIDIA's GPUs">,
    Option<"libraryVolume", "library-volume", "int64_t", "-1",
           "The least number of multiplications of a product for which the runtime is asked for a library; negative: never">,
    Option<"deterministic", "deterministic", "bool", "true",
           "Results of a library must not depend on timing">,
    Option<"tf32", "tf32", "bool", "false",
           "Tensor cores multiply matrices of f32, whose numbers are rounded to the 11 bits of the format tf32">,
  ];
  let statistics = [Statistic<"numKernels", "num-kernels", "Number of kernels">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect"];
}

def ChadEmulateKernels : Pass<"chad-emulate-kernels", "::mlir::ModuleOp"> {
  let summary = "convert kernels to functions of the host that emulate them";
  let description = [{
    Each `gpu.func` becomes a function of the host that takes a pointer to its arguments. Each
    argument has 8 bytes, and a buffer is passed as the fields of its descriptor. The number of the
    thread, the memory of the block, and barriers become calls of the emulator, which runs threads
    as fibers.

    `chad-lower-launches` launches this function in place of the kernel.

    With `check`, each access to memory is checked: an index that is outside of its array, memory of
    the block that no thread has written, and two accesses that no barrier keeps apart end the call.

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%xs: memref<256xf64, 1>, %x: f64) kernel {
        %t = gpu.thread_id x
        memref.store %x, %xs[%t] : memref<256xf64, 1>
        gpu.return
      }
    }
    ```

    becomes, by `chad-opt --chad-emulate-kernels --canonicalize`,

    ```mlir
    func.func private @chadrt.emulated.thread() -> index
    func.func private @chadrt.kernel.kernels.f(%arg0: !llvm.ptr) {
      %0 = llvm.mlir.poison : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %1 = llvm.load %arg0 : !llvm.ptr -> !llvm.ptr<1>
      %2 = llvm.getelementptr %arg0[2] : (!llvm.ptr) -> !llvm.ptr, i64
      %3 = llvm.load %2 : !llvm.ptr -> i64
      %4 = llvm.getelementptr %arg0[3] : (!llvm.ptr) -> !llvm.ptr, i64
      %5 = llvm.load %4 : !llvm.ptr -> i64
      %6 = llvm.getelementptr %arg0[4] : (!llvm.ptr) -> !llvm.ptr, i64
      %7 = llvm.load %6 : !llvm.ptr -> i64
      %8 = llvm.insertvalue %1, %0[0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %9 = llvm.insertvalue %1, %8[1] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %10 = llvm.insertvalue %3, %9[2] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %11 = llvm.insertvalue %5, %10[3, 0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %12 = llvm.insertvalue %7, %11[4, 0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %13 = builtin.unrealized_conversion_cast %12 : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)> to memref<256xf64, 1>
      %14 = llvm.getelementptr %arg0[5] : (!llvm.ptr) -> !llvm.ptr, i64
      %15 = llvm.load %14 : !llvm.ptr -> f64
      %16 = call @chadrt.emulated.thread() : () -> index
      memref.store %15, %13[%16] : memref<256xf64, 1>
      return
    }
    ```
  }];
  let options = [
    Option<"check", "check", "bool", "false",
           "Have the kernels check their accesses to memory">,
    Option<"count", "count", "bool", "false",
           "Have the kernels count their accesses to the memory of the device, and operations on floats">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadLowerKernelChecks : Pass<"chad-lower-kernel-checks", "::mlir::ModuleOp"> {
  let summary = "replace assertions in kernels by stores of a number";
  let description = [{
    A kernel cannot end a program. An assertion that fails in a kernel stores its number, of `i32`,
    at an address on the device, which all kernels of the module take as an additional last
    argument, and the kernel goes on. Each thread of the host has an address of its own: the runtime
    passes it, reads the number when results are copied to the host, and ends the call with the
    message of that number: one of `chadrt.messages`, a global of the host, counted from 1.

    The first assertion of a module has the number 1:

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%n: index, %m: index) kernel {
        %same = arith.cmpi eq, %n, %m : index
        cf.assert %same, "the extents differ"
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadConvertKernelsToNVVM : Pass<"chad-convert-kernels-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "convert kernels to the LLVM and NVVM dialects";
  let description = [{
    As `convert-gpu-to-nvvm`, but without calls of NVIDIA's library of functions (libdevice). A
    function for which the GPU has no instruction must have been expanded before
    (`chad-approximate-math`), and is an error otherwise.

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%xs: memref<256xf64, 1>, %x: f64) kernel {
        %t = gpu.thread_id x
        memref.store %x, %xs[%t] : memref<256xf64, 1>
        gpu.return
      }
    }
    ```

    becomes, by `chad-opt --chad-convert-kernels-to-nvvm --canonicalize`,

    ```mlir
    gpu.module @kernels {
      llvm.func @f(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: f64) attributes {gpu.kernel, nvvm.kernel} {
        %0 = nvvm.read.ptx.sreg.tid.x : i32
        %1 = llvm.sext %0 : i32 to i64
        %2 = llvm.getelementptr inbounds|nuw %arg1[%1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f64
        llvm.store %arg5, %2 : f64, !llvm.ptr<1>
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

def ChadConvertKernelsToROCDL : Pass<"chad-convert-kernels-to-rocdl", "::mlir::gpu::GPUModuleOp"> {
  let summary = "convert kernels to the LLVM and ROCDL dialects";
  let description = [{
    As `chad-convert-kernels-to-nvvm`, for AMD's GPUs, on which the stack of a thread lies in a
    memory space of its own.

    ```mlir
    gpu.module @kernels {
      gpu.func @f(%xs: memref<256xf64, 1>, %x: f64) kernel {
        %t = gpu.thread_id x
        memref.store %x, %xs[%t] : memref<256xf64, 1>
        gpu.return
      }
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"gfx90a\"", "The GPU that the kernels are for">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::ROCDL::ROCDLDialect"];
}

def ChadSerializeKernels : Pass<"chad-serialize-kernels", "::mlir::ModuleOp"> {
  let summary = "compile kernels to PTX, as a text in the module";
  let description = [{
    The kernels of all `gpu.module`s, in the NVVM dialect, are optimised by LLVM, and become one
    text in the assembly language of NVIDIA's GPUs (PTX): a global, which the runtime gives to the
    driver. The driver compiles it for the GPU that it finds, which must be of the given
    architecture or of a later one.

    With `target=hip`, the kernels are in the ROCDL dialect, and the global holds machine code for
    AMD's GPUs of the given architecture (`chip=gfx90a`). The linker `ld.lld` must be on the `PATH`.

    The name of a kernel in the text consists of the names of the module and of the kernel; here it
    is `chad_kernels_f`.

    ```mlir
    gpu.module @kernels {
      llvm.func @f(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
        %zero = llvm.mlir.constant(0.0 : f64) : f64
        llvm.store %zero, %p : f64, !llvm.ptr<1>
        llvm.return
      }
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cuda\"", "What runs the kernels: cuda, or hip">,
    Option<"chip", "chip", "std::string", "\"sm_80\"", "The oldest architecture to run on">,
    Option<"features", "features", "std::string", "\"+ptx81\"", "The version of PTX: before 8.1, kernels have fewer arguments">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

def ChadBorrowArguments : Pass<"chad-borrow-arguments", "::mlir::ModuleOp"> {
  let summary = "mark the arguments that need no copy where they are on the device already";
  let description = [{
    An argument of a public function that is copied to the device and only read there is marked, and
    so is the copy: `chad-lower-device-memory` then asks the runtime where the argument lies, and an
    argument that lies on the device is used in its place.

    ```mlir
    func.func @f(%xs: memref<4xf64>) -> f64 {
      %c0 = arith.constant 0 : index
      %d = memref.alloc() : memref<4xf64, 1>
      memref.copy %xs, %d : memref<4xf64> to memref<4xf64, 1>
      %x = memref.load %d[%c0] : memref<4xf64, 1>
      return %x : f64
    }
    ```

    becomes, by `chad-opt --chad-borrow-arguments`,

    ```mlir
    func.func @f(%xs: memref<4xf64>) -> f64 {
      %c0 = arith.constant 0 : index
      %d = memref.alloc() {device.borrow} : memref<4xf64, 1>
      memref.copy %xs, %d {device.borrow} : memref<4xf64> to memref<4xf64, 1>
      %x = memref.load %d[%c0] : memref<4xf64, 1>
      return %x : f64
    }
    ```
  }];
  let statistics = [
    Statistic<"numBorrowed", "num-borrowed", "Number of arguments that need no copy">,
  ];
}

def ChadLowerLaunches : Pass<"chad-lower-launches", "::mlir::ModuleOp"> {
  let summary = "convert launches of kernels to calls of the runtime";
  let description = [{
    Each `gpu.launch_func` becomes a call of `chadrt.cuda.launch` or `chadrt.emulated.launch`,
    according to the option, with the kernel, the numbers of blocks and threads, and the arguments
    of the kernel in memory. Each argument has 8 bytes, and a buffer is passed as the fields of its
    descriptor. A product that a library may compute becomes a call of `chadrt.cuda.multiply`, with
    words in memory that describe it.

    ```mlir
    module attributes {gpu.container_module} {
      func.func @main(%n: index, %x: f64) {
        %c1 = arith.constant 1 : index
        gpu.launch_func @kernels::@f blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : f64)
        return
      }
      gpu.module @kernels {
        gpu.func @f(%x: f64) kernel {
          gpu.return
        }
      }
    }
    ```

    becomes, by `chad-opt --chad-lower-launches=target=emulated --canonicalize`,

    ```mlir
    module attributes {gpu.container_module} {
      func.func private @chadrt.emulated.launch(!llvm.ptr, i64, i64, !llvm.ptr, i64)
      func.func private @chadrt.kernel.kernels.f(!llvm.ptr)
      func.func @main(%arg0: index, %arg1: f64) {
        %c0_i64 = arith.constant 0 : i64
        %c1_i64 = arith.constant 1 : i64
        %f = constant @chadrt.kernel.kernels.f : (!llvm.ptr) -> ()
        %0 = llvm.mlir.constant(1 : i64) : i64
        %1 = llvm.alloca %0 x i64 : (i64) -> !llvm.ptr
        llvm.store %arg1, %1 : f64, !llvm.ptr
        %2 = arith.index_cast %arg0 : index to i64
        %3 = builtin.unrealized_conversion_cast %f : (!llvm.ptr) -> () to !llvm.ptr
        call @chadrt.emulated.launch(%3, %2, %c1_i64, %1, %c0_i64) : (!llvm.ptr, i64, i64, !llvm.ptr, i64) -> ()
        return
      }
      gpu.module @kernels {
        gpu.func @f(%arg0: f64) kernel {
          gpu.return
        }
      }
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cuda\"", "The device: cuda, or emulated">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
}

def ChadLowerDeviceMemory : Pass<"chad-lower-device-memory", "::mlir::ModuleOp"> {
  let summary = "convert what the host does with the memory of the device to calls of the runtime";
  let description = [{
    Allocations, copies to and from the device, and reads of single elements become calls of
    functions whose names begin with `chadrt.cuda.` or `chadrt.emulated.`, according to the option.

    ```mlir
    func.func @f(%xs: memref<4xf64>) {
      %d = memref.alloc() : memref<4xf64, 1>
      memref.copy %xs, %d : memref<4xf64> to memref<4xf64, 1>
      memref.dealloc %d : memref<4xf64, 1>
      return
    }
    ```

    becomes, by `chad-opt --chad-lower-device-memory --canonicalize`,

    ```mlir
    func.func private @chadrt.cuda.release(i64)
    func.func private @chadrt.cuda.copy.in(i64, i64, i64)
    func.func private @chadrt.cuda.allocate(i64) -> i64
    func.func @f(%arg0: memref<4xf64>) {
      %c0 = arith.constant 0 : index
      %0 = llvm.mlir.poison : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %1 = llvm.mlir.constant(1 : i64) : i64
      %2 = llvm.mlir.constant(0 : i64) : i64
      %c32_i64 = arith.constant 32 : i64
      %3 = call @chadrt.cuda.allocate(%c32_i64) : (i64) -> i64
      %4 = llvm.inttoptr %3 : i64 to !llvm.ptr<1>
      %5 = llvm.insertvalue %4, %0[0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %6 = llvm.insertvalue %4, %5[1] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %7 = llvm.insertvalue %2, %6[2] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %8 = llvm.insertvalue %c32_i64, %7[3, 0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %9 = llvm.insertvalue %1, %8[4, 0] : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)>
      %10 = builtin.unrealized_conversion_cast %9 : !llvm.struct<(ptr<1>, ptr<1>, i64, array<1 x i64>, array<1 x i64>)> to memref<?xi8, 1>
      %view = memref.view %10[%c0][] : memref<?xi8, 1> to memref<4xf64, 1>
      %intptr = memref.extract_aligned_pointer_as_index %view : memref<4xf64, 1> -> index
      %11 = arith.index_cast %intptr : index to i64
      %intptr_0 = memref.extract_aligned_pointer_as_index %arg0 : memref<4xf64> -> index
      %12 = arith.index_cast %intptr_0 : index to i64
      call @chadrt.cuda.copy.in(%11, %12, %c32_i64) : (i64, i64, i64) -> ()
      %intptr_1 = memref.extract_aligned_pointer_as_index %view : memref<4xf64, 1> -> index
      %13 = arith.index_cast %intptr_1 : index to i64
      call @chadrt.cuda.release(%13) : (i64) -> ()
      return
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cuda\"", "The device: cuda, or emulated">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // CHAD_GPU_PASSES_TD
