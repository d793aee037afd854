//===- Passes.td - Buffers ---------------------------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Passes that prepare bufferization, and passes on buffers.

#ifndef CHAD_BUFFERIZE_PASSES_TD
#define CHAD_BUFFERIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChadPrepareEntries : Pass<"chad-prepare-entries", "::mlir::ModuleOp"> {
  let summary = "promise that public functions do not write into their arguments";
  let description = [{
    The caller of a public function owns the arrays that it passes, so bufferization must copy an
    argument that it would otherwise update in place.

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

    The caller owns the results, too: a constant that is returned is copied.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ChadSelectLibraries : Pass<"chad-select-libraries", "::mlir::ModuleOp"> {
  let summary = "keep calls of functions that a library can compute";
  let description = [{
    A function with the attribute `chad.library` computes what a function of a library computes, too. If
    that one is among the `libraries`, and the first extent of the first argument is not known to be less than
    `least`, the function is marked, so that its calls are not inlined. The attribute is dropped from other
    functions.

    ```mlir
    func.func private @f(%a: tensor<40xf64>) -> tensor<40xf64> attributes {
        chad.library = {name = "my_exp", least = 32}} {
      %y = math.exp %a : tensor<40xf64>
      return %y : tensor<40xf64>
    }
    func.func private @g(%a: tensor<30xf64>) -> tensor<30xf64> attributes {
        chad.library = {name = "my_exp", least = 32}} {
      %y = math.exp %a : tensor<30xf64>
      return %y : tensor<30xf64>
    }
    ```

    becomes, by `chad-opt --chad-select-libraries=libraries=my_exp`,

    ```mlir
    func.func private @f(%a: tensor<40xf64>) -> tensor<40xf64> attributes {
        chad.library = {name = "my_exp", least = 32}, no_inline} {
      %y = math.exp %a : tensor<40xf64>
      return %y : tensor<40xf64>
    }
    func.func private @g(%a: tensor<30xf64>) -> tensor<30xf64> {
      %y = math.exp %a : tensor<30xf64>
      return %y : tensor<30xf64>
    }
    ```
  }];
  let options = [
    ListOption<"libraries", "libraries", "std::string", "the functions of libraries that are there">
  ];
}

def ChadPlaceLibraryCalls : Pass<"chad-place-library-calls", "::mlir::ModuleOp"> {
  let summary = "let libraries compute calls of functions that name one";
  let description = [{
    A call of a function with the attribute `chad.library` becomes one of a function of the library, which is
    given memory for the results. Where the first extent of the first argument is dynamic, and less than
    `least` when the program runs, the function itself is called.

    ```mlir
    func.func @main(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
      %y = func.call @square(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
      return %y : tensor<?x?xf64>
    }
    func.func private @square(%a: tensor<?x?xf64>) -> tensor<?x?xf64> attributes {
        chad.library = {name = "my_square", least = 32, extents = [[0, 0, 0, 1]]}, no_inline} {
      %y = arith.mulf %a, %a : tensor<?x?xf64>
      return %y : tensor<?x?xf64>
    }
    ```

    becomes, by `chad-opt --chad-place-library-calls --canonicalize`,

    ```mlir
    func.func @main(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %c0 = arith.constant 0 : index
      %n = tensor.dim %a, %c0 : tensor<?x?xf64>
      %large = arith.cmpi sge, %n, %c32 : index
      %y = scf.if %large -> (tensor<?x?xf64>) {
        %m = tensor.dim %a, %c0 : tensor<?x?xf64>
        %k = tensor.dim %a, %c1 : tensor<?x?xf64>
        %place = tensor.empty(%m, %k) : tensor<?x?xf64>
        %z = func.call @square_library(%a, %place) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
        scf.yield %z : tensor<?x?xf64>
      } else {
        %z = func.call @square(%a) : (tensor<?x?xf64>) -> tensor<?x?xf64>
        scf.yield %z : tensor<?x?xf64>
      }
      return %y : tensor<?x?xf64>
    }
    func.func private @square(%a: tensor<?x?xf64>) -> tensor<?x?xf64> attributes {no_inline} {
      %y = arith.mulf %a, %a : tensor<?x?xf64>
      return %y : tensor<?x?xf64>
    }
    func.func private @square_library(
        %a: tensor<?x?xf64> {bufferization.access = "read", bufferization.writable = false},
        %y: tensor<?x?xf64> {bufferization.access = "write"})
        -> tensor<?x?xf64> attributes {chad.library_callee = ["my_square", 0], no_inline} {
      return %y : tensor<?x?xf64>
    }
    ```

    Such functions have no effect but their results: calls that are not used are erased, those of equal
    operands merged, and those whose operands no iteration changes moved out of loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::bufferization::BufferizationDialect"];
}

def ChadCallLibraries : Pass<"chad-call-libraries", "::mlir::ModuleOp"> {
  let summary = "call the functions of libraries with the buffers of arguments and results";
  let description = [{
    The pass completes the functions that `chad-place-library-calls` makes, when arrays have become
    buffers.

    ```mlir
    func.func private @square_library(%a: memref<?xf64>, %y: memref<?xf64>)
        attributes {chad.library_callee = ["my_square", 7], no_inline} {
      return
    }
    ```

    then calls `my_square` with two lists, of the addresses of its arrays and of their extents, with 7,
    and with the number of threads. An assertion fails where that returns another number than 0.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", "1", "how many threads a library may use; 0: all">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect"];
}

def ChadLowerArenas : Pass<"chad-lower-arenas", "::mlir::ModuleOp"> {
  let summary = "lower arenas to memory that is allocated in blocks";
  let description = [{
    An arena becomes a variable on the stack that points to the place of the next record. The
    function that made the arena frees its blocks before it returns, and returns copies of arrays
    that may be parts of records. `chad.arena.put` becomes stores of scalars and copies of arrays
    with their extents; `chad.arena.get` becomes loads of scalars, and arrays that are read in the
    record.

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
    Option<"threads", "threads", "bool", "false", "Whether several threads may make records at "
                                                  "the same time">,
    Option<"memorySpace", "memory-space", "int64_t", "0", "The memory space of arrays in records">,
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::arith::ArithDialect"];
}

def ChadEliminateEmptyTensors : Pass<"chad-eliminate-empty-tensors"> {
  let summary = "eliminate empty tensors: make arrays in the larger ones that they are inserted into";
  let description = [{
    Where a loop, or an op with a destination, fills a `tensor.empty` that is then inserted into a
    larger array, it fills the slice of the larger array directly, if the position of the slice is
    known before. Bufferization then needs no memory and no copy for the smaller array.

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

    If the parts of a `tensor.concat` are results of one loop, the loop makes the whole instead: it
    has one result in their place, and writes each part where it stands in the whole.

    MLIR's `eliminate-empty-tensors` does the same with insertions, but analyzes the whole program first, which
    takes as long as the rest of the lowering.

    Each use of a `tensor.empty` gets a `tensor.empty` of its own, next to the use. Otherwise two
    ops that fill the same one would share its memory, although the second op may run before the
    result of the first has been read.

    A splat, or a `linalg.fill` of a `tensor.empty`, from which a loop or a structured op starts is
    made next to that op, as a fill: so it can be made in a slice, too, and is not copied in each
    iteration of the loops around. An array into which each iteration of a loop inserts is made in
    each iteration.

    A branch in the chain that writes elements of the array, or leaves it, becomes a loop of one
    iteration or none. A branch of which at least one block makes the array becomes two such loops,
    one after the other, which both write to the slice; an array that the other block takes from
    elsewhere is copied there. If the other block returns a `tensor.empty`, it needs no loop.
  }];
  let statistics = [Statistic<"numPlaced", "num-placed", "Number of arrays made in place">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ChadBufferizeTensors : Pass<"chad-bufferize-tensors", "::mlir::ModuleOp"> {
  let summary = "replace tensors by buffers: MLIR's one-shot bufferization";
  let description = [{
    This is `one-shot-bufferize` with function boundaries, where arrays that functions take and
    return are contiguous. It computes the types of buffers in time that is linear in the number of
    ops that update an array one after the other; MLIR 22 takes exponential time where these are
    loops and branches inside of a loop (`memoizeBufferTypes`). 32 insertions or more at known
    places of an array that is otherwise constant, at least one for four elements, are first made
    one array of elements: MLIR's analysis takes time that is cubic in the length of such a chain.
    Other chains of 48 updates or more go on with a copy of the array after each 16, or of 192 after
    each 64 if there may be more than 8192 elements, so that the time is linear in their length.

    ```mlir
    func.func @f(%x: tensor<?xf64>, %i: index, %v: f64) -> tensor<?xf64> {
      %y = tensor.insert %v into %x[%i] : tensor<?xf64>
      return %y : tensor<?xf64>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: memref<?xf64>, %i: index, %v: f64) -> memref<?xf64> {
      memref.store %v, %x[%i] : memref<?xf64>
      return %x : memref<?xf64>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def ChadOutlineThreads : Pass<"chad-outline-threads", "::mlir::ModuleOp"> {
  let summary = "outline the body of a loop over threads as a function";
  let description = [{
    The body of a loop over threads becomes a private function whose arguments are the number of the
    thread and all values that the body uses. Buffers that the body allocates thereby stay private
    to the thread: a pass that moves allocations out of loops would otherwise make the threads share
    them.

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
          attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
        %x = memref.load %xs[%t] : memref<?xf64>
        memref.store %x, %ys[%t] : memref<?xf64>
        return
      }
    }
    ```

    `chad.distinct` marks arguments to whose memory no other argument points: buffers that the caller
    allocates, or that are only read. `chad-convert-to-llvm` tells LLVM so.
  }];
  let statistics = [Statistic<"numOutlined", "num-outlined", "Number of functions made">];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"];
}

def ChadTileTransposes : Pass<"chad-tile-transposes"> {
  let summary = "tile loops that read a buffer column by column";
  let description = [{
    A loop that writes a row of a buffer and reads a column of another one touches a line of the
    cache for each element that it reads. By the time that the loop around it reads the next element
    of the line, the line may have been replaced. The pass tiles both loops: of 8 by 8 elements, each
    line is read once. It applies to perfect nests of loops over loads and stores, each of whose
    iterations writes an element of its own, into memory that is allocated in the function and read
    at the same element at most.

    ```mlir
    func.func @transpose(%x: memref<1024x1024xf64>) -> memref<1024x1024xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1024 = arith.constant 1024 : index
      %y = memref.alloc() : memref<1024x1024xf64>
      scf.for %i = %c0 to %c1024 step %c1 {
        scf.for %j = %c0 to %c1024 step %c1 {
          %e = memref.load %x[%j, %i] : memref<1024x1024xf64>
          memref.store %e, %y[%i, %j] : memref<1024x1024xf64>
        }
      }
      return %y : memref<1024x1024xf64>
    }
    ```

    becomes, by `chad-opt --chad-tile-transposes --canonicalize --cse`,

    ```mlir
    func.func @transpose(%x: memref<1024x1024xf64>) -> memref<1024x1024xf64> {
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1024 = arith.constant 1024 : index
      %y = memref.alloc() : memref<1024x1024xf64>
      scf.for %i = %c0 to %c1024 step %c8 {
        scf.for %j = %c0 to %c1024 step %c8 {
          scf.for %k = %c0 to %c8 step %c1 {
            %row = arith.addi %i, %k : index
            scf.for %l = %c0 to %c8 step %c1 {
              %column = arith.addi %j, %l : index
              %e = memref.load %x[%column, %row] : memref<1024x1024xf64>
              memref.store %e, %y[%row, %column] : memref<1024x1024xf64>
            }
          }
        }
      }
      return %y : memref<1024x1024xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numTiled", "nests-tiled", "Nests of loops that were tiled">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def ChadKeepStatesInPlace : Pass<"chad-keep-states-in-place", "::mlir::ModuleOp"> {
  let summary = "compute the states of loops where they are kept, or overwrite them";
  let description = [{
    The reverse derivative of a loop needs the state of each iteration, which the loop copies to an
    array. The pass computes the next state at its place in this array, so that nothing is copied:
    the state of an iteration is read there, too. The last state, which has no place, has a buffer
    of its own. It applies where each iteration allocates the next state, and does not write into
    the state that it gets.

    ```mlir
    func.func @square(%x: memref<8xf64>, %n: index) -> (memref<8xf64>, memref<?x8xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %kept = memref.alloc(%n) : memref<?x8xf64>
      %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> memref<8xf64> {
        %place = memref.subview %kept[%i, 0] [1, 8] [1, 1]
            : memref<?x8xf64> to memref<8xf64, strided<[1], offset: ?>>
        memref.copy %state, %place : memref<8xf64> to memref<8xf64, strided<[1], offset: ?>>
        %next = memref.alloc() : memref<8xf64>
        linalg.mul ins(%state, %state : memref<8xf64>, memref<8xf64>) outs(%next : memref<8xf64>)
        scf.yield %next : memref<8xf64>
      }
      return %end, %kept : memref<8xf64>, memref<?x8xf64>
    }
    ```

    becomes

    ```mlir
    func.func @square(%x: memref<8xf64>, %n: index) -> (memref<8xf64>, memref<?x8xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %kept = memref.alloc(%n) : memref<?x8xf64>
      %end = memref.alloc() : memref<8xf64>
      %runs = arith.cmpi slt, %c0, %n : index
      scf.if %runs {
        %first = memref.subview %kept[%c0, 0] [1, 8] [1, 1]
            : memref<?x8xf64> to memref<8xf64, strided<[1], offset: ?>>
        memref.copy %x, %first : memref<8xf64> to memref<8xf64, strided<[1], offset: ?>>
      } else {
        memref.copy %x, %end : memref<8xf64> to memref<8xf64>
      }
      scf.for %i = %c0 to %n step %c1 {
        %state = memref.subview %kept[%i, 0] [1, 8] [1, 1]
            : memref<?x8xf64> to memref<8xf64, strided<[1], offset: ?>>
        %j = arith.addi %i, %c1 : index
        %isKept = arith.cmpi slt, %j, %n : index
        %next = scf.if %isKept -> (memref<8xf64, strided<[1], offset: ?>>) {
          %place = memref.subview %kept[%j, 0] [1, 8] [1, 1]
              : memref<?x8xf64> to memref<8xf64, strided<[1], offset: ?>>
          scf.yield %place : memref<8xf64, strided<[1], offset: ?>>
        } else {
          %last = memref.cast %end : memref<8xf64> to memref<8xf64, strided<[1], offset: ?>>
          scf.yield %last : memref<8xf64, strided<[1], offset: ?>>
        }
        linalg.mul
            ins(%state, %state : memref<8xf64, strided<[1], offset: ?>>, memref<8xf64, strided<[1], offset: ?>>)
            outs(%next : memref<8xf64, strided<[1], offset: ?>>)
      }
      return %end, %kept : memref<8xf64>, memref<?x8xf64>
    }
    ```

    A state of a static shape that no iteration uses any more when it begins to write the next one has
    one buffer for all iterations:

    ```mlir
    func.func @flip(%x: memref<2xf64>, %n: index) -> memref<2xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %end = scf.for %i = %c0 to %n step %c1 iter_args(%state = %x) -> (memref<2xf64>) {
        %next = memref.alloc() : memref<2xf64>
        %a = memref.load %state[%c0] : memref<2xf64>
        %b = memref.load %state[%c1] : memref<2xf64>
        memref.store %b, %next[%c0] : memref<2xf64>
        memref.store %a, %next[%c1] : memref<2xf64>
        scf.yield %next : memref<2xf64>
      }
      return %end : memref<2xf64>
    }
    ```

    becomes, by `chad-opt --chad-keep-states-in-place`,

    ```mlir
    func.func @flip(%x: memref<2xf64>, %n: index) -> memref<2xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %state = memref.alloc() : memref<2xf64>
      memref.copy %x, %state : memref<2xf64> to memref<2xf64>
      scf.for %i = %c0 to %n step %c1 {
        %a = memref.load %state[%c0] : memref<2xf64>
        %b = memref.load %state[%c1] : memref<2xf64>
        memref.store %b, %state[%c0] : memref<2xf64>
        memref.store %a, %state[%c1] : memref<2xf64>
      }
      return %state : memref<2xf64>
    }
    ```
  }];
  let statistics = [Statistic<"numKept", "states-kept", "States that are computed where they are kept">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadShortenLifetimes : Pass<"chad-shorten-lifetimes"> {
  let summary = "allocate buffers before their first use, and free them after their last one";
  let description = [{
    Allocations that were moved out of loops stand at the begin of a function, and deallocation frees
    at its end. The pass moves each allocation to the first op of its block that uses the buffer, and
    moves the deallocation after the last one. Loops that follow each other then use the same memory,
    and the budget of `chad.checkpoint` holds for the whole function.

    ```mlir
    func.func @f(%n: index, %x: f64, %y: f64) -> f64 {
      %c0 = arith.constant 0 : index
      %a = memref.alloc(%n) : memref<?xf64>
      %b = memref.alloc(%n) : memref<?xf64>
      linalg.fill ins(%x : f64) outs(%a : memref<?xf64>)
      %u = memref.load %a[%c0] : memref<?xf64>
      linalg.fill ins(%y : f64) outs(%b : memref<?xf64>)
      %v = memref.load %b[%c0] : memref<?xf64>
      %r = arith.addf %u, %v : f64
      memref.dealloc %a : memref<?xf64>
      memref.dealloc %b : memref<?xf64>
      return %r : f64
    }
    ```

    becomes, by `chad-opt --chad-shorten-lifetimes`,

    ```mlir
    func.func @f(%n: index, %x: f64, %y: f64) -> f64 {
      %c0 = arith.constant 0 : index
      %a = memref.alloc(%n) : memref<?xf64>
      linalg.fill ins(%x : f64) outs(%a : memref<?xf64>)
      %u = memref.load %a[%c0] : memref<?xf64>
      memref.dealloc %a : memref<?xf64>
      %b = memref.alloc(%n) : memref<?xf64>
      linalg.fill ins(%y : f64) outs(%b : memref<?xf64>)
      %v = memref.load %b[%c0] : memref<?xf64>
      memref.dealloc %b : memref<?xf64>
      %r = arith.addf %u, %v : f64
      return %r : f64
    }
    ```

    Each buffer that an op returns may be one that the op uses. A buffer whose address becomes a number or
    a pointer of LLVM stays as it is.
  }];
  let statistics = [Statistic<"numShortened", "buffers-shortened", "Number of buffers that live shorter">];
}

def ChadPromoteToStack : Pass<"chad-promote-to-stack", "::mlir::ModuleOp"> {
  let summary = "small buffers of a known size lie on the stack";
  let description = [{
    A buffer that is allocated and freed in one block becomes one on the stack, at the begin of its
    function, if its size is known and at most `max-bytes`, and those of the function have no more
    than `max-function-bytes` together. It then costs nothing to allocate, no other pointer aliases
    it, and LLVM may keep its elements in registers. Functions that call themselves or each other,
    and those that are called by their address, are left as they are: their frames stay small.

    ```mlir
    func.func @f(%n: index, %x: f64) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        %a = memref.alloc() {alignment = 64 : i64} : memref<4xf64>
        linalg.fill ins(%x : f64) outs(%a : memref<4xf64>)
        memref.dealloc %a : memref<4xf64>
      }
      return
    }
    ```

    becomes, by `chad-opt --chad-promote-to-stack`,

    ```mlir
    func.func @f(%n: index, %x: f64) {
      %a = memref.alloca() {alignment = 64 : i64} : memref<4xf64>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        linalg.fill ins(%x : f64) outs(%a : memref<4xf64>)
      }
      return
    }
    ```
  }];
  let options = [Option<"maxBytes", "max-bytes", "int64_t", "16384", "The most bytes of a buffer">,
                 Option<"maxFunctionBytes", "max-function-bytes", "int64_t", "65536",
                        "The most bytes of all buffers of a function">];
  let statistics = [Statistic<"numPromoted", "num-promoted", "Number of buffers">];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ChadReportAllocations : Pass<"chad-report-allocations"> {
  let summary = "say which loops allocate memory in each iteration";
  let description = [{
    Emits a remark, if remarks are enabled, at each loop whose iterations allocate memory, which
    costs more than updating an array in place. The pass does not change the program. At this loop,
    the remark says that each iteration allocates `memref<?xf64>`, because the extent is not known
    before the loop:

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
    After bufferization a function allocates its results. Newly allocated memory for a large array
    is slow, because the operating system clears each page at its first use. This pass gives a
    public function one more argument, an out-parameter, for each result that is an array. If the
    out-parameter has the extents of the result and its address is not null, the function writes the
    result there and returns that array; otherwise it allocates the result as before. A caller need
    not know the extents in advance: the address of the result says in whose memory it is.

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

    An out-parameter must not overlap an argument or another out-parameter. A result that is not
    allocated in the entry block of the function (such as one of two arrays, chosen by a condition)
    is returned as before. Where the module itself calls a public function, it calls a private copy.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ChadExpandMemRefs : Pass<"chad-expand-memrefs"> {
  let summary = "expand copies of strided buffers into loops, and reshapes with several dynamic extents";
  let description = [{
    `memref.copy` of a buffer whose layout is not the identity would become a call of a run-time
    library. It becomes a `linalg.generic`, and thus a loop, instead. Where `memref.expand_shape`
    makes several dimensions of unknown extent from one, MLIR's `expand-strided-metadata` has no
    strides for them. The pass computes the strides as products of the extents that are operands of
    the op.

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

#endif // CHAD_BUFFERIZE_PASSES_TD
