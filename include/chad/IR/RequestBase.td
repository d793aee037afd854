//===- RequestBase.td - Base classes of requests -----------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_REQUESTBASE_TD
#define CHAD_IR_REQUESTBASE_TD

include "chad/IR/ChadOpBase.td"

def Chad_JacobianMode : I32EnumAttr<"JacobianMode", "how a Jacobian is computed", [
    I32EnumAttrCase<"Automatic", 0, "auto">, I32EnumAttrCase<"Forward", 1, "forward">,
    I32EnumAttrCase<"Reverse", 2, "reverse">]> {
  let cppNamespace = "::chad";
  let genSpecializedAttr = 0;
}
def Chad_JacobianModeAttr : EnumAttr<Chad_Dialect, Chad_JacobianMode, "jacobian_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def Chad_Representation : I32EnumAttr<"Representation", "how a derivative is represented", [
    I32EnumAttrCase<"Automatic", 0, "auto">, I32EnumAttrCase<"Function", 1, "function">,
    I32EnumAttrCase<"Dual", 2, "dual">, I32EnumAttrCase<"Matrix", 3, "matrix">,
    I32EnumAttrCase<"Continuation", 4, "continuation">, I32EnumAttrCase<"Begin", 5, "begin">]> {
  let cppNamespace = "::chad";
  let genSpecializedAttr = 0;
}
def Chad_RepresentationAttr : EnumAttr<Chad_Dialect, Chad_Representation, "representation"> {
  let assemblyFormat = "`<` $value `>`";
}

/// A request names a function without side effects and asks for a derivative of
/// it at a point. `wrt` are the positions of the arguments to differentiate,
/// `of` those of the results; left out, they are all those that hold floats.
/// Where no function is named, the first of `args` is one: a function value.
class Chad_Request<string mnemonic, list<Trait> traits = []> : Chad_Op<mnemonic, traits # [
    NoMemoryEffect, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<Chad_LinearOpInterface, ["propagateLinearity"]>]> {
  dag requestArguments = (ins OptionalAttr<FlatSymbolRefAttr>:$callee,
                              OptionalAttr<DenseI64ArrayAttr>:$wrt,
                              OptionalAttr<DenseI64ArrayAttr>:$of,
                              Variadic<AnyType>:$args);
  let arguments = requestArguments;
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<Called>($callee, $args) (`wrt` $wrt^)? (`of` $of^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// The arguments of the function, without the function if that is a value.
    ::mlir::OperandRange getPoint() {
      return getCalleeAttr() ? getArgs() : getArgs().drop_front();
    }
  }];
}

#endif // CHAD_IR_REQUESTBASE_TD
