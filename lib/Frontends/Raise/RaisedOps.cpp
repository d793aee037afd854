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

static constexpr const char *linearFunctions =
    "composed with others by the laws of linear functions, until none is left";
static constexpr const char *normalForm =
    "evaluated as it is, or written with variables by `chad-from-unf`";
static constexpr const char *requests =
    "replaced by the derivative that it asks for, before the code around it is differentiated";
static constexpr const char *views = "a slice of the tensor, or a reshape";
static constexpr const char *parts = "arithmetic on the real and the imaginary part";
static constexpr const char *stream =
    "an asynchronous copy, which ends at a time that is not known";
static constexpr const char *load = "read by `memref.load`, or copy by `memref.copy`";

static llvm::StringMap<RaisedOp> makeTable() {
  llvm::StringMap<RaisedOp> table;
  auto add = [&](std::initializer_list<StringRef> names, const RaisedOp &op) {
    for (StringRef name : names)
      table.try_emplace(name, op);
  };

  // arith, tensor, linalg, scf, cf, func
  add({"arith.bitcast", "tensor.bitcast"},
      refused("reinterpreting the bits of a float has no derivative",
              "pass the operand through `chad.stop_gradient` if it is to count as constant"));
  add({"arith.scaling_extf", "arith.scaling_truncf"},
      refused("a format with scales, for storage",
              "convert with `arith.extf`, `arith.truncf` and `arith.mulf`"));
  add({"tensor.parallel_insert_slice"},
      becomes("`tensor.insert_slice`, one after the other in the order of the loop"));
  add({"linalg.index"}, zero("the index of a dimension of the loop nest"));
  add({"linalg.pack", "linalg.unpack", "linalg.softmax", "linalg.winograd_filter_transform",
       "linalg.winograd_input_transform", "linalg.winograd_output_transform"},
      becomes("structured operations, into which it is decomposed"));
  add({"scf.forall", "scf.parallel"}, becomes("nested `scf.for`"));
  add({"scf.reduce", "scf.reduce.return", "scf.forall.in_parallel"}, becomes("nested `scf.for`"));
  add({"cf.br", "cf.cond_br", "cf.switch"}, becomes("`scf.if`, `scf.index_switch`, `scf.while` and "
                                                    "`scf.for`"));
  add({"cf.assert"}, zero("kept as it is"));
  add({"func.func"}, becomes("a function for each derivative"));
  add({"func.constant"}, becomes("removed by `chad-remove-functions`"));
  add({"func.call_indirect"}, becomes("`chad.apply`"));

  // index
  for (StringRef name :
       {"add",  "and",      "bool.constant", "castu", "casts",     "ceildivs", "ceildivu",
        "cmp",  "constant", "divs",          "divu",  "floordivs", "maxs",     "maxu",
        "mins", "minu",     "mul",           "or",    "rems",      "remu",     "shl",
        "shrs", "shru",     "sizeof",        "sub",   "xor"})
    add({("index." + name).str()}, zero("`arith` on indices"));

  // affine
  add({"affine.apply", "affine.max", "affine.min", "affine.delinearize_index",
       "affine.linearize_index"},
      zero("`arith` on indices"));
  add({"affine.for", "affine.parallel"},
      becomes("`scf.for`; a loop over elements, as `chad.map`, where iterations are independent"));
  add({"affine.if"}, becomes("`scf.if`"));
  add({"affine.yield"}, becomes("`scf.yield`"));
  add({"affine.load", "affine.store"}, becomes("reads and writes of elements of the tensor"));
  add({"affine.vector_load", "affine.vector_store"}, becomes("slices of the tensor"));
  add({"affine.prefetch", "memref.prefetch"}, zero("dropped: no value depends on it"));
  add({"affine.dma_start", "affine.dma_wait", "memref.dma_start", "memref.dma_wait"},
      refused(stream, load));

  // memref, bufferization
  add({"memref.alloc", "memref.alloca", "memref.get_global"},
      becomes("the tensor that the buffer holds"));
  add({"memref.global"}, becomes("a constant, if it has a value and is declared `constant`, or is "
                                 "private and only loaded from; others are refused: pass the "
                                 "buffer as an argument"));
  add({"memref.alloca_scope"}, becomes("its body"));
  add({"memref.alloca_scope.return"}, becomes("the results of the scope"));
  add({"memref.load", "memref.store"}, becomes("reads and writes of elements of the tensor"));
  add({"memref.atomic_rmw"},
      becomes("a read, the operation and a write; `assign` is refused in parallel loops: use "
              "`memref.store`"));
  add({"memref.copy"}, becomes("the tensor that the source holds"));
  add({"memref.dealloc", "bufferization.dealloc", "bufferization.dealloc_tensor"},
      zero("dropped: no value depends on it"));
  add({"memref.dim", "memref.rank"}, zero("an extent by `tensor.dim`; the rank is a constant"));
  add({"memref.cast", "memref.memory_space_cast", "memref.assume_alignment",
       "memref.distinct_objects", "memref.subview", "memref.collapse_shape", "memref.expand_shape",
       "memref.transpose", "memref.reshape"},
      becomes(views));
  add({"memref.reinterpret_cast"},
      becomes(
          "contiguous elements in another shape; other strides are refused: use `memref.subview`"));
  add({"memref.view"}, refused("bytes are seen as elements of another type",
                               "allocate a buffer of the type of the elements"));
  add({"memref.realloc"}, refused("a buffer changes its size", "allocate another one, and copy"));
  add({"memref.generic_atomic_rmw", "memref.atomic_yield"},
      becomes(
          "a read, its body and a write; refused in parallel loops, unless the body is a sum, a "
          "product or an extremum, and where its result is used: read by `memref.load`"));
  add({"memref.extract_aligned_pointer_as_index", "memref.extract_strided_metadata"},
      refused("the address of a buffer escapes", load));
  add({"bufferization.to_tensor", "bufferization.to_buffer", "bufferization.clone",
       "bufferization.materialize_in_destination"},
      becomes("the tensor that the buffer holds"));
  add({"bufferization.alloc_tensor"}, becomes("`tensor.empty`, or the tensor that is copied"));

  // vector
  add({"vector.transfer_read", "vector.transfer_write", "vector.load", "vector.store",
       "vector.maskedload", "vector.maskedstore"},
      becomes(
          "slices of the tensor; element by element with a mask, or where bounds may be exceeded"));
  add({"vector.gather"}, becomes("a read by `tensor.extract` for each lane"));
  add({"vector.broadcast", "vector.contract", "vector.outerproduct", "vector.reduction",
       "vector.multi_reduction", "vector.transpose"},
      becomes("`linalg` on tensors"));
  add({"vector.fma"}, becomes("`math.fma` on tensors"));
  add({"vector.extract", "vector.insert", "vector.extract_strided_slice",
       "vector.insert_strided_slice", "vector.shape_cast", "vector.shuffle", "vector.interleave",
       "vector.deinterleave", "vector.from_elements", "vector.to_elements"},
      becomes("slices, elements and reshapes of tensors"));
  add({"vector.create_mask", "vector.constant_mask", "vector.step"},
      zero("a tensor of `i1` or of indices"));
  add({"vector.bitcast", "vector.type_cast"},
      refused("reinterpreting the bits of a float has no derivative", "convert with `arith`"));
  add({"vector.mask", "vector.yield"},
      becomes("the operation in it, with neutral elements in the lanes that are masked off"));
  add({"vector.scatter", "vector.expandload", "vector.compressstore"},
      becomes("`memref.store` and `memref.load` in a loop over the lanes"));
  add({"vector.scan"}, becomes("the operation for each element along the dimension; what is "
                               "inclusive starts with the first one, as MLIR lowers it"));
  add({"vector.scalable.extract", "vector.scalable.insert", "vector.vscale"},
      refused("the length of a scalable vector depends on the machine", "use a fixed length"));
  add({"vector.print"}, refused("printing is a side effect", "leave it out"));

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
    add({("shape." + name).str()},
        zero("operations of `tensor` on extents, and of `arith` on sizes"));
  add({"shape.cstr_broadcastable", "shape.cstr_eq", "shape.cstr_require"},
      zero("a condition, which `cf.assert` checks where code assumes it"));
  add({"shape.meet"}, zero("the first operand, and `cf.assert` that both are equal"));
  add({"shape.assuming", "shape.assuming_yield"},
      becomes("`cf.assert` of the condition, and its body"));
  add({"shape.reduce", "shape.yield"},
      becomes("its body, once for each extent; `scf.for` where the rank is not known"));
  add({"shape.with_shape", "shape.value_of"},
      becomes("the value, if the same function pairs it with the shape"));
  add({"shape.debug_print"}, zero("its operand; nothing is printed"));
  add({"shape.func", "shape.function_library", "shape.return"},
      zero("kept in the module, and not compiled"));

  // ml_program
  add({"ml_program.func", "ml_program.subgraph"}, becomes("`func.func`"));
  add({"ml_program.return", "ml_program.output"}, becomes("`func.return`"));
  add({"ml_program.global"}, becomes("a constant, unless it is `mutable`"));
  add({"ml_program.global_load", "ml_program.global_load_const", "ml_program.global_load_graph"},
      becomes("a constant; a global that is `mutable`, or has no value, is refused: pass the value "
              "as an "
              "argument"));
  add({"ml_program.global_store", "ml_program.global_store_graph"},
      refused("a mutable global is state, which outlives the call",
              "pass the state as an argument, and return the new one"));
  add({"ml_program.token"}, zero("dropped: no value depends on it"));

  // complex
  add({"complex.create", "complex.re", "complex.im", "complex.constant"},
      becomes("the real and the imaginary part"));
  add({"complex.eq", "complex.neq"}, zero("comparisons of the real and of the imaginary parts"));
  add({"complex.bitcast"}, refused("reinterpreting the bits of a float has no derivative",
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
        .Cases({"filter", "scatter", "hist_into"},
               becomes("combinators, by `chad-expand-derived-ops`"))
        .Case("vmap", becomes("`chad.map` around a call, by `chad-expand-derived-ops`"))
        .Cases({"lambda", "apply", "inj", "case"}, becomes("removed by `chad-remove-functions`"))
        .Case("record", becomes("a name for the type that boxes hold"))
        .Case("arena", becomes("the memory of boxes, once derivatives are expanded"))
        .Cases({"zero", "add"},
               becomes("arithmetic on numbers and arrays, once derivatives are expanded"))
        .Default(std::nullopt);
  return std::nullopt;
}
