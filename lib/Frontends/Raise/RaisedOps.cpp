//===- RaisedOps.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The table of ops without a derivative rule: the ops that replace them before differentiation, and
// the reasons why others are refused.

#include "chad/Frontends/Raise/RaisedOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace chad;

static RaisedOp becomes(const char *what) { return {what, nullptr, nullptr, false}; }
static RaisedOp zero(const char *what) { return {what, nullptr, nullptr, true}; }
static RaisedOp refused(const char *why, const char *remedy) {
  return {nullptr, why, remedy, false};
}

static constexpr const char *linearFunctions = "removed by the laws of linear functions";
static constexpr const char *normalForm = "evaluated, or left by `chad-from-unf`";
static constexpr const char *requests = "expanded before what is around it is differentiated";
static constexpr const char *views = "a part of the tensor, or its elements in another shape";
static constexpr const char *parts = "arithmetic on real and imaginary parts";
static constexpr const char *stream = "a transfer that goes on while the program does";
static constexpr const char *load = "read by `memref.load`, or copy by `memref.copy`";

static llvm::StringMap<RaisedOp> makeTable() {
  llvm::StringMap<RaisedOp> table;
  auto add = [&](std::initializer_list<StringRef> names, const RaisedOp &op) {
    for (StringRef name : names)
      table.try_emplace(name, op);
  };

  // arith, tensor, linalg, scf, cf, func
  add({"arith.bitcast", "tensor.bitcast"},
      refused("the bits of a float have no derivative",
              "pass the operand through `chad.stop_gradient` if it is to count as constant"));
  add({"arith.scaling_extf", "arith.scaling_truncf"},
      refused("formats for storage", "convert with `arith.extf`, `arith.truncf` and `arith.mulf`"));
  add({"tensor.parallel_insert_slice"}, becomes("`tensor.insert_slice`, in the loop's order"));
  add({"linalg.index"}, zero("an index of the loops"));
  add({"linalg.pack", "linalg.unpack", "linalg.softmax", "linalg.winograd_filter_transform",
       "linalg.winograd_input_transform", "linalg.winograd_output_transform"},
      becomes("structured ops"));
  add({"scf.forall", "scf.parallel"}, becomes("nested `scf.for`"));
  add({"scf.reduce", "scf.reduce.return", "scf.forall.in_parallel"}, becomes("nested `scf.for`"));
  add({"cf.br", "cf.cond_br", "cf.switch"}, becomes("`scf.if`, `scf.index_switch`, `scf.while` and "
                                                    "`scf.for`"));
  add({"cf.assert"}, zero("stays"));
  add({"func.func"}, becomes("a function for each derivative"));
  add({"func.constant", "func.call_indirect"},
      refused("a function that is a value",
              "call it by name, or use `chad.lambda` and `chad.apply`"));

  // affine
  add({"affine.apply", "affine.max", "affine.min", "affine.delinearize_index",
       "affine.linearize_index"},
      zero("`arith` on indices"));
  add({"affine.for", "affine.parallel"},
      becomes("`scf.for`, then a loop over elements where it can"));
  add({"affine.if"}, becomes("`scf.if`"));
  add({"affine.yield"}, becomes("`scf.yield`"));
  add({"affine.load", "affine.store"}, becomes("reads and writes of elements of the tensor"));
  add({"affine.vector_load", "affine.vector_store"}, becomes("slices of the tensor"));
  add({"affine.prefetch", "memref.prefetch"}, zero("nothing"));
  add({"affine.dma_start", "affine.dma_wait", "memref.dma_start", "memref.dma_wait"},
      refused(stream, load));

  // memref, bufferization
  add({"memref.alloc", "memref.alloca", "memref.get_global"},
      becomes("the tensor that is in the buffer"));
  add({"memref.global"},
      becomes("a constant, where it is one; others are refused: pass the buffer"));
  add({"memref.alloca_scope"}, becomes("what is in it"));
  add({"memref.alloca_scope.return"}, becomes("the results of what is in the scope"));
  add({"memref.load", "memref.store"}, becomes("reads and writes of elements of the tensor"));
  add({"memref.atomic_rmw"},
      becomes("a read, an op and a write, but for `assign`, which is refused: "
              "use `memref.store`"));
  add({"memref.copy"}, becomes("the tensor that is in the source"));
  add({"memref.dealloc", "bufferization.dealloc", "bufferization.dealloc_tensor"}, zero("nothing"));
  add({"memref.dim", "memref.rank"}, zero("`tensor.dim`, a constant"));
  add({"memref.cast", "memref.memory_space_cast", "memref.assume_alignment",
       "memref.distinct_objects", "memref.subview", "memref.collapse_shape", "memref.expand_shape",
       "memref.transpose", "memref.reshape"},
      becomes(views));
  add({"memref.reinterpret_cast"},
      becomes("a run of elements in another shape; others are refused: use `memref.subview`"));
  add({"memref.view"}, refused("bytes are seen as elements of another type",
                               "allocate a buffer of the type of the elements"));
  add({"memref.realloc"}, refused("a buffer changes its size", "allocate another one, and copy"));
  add({"memref.generic_atomic_rmw", "memref.atomic_yield"},
      refused("threads update an element in an order that is not known",
              "use `memref.atomic_rmw` for a sum, a product or an extremum"));
  add({"memref.extract_aligned_pointer_as_index", "memref.extract_strided_metadata"},
      refused("the address of a buffer escapes", load));
  add({"bufferization.to_tensor", "bufferization.to_buffer", "bufferization.clone",
       "bufferization.materialize_in_destination"},
      becomes("the tensor that is in the buffer"));
  add({"bufferization.alloc_tensor"}, becomes("`tensor.empty`, or what is copied"));

  // vector
  add({"vector.transfer_read", "vector.transfer_write", "vector.load", "vector.store",
       "vector.maskedload", "vector.maskedstore"},
      becomes("slices of the array; where it may be left, or with a mask, element by element"));
  add({"vector.gather"}, becomes("reads of elements"));
  add({"vector.broadcast", "vector.contract", "vector.outerproduct", "vector.reduction",
       "vector.multi_reduction", "vector.transpose"},
      becomes("`linalg` on tensors"));
  add({"vector.fma"}, becomes("`math.fma` on tensors"));
  add({"vector.extract", "vector.insert", "vector.extract_strided_slice",
       "vector.insert_strided_slice", "vector.shape_cast", "vector.shuffle", "vector.interleave",
       "vector.deinterleave", "vector.from_elements", "vector.to_elements"},
      becomes("slices, elements and reshapes of tensors"));
  add({"vector.create_mask", "vector.constant_mask", "vector.step"},
      zero("a tensor of conditions or indices"));
  add({"vector.bitcast", "vector.type_cast"},
      refused("the bits of a float have no derivative", "convert with `arith`"));
  add({"vector.mask", "vector.yield"},
      refused("which elements an op computes is a mask",
              "give the mask to the transfer, or use `arith.select`"));
  add({"vector.scatter", "vector.expandload", "vector.compressstore"},
      refused("positions follow from a mask or from data", "use `memref.store` in a loop"));
  add({"vector.scan"}, refused("a scan of a vector", "use `chad.scan` on a tensor"));
  add({"vector.scalable.extract", "vector.scalable.insert", "vector.vscale"},
      refused("the extent of a vector depends on the machine", "use fixed extents"));
  add({"vector.print"}, refused("it prints", "leave it out"));

  // shape: each op on shapes is one on tensors of extents
  for (StringRef name : {"add",
                         "any",
                         "assuming_all",
                         "broadcast",
                         "concat",
                         "const_shape",
                         "const_size",
                         "const_witness",
                         "dim",
                         "div",
                         "from_extents",
                         "from_extent_tensor",
                         "get_extent",
                         "index_to_size",
                         "max",
                         "min",
                         "mul",
                         "num_elements",
                         "rank",
                         "shape_eq",
                         "is_broadcastable",
                         "shape_of",
                         "size_to_index",
                         "split_at",
                         "to_extent_tensor",
                         "value_as_shape"})
    add({("shape." + name).str()}, zero("extents in `tensor`, sizes in `arith`"));
  add({"shape.cstr_broadcastable", "shape.cstr_eq", "shape.cstr_require"},
      zero("a condition, which `cf.assert` asks for where code assumes it"));
  add({"shape.meet"}, zero("the first operand, and `cf.assert` that both are equal"));
  add({"shape.assuming", "shape.assuming_yield"}, becomes("`cf.assert`, and what is in it"));
  add({"shape.reduce", "shape.yield"},
      becomes("its body for each extent, or `scf.for` where the rank is not known"));
  add({"shape.with_shape", "shape.value_of"},
      becomes("the value, where the function itself puts it together with a shape"));
  add({"shape.debug_print"}, zero("its operand; nothing is printed"));
  add({"shape.func", "shape.function_library", "shape.return"},
      zero("stays, and is no part of the compiled program"));

  // ml_program
  add({"ml_program.func", "ml_program.subgraph"}, becomes("`func.func`"));
  add({"ml_program.return", "ml_program.output"}, becomes("`func.return`"));
  add({"ml_program.global"}, becomes("a constant, unless it is `mutable`"));
  add({"ml_program.global_load", "ml_program.global_load_const", "ml_program.global_load_graph"},
      becomes(
          "a constant; of a global that is `mutable` or without a value it is refused: pass the "
          "value as an argument"));
  add({"ml_program.global_store", "ml_program.global_store_graph"},
      refused("a program with state", "pass the state as an argument, and return the new one"));
  add({"ml_program.token"}, zero("nothing"));

  // complex
  add({"complex.create", "complex.re", "complex.im", "complex.constant"}, becomes("the parts"));
  add({"complex.eq", "complex.neq"}, zero("comparisons of the parts"));
  add({"complex.bitcast"}, refused("the bits of a float have no derivative",
                                   "take the parts by `complex.re` and `complex.im`"));
  for (StringRef name :
       {"abs", "add", "angle", "atan2", "conj",  "cos",  "div", "exp",  "expm1", "log", "log1p",
        "mul", "neg", "pow",   "powi",  "rsqrt", "sign", "sin", "sqrt", "sub",   "tan", "tanh"})
    add({("complex." + name).str()}, becomes(parts));
  return table;
}

std::optional<RaisedOp> chad::getRaisedOp(OperationName name) {
  static const llvm::StringMap<RaisedOp> table = makeTable();
  if (auto found = table.find(name.getStringRef()); found != table.end())
    return found->second;
  StringRef op = name.stripDialect();
  if (name.getDialectNamespace() == "chad")
    return llvm::StringSwitch<std::optional<RaisedOp>>(op.split('.').first)
        .Cases({"lfun", "copower"}, becomes(linearFunctions))
        .Case("unf", becomes(normalForm))
        .Cases({"jvp", "vjp", "grad", "value_and_grad", "jacobian", "linearize", "hvp", "hessian"},
               becomes(requests))
        .Cases({"filter", "scatter"}, becomes("combinators, by `chad-expand-derived-ops`"))
        .Case("vmap", becomes("`chad.map` around a call, by `chad-expand-derived-ops`"))
        .Cases({"lambda", "apply", "inj", "case"}, becomes("removed by `chad-remove-functions`"))
        .Case("record", becomes("names what boxes hold"))
        .Case("arena", becomes("what boxes are in memory, after all derivatives"))
        .Cases({"zero", "add"}, becomes("arithmetic, after the first derivative"))
        .Default(std::nullopt);
  return std::nullopt;
}
