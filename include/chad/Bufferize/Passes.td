//===- Passes.td - Buffers ---------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where arrays are stored: what prepares bufferization, and what is done to buffers.

#ifndef CHAD_BUFFERIZE_PASSES_TD
#define CHAD_BUFFERIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChadPrepareEntries : Pass<"chad-prepare-entries", "::mlir::ModuleOp"> {
  let summary = "promise that public functions do not write into their arguments";
  let description = [{
    A caller of a public function keeps its arrays: bufferization must copy what it
    would otherwise update in place.

    ```mlir
    func.func @f(%xs: tensor<?xf64>) -> tensor<?xf64> {
      return %xs : tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    func.func @f(%xs: tensor<?xf64> {bufferization.writable = false, chad.buffer}) -> tensor<?xf64> {
      return %xs : tensor<?xf64>
    }
    ```

    It owns the results: a constant that is returned is copied.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ChadLowerArenas : Pass<"chad-lower-arenas", "::mlir::ModuleOp"> {
  let summary = "lower arenas to memory that is allocated in blocks";
  let description = [{
    An arena becomes a place on the stack that says where the next record goes; the function
    that made it frees its blocks before it returns, and returns copies of arrays, which may be
    parts of records. `chad.arena.put` becomes stores of scalars and copies of arrays, with their
    extents; `chad.arena.get` becomes loads, and arrays that are read where they are.

    ```mlir
    func.func @keep(%x: f64) -> f64 {
      %arena = chad.arena
      %b = chad.arena.put %arena(%x) : f64
      %y = chad.arena.get %b : f64
      return %y : f64
    }
    ```

    becomes the allocation of 8 bytes in the arena, a store, a load, and the release of the arena
    before the function returns.
  }];
  let options = [
    Option<"threads", "threads", "bool", "false", "Whether threads may make records at one time">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::arith::ArithDialect"];
}

def ChadEliminateEmptyTensors : Pass<"chad-eliminate-empty-tensors"> {
  let summary = "eliminate empty tensors: make arrays in the larger ones that they are inserted into";
  let description = [{
    Where a loop, or an op with a destination, fills an array of nothing that is inserted into
    a larger one, it fills the slice itself, as long as it is known by then where the slice
    is. Bufferization then needs no memory and no copy for it.

    ```mlir
    %empty = tensor.empty() : tensor<4xf64>
    %x = linalg.fill ins(%k : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
    %r = tensor.insert_slice %x into %all[2] [4] [1] : tensor<4xf64> into tensor<?xf64>
    ```

    becomes

    ```mlir
    %empty = tensor.empty() : tensor<4xf64>
    %place = tensor.extract_slice %all[2] [4] [1] : tensor<?xf64> to tensor<4xf64>
    %x = linalg.fill ins(%k : f64) outs(%place : tensor<4xf64>) -> tensor<4xf64>
    %r = tensor.insert_slice %x into %all[2] [4] [1] : tensor<4xf64> into tensor<?xf64>
    ```

    `eliminate-empty-tensors` does so, too, but analyzes all of the program first, which takes
    as long as the rest of the lowering.

    Each use of an array of nothing gets one of its own, beside it: two ops that fill one would
    share its memory, although the second may run before what the first wrote has been read.

    A splat, or an array of nothing filled with a number, that a loop or a structured op starts
    from is made beside it, as a fill of an array of nothing: so it can be made in a slice, too,
    and is not copied in each iteration of the loops around it. One that each iteration of a loop
    inserts into is made in each.
  }];
  let statistics = [Statistic<"numPlaced", "num-placed", "Number of arrays made in place">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def ChadOutlineThreads : Pass<"chad-outline-threads", "::mlir::ModuleOp"> {
  let summary = "make a function of what each thread does";
  let description = [{
    The body of a loop over threads becomes a private function with the number of the thread,
    and all that the body uses, as arguments. So are its buffers its own: what moves allocations
    out of loops would share them.

    ```mlir
    module {
      func.func @f(%xs: memref<?xf64>, %ys: memref<?xf64>, %threads: index) {
        scf.forall (%t) in (%threads) {
          %x = memref.load %xs[%t] : memref<?xf64>
          memref.store %x, %ys[%t] : memref<?xf64>
        }
        return
      }
    }
    ```

    becomes, by `chad-opt --chad-outline-threads`,

    ```mlir
    module {
      func.func @f(%xs: memref<?xf64>, %ys: memref<?xf64>, %threads: index) {
        scf.forall (%t) in (%threads) {
          func.call @f_thread(%t, %xs, %ys) : (index, memref<?xf64>, memref<?xf64>) -> ()
        }
        return
      }
      func.func private @f_thread(%t: index, %xs: memref<?xf64>, %ys: memref<?xf64>)
          attributes {chad.distinct = array<i64>, llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
        %x = memref.load %xs[%t] : memref<?xf64>
        memref.store %x, %ys[%t] : memref<?xf64>
        return
      }
    }
    ```

    `chad.distinct` says which arguments, as they are after the conversion to LLVM, are pointers to
    what no other argument leads to: buffers that are allocated here, or only read
    (`chad-mark-noalias`).
  }];
  let statistics = [Statistic<"numOutlined", "num-outlined", "Number of functions made">];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"];
}

def ChadReportAllocations : Pass<"chad-report-allocations"> {
  let summary = "say which loops allocate memory in each iteration";
  let description = [{
    A remark, where they are asked for, at each loop that allocates memory in its iterations: that
    costs more than to update an array in place. It changes nothing. Of the loop here it says that each
    iteration allocates `memref<?xf64>`, for the extent is not known before the loop.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %row = memref.alloc(%i) : memref<?xf64>
      "test.fill"(%row) : (memref<?xf64>) -> ()
      memref.dealloc %row : memref<?xf64>
    }
    ```
  }];
}

def ChadOutParams : Pass<"chad-out-params", "::mlir::ModuleOp"> {
  let summary = "out-parameters: write the results of public functions into memory that the caller gives";
  let description = [{
    After bufferization a function allocates its results, and the memory of a large array that
    is new is slow: the system clears each page as it is touched. Here a public function takes one
    more argument for each result that is an array. Where that has the extents of the result and
    its address is not null, the result is written there and is that array; otherwise it is
    allocated as before. So a caller need not know extents beforehand, and sees by the address
    whose memory the result lies in.

    ```mlir
    func.func @f(%n: index, %x: f64) -> memref<?xf64> {
      %r = memref.alloc(%n) : memref<?xf64>
      linalg.fill ins(%x : f64) outs(%r : memref<?xf64>)
      return %r : memref<?xf64>
    }
    ```

    becomes

    ```mlir
    func.func @f(%n: index, %x: f64, %given: memref<?xf64> {chad.buffer}) -> memref<?xf64> {
      %c0 = arith.constant 0 : index
      %address = memref.extract_aligned_pointer_as_index %given : memref<?xf64> -> index
      %isGiven = arith.cmpi ne, %address, %c0 : index
      %dim = arith.constant 0 : index
      %extent = memref.dim %given, %dim : memref<?xf64>
      %hasExtent = arith.cmpi eq, %extent, %n : index
      %fits = arith.andi %isGiven, %hasExtent : i1
      %r = scf.if %fits -> (memref<?xf64>) {
        %used = memref.reinterpret_cast %given to offset: [0], sizes: [%n], strides: [1]
            : memref<?xf64> to memref<?xf64>
        scf.yield %used : memref<?xf64>
      } else {
        %new = memref.alloc(%n) : memref<?xf64>
        scf.yield %new : memref<?xf64>
      }
      linalg.fill ins(%x : f64) outs(%r : memref<?xf64>)
      return %r : memref<?xf64>
    }
    ```

    What is given must not overlap arguments, nor another result. A result that is not allocated in the
    function's block (one of two arrays, say, by a condition) is returned as before. Where the
    module itself calls a public function, it calls a private copy.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadExpandMemRefs : Pass<"chad-expand-memrefs"> {
  let summary = "copies of strided buffers to loops, and strides of reshapes with several unknown extents";
  let description = [{
    `memref.copy` of a buffer whose layout is not the identity would become a call of a run-time
    library. It becomes a `linalg.generic`, thus a loop, instead. And where `memref.expand_shape` makes
    several dimensions of unknown extent from one, upstream's `expand-strided-metadata` has no strides
    for them. They are products of the extents that the op is given.

    ```mlir
    memref.copy %a, %b : memref<?xf64, strided<[2]>> to memref<?xf64>
    %r = memref.expand_shape %x [[0, 1]] output_shape [%n, %m] : memref<?xf64> into memref<?x?xf64>
    ```

    becomes

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a : memref<?xf64, strided<[2]>>) outs(%b : memref<?xf64>) {
    ^bb0(%x0: f64, %y0: f64):
      linalg.yield %x0 : f64
    }
    %base, %offset, %size, %stride = memref.extract_strided_metadata %x : memref<?xf64> -> memref<f64>, index, index, index
    %c1 = arith.constant 1 : index
    %row = arith.muli %c1, %m : index
    %r = memref.reinterpret_cast %base to offset: [0], sizes: [%n, %m], strides: [%row, 1] : memref<f64> to memref<?x?xf64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ChadMarkNoAlias : Pass<"chad-mark-noalias", "::mlir::ModuleOp"> {
  let summary = "tell LLVM that the arrays of a public function are not written";
  let description = [{
    In the LLVM dialect an array is several arguments: two pointers, the offset, sizes and strides. A
    public function writes through none of those of its arguments (`chad-prepare-entries`), and the
    memory that it is given for results (`chad-out-params`) overlaps nothing, so that the second
    pointer, the one that is used, aliases nothing that is written through another. Those two passes
    mark such arguments with `chad.buffer`.

    The pass runs before and after the conversion of functions, which keeps no attributes of
    arguments that become several. Before, it says in the function's `chad.distinct` where those
    pointers will be, as `chad-outline-threads` does. After, it marks the arguments there.

    ```mlir
    module {
      func.func @before(%x: f64, %a: memref<?xf64> {chad.buffer}) {
        return
      }
      llvm.func @after(%x: f64, %a: !llvm.ptr, %p: !llvm.ptr, %o: i64, %n: i64, %s: i64)
          attributes {chad.distinct = array<i64: 2>} {
        llvm.return
      }
    }
    ```

    becomes

    ```mlir
    module {
      func.func @before(%x: f64, %a: memref<?xf64>) attributes {chad.distinct = array<i64: 2>} {
        return
      }
      llvm.func @after(%x: f64, %a: !llvm.ptr, %p: !llvm.ptr {llvm.noalias}, %o: i64, %n: i64, %s: i64) {
        llvm.return
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // CHAD_BUFFERIZE_PASSES_TD
