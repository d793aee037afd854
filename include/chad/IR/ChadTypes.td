//===- ChadTypes.td - Types of the chad dialect ------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADTYPES_TD
#define CHAD_IR_CHADTYPES_TD

include "chad/IR/ChadDialect.td"

class Chad_Type<string name, string typeMnemonic> : TypeDef<Chad_Dialect, name> {
  let mnemonic = typeMnemonic;
  let genVerifyDecl = 1;
}

def Chad_LinType : Chad_Type<"Lin", "lin"> {
  let summary = "the linear type of tangents and cotangents at a type";
  let description = [{
    `!chad.lin<T>` is the commutative monoid in which the tangents and the
    cotangents of values of type `T` live. `T` is a float, an integer, `index`,
    or a ranked tensor of one of these.

    At a float or a tensor of floats it has the representation of `T`. At an
    integer, `index` or a tensor of them it is the unit monoid: it has one
    element, zero, and costs nothing.

    Inside the types of this dialect the prefix is dropped:
    `!chad.lfun<(lin<f64>) -> (lin<f64>)>`.

    Source: Vákár & Smeding 2022, §2.
  }];
  let parameters = (ins "::mlir::Type":$primal);
  let assemblyFormat = "`<` $primal `>`";
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$primal), [{
    return $_get(primal.getContext(), primal);
  }]>];
  let extraClassDeclaration = [{
    /// Whether this is the monoid with zero alone.
    bool isUnit();
  }];
}

def Chad_LFunType : Chad_Type<"LFun", "lfun"> {
  let summary = "linear functions between lists of linear types";
  let description = [{
    `!chad.lfun<(A...) -> (B...)>` is the type of linear functions `A ⊸ B`:
    functions that preserve zero and addition. All of `A` and `B` are linear
    types. A product is a list of values, so no tuple type is needed.

    A linear function is a Cartesian value: it may be used any number of times.

    Source: Vákár & Smeding 2022, §2; Ellis et al. 2020, §2.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$inputs,
                        ArrayRefParameter<"::mlir::Type">:$outputs);
  let assemblyFormat = [{
    `<` custom<TypeList>($inputs) `->` custom<TypeList>($outputs) `>`
  }];
}

def Chad_CopowerType : Chad_Type<"Copower", "copower"> {
  let summary = "copower of a Cartesian by a linear type";
  let description = [{
    `!chad.copower<(A...), (L...)>` is the copower `!A ⊗ L`: formal sums of pairs
    of a Cartesian value in `A` and a linear value in `L`, linear in the second
    part. It is a linear type, the reverse cotangent at a function type.

    Source: Vákár & Smeding 2022, §2, §9.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$primals,
                        ArrayRefParameter<"::mlir::Type">:$tangents);
  let assemblyFormat = [{
    `<` custom<TypeList>($primals) `,` custom<TypeList>($tangents) `>`
  }];
}

def Chad_SumType : Chad_Type<"Sum", "sum"> {
  let summary = "tagged union of lists of values";
  let description = [{
    `!chad.sum<(A...), (B...), ...>`: a value is a tag, counted from zero, with
    the values that the tag's list names. `!chad.sum<(), (f64)>` is an optional
    float. A sum of linear types is a linear type whose zero fits every tag.

    Source: Vákár & Smeding 2022, §7.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::TupleType">:$alternatives);
  let assemblyFormat = "`<` custom<Alternatives>($alternatives) `>`";
}

def Chad_CtxType : Chad_Type<"Ctx", "ctx"> {
  let summary = "context of the unary normal form";
  let description = [{
    `!chad.ctx<[A, ...]>` is the state of a UNF program: a list of values. Every
    value of this type is used exactly once, so that an update of one component
    can happen in place. `chad-verify-linear` proves it.

    Source: Huot & Shaikhha 2022, §4.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$components);
  let assemblyFormat = "`<` custom<SquareTypeList>($components) `>`";
}

def Chad_BoxType : Chad_Type<"Box", "box"> {
  let summary = "an immutable record on the heap";
  let description = [{
    `!chad.box<@T>` holds values of the types that `chad.record @T` names. The type
    refers to its record by name, so that a box may hold boxes of its own type.

    Tangents and cotangents of a box are `!chad.lin<!chad.box<@T>>`: zero, or a box of
    the tangents of its fields.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$record);
  let assemblyFormat = "`<` $record `>`";
  let genVerifyDecl = 0;
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

def Chad_Linear : Type<CPred<"::chad::isLinearType($_self)">, "linear type", "::mlir::Type">;
def Chad_Array : Type<CPred<"::chad::isArrayType($_self)">,
    "array (ranked tensor of rank 1 or more, or !chad.lin of one)", "::mlir::Type">;
def Chad_Boxed : Type<CPred<"::llvm::isa_and_nonnull<::chad::BoxType>(::chad::getPrimalType($_self))">,
    "!chad.box, or !chad.lin of one", "::mlir::Type">;
def Chad_Boxes : Type<CPred<"::llvm::isa<::chad::BoxType>(::mlir::getElementTypeOrSelf($_self))">,
    "!chad.box, or a tensor of them", "::mlir::Type">;
def Chad_FuncType : Type<CPred<"::llvm::isa<::mlir::FunctionType>($_self)">,
    "function type", "::mlir::FunctionType">;
def Chad_IndexArray : Type<CPred<"::chad::isIndexArrayType($_self)">,
    "ranked tensor of index or integer of rank 1 or more", "::mlir::RankedTensorType">;

#endif // CHAD_IR_CHADTYPES_TD
