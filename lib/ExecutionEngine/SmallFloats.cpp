//===- SmallFloats.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arithmetic on floats of 16 bits, done on f32 and rounded once, to nearest and even. Where the
// processor lacks conversions, code generation would call functions that neither this process nor
// older compilers' libraries have; and processors that have them may flush subnormal numbers.

#include "SmallFloats.h"
#include "Target.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace chad::detail;

namespace {
class Expansion {
public:
  Expansion(Module &code, const TargetMachine &target)
      : code(code), floats(describeSmallFloats(target)), builder(code.getContext()) {}
  void run();

private:
  /// The type with other elements.
  static Type *like(Type *type, Type *element) {
    auto *vector = dyn_cast<VectorType>(type);
    return vector ? VectorType::get(element, vector->getElementCount()) : element;
  }
  Type *intLike(Type *type, unsigned width) { return like(type, builder.getIntNTy(width)); }
  Type *floatLike(Type *type) { return like(type, builder.getFloatTy()); }
  static bool isBFloat(Type *type) { return type->getScalarType()->isBFloatTy(); }
  static bool isHalf(Type *type) { return type->getScalarType()->isHalfTy(); }
  /// Whether arithmetic on the type is to be done on f32.
  bool isExpanded(Type *type) const {
    return isBFloat(type) || (isHalf(type) && !floats.convertsHalf && !floats.computesHalf);
  }
  /// Whether rounding from f64 to the type takes two steps.
  bool isRoundedTwice(Type *type) const {
    return isBFloat(type) || (isHalf(type) && floats.isX86 && !floats.computesHalf);
  }

  Value *constant(Type *type, uint64_t bits) { return ConstantInt::get(type, bits); }
  Value *extend(Value *value);
  Value *extendHalf(Value *value);
  Value *round(Value *value, Type *to);
  Value *roundToOdd(Value *value);
  Value *roundToBFloat(Value *value);
  Value *roundToHalf(Value *value);
  Value *convertInteger(Value *value, Type *to, bool isSigned);
  Value *expandIntrinsic(IntrinsicInst &call);
  Value *expand(Instruction &op);
  void defineRounding();

  Module &code;
  SmallFloatSupport floats;
  IRBuilder<> builder;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// To f32, exactly.
Value *Expansion::extend(Value *value) {
  Type *type = value->getType();
  if (isHalf(type))
    return floats.convertsHalf ? builder.CreateFPExt(value, floatLike(type)) : extendHalf(value);
  Type *word = intLike(type, 32);
  Value *bits = builder.CreateZExt(builder.CreateBitCast(value, intLike(type, 16)), word);
  return builder.CreateBitCast(builder.CreateShl(bits, constant(word, 16)), floatLike(type));
}

Value *Expansion::extendHalf(Value *value) {
  Type *type = value->getType(), *word = intLike(type, 32);
  Value *bits = builder.CreateZExt(builder.CreateBitCast(value, intLike(type, 16)), word);
  Value *sign =
      builder.CreateShl(builder.CreateAnd(bits, constant(word, 0x8000)), constant(word, 16));
  Value *rest =
      builder.CreateShl(builder.CreateAnd(bits, constant(word, 0x7fff)), constant(word, 13));
  Value *exponent = builder.CreateAnd(rest, constant(word, 0x0f800000));
  Value *normal = builder.CreateAdd(rest, constant(word, (127 - 15) << 23));
  // Infinities and NaN have the largest exponent there, too, and NaN is made quiet.
  Value *mantissa = builder.CreateAnd(rest, constant(word, 0x007fffff));
  Value *isNaN = builder.CreateICmpNE(mantissa, constant(word, 0));
  Value *special =
      builder.CreateOr(builder.CreateOr(rest, constant(word, 0x7f800000)),
                       builder.CreateSelect(isNaN, constant(word, 0x00400000), constant(word, 0)));
  // A subnormal number is a multiple of 2^-24.
  Value *least = ConstantFP::get(floatLike(type), 0x1p-24);
  Value *subnormal = builder.CreateBitCast(
      builder.CreateFMul(
          builder.CreateUIToFP(builder.CreateLShr(rest, constant(word, 13)), floatLike(type)),
          least),
      word);
  Value *isSpecial = builder.CreateICmpEQ(exponent, constant(word, 0x0f800000));
  Value *isSubnormal = builder.CreateICmpEQ(exponent, constant(word, 0));
  Value *result = builder.CreateSelect(isSpecial, special,
                                       builder.CreateSelect(isSubnormal, subnormal, normal));
  return builder.CreateBitCast(builder.CreateOr(result, sign), floatLike(type));
}

/// Rounds f64 to f32 to odd: a result that is not exact has the last bit set. Then a second
/// rounding gives the same as rounding once.
Value *Expansion::roundToOdd(Value *value) {
  Type *type = value->getType(), *word = intLike(type, 32), *wide = intLike(type, 64);
  Value *nearest = builder.CreateFPTrunc(value, floatLike(type));
  Value *back = builder.CreateFPExt(nearest, type);
  auto magnitude = [&](Value *number) {
    return builder.CreateAnd(builder.CreateBitCast(number, wide), constant(wide, INT64_MAX));
  };
  Value *isAway = builder.CreateICmpUGT(magnitude(back), magnitude(value));
  // False for NaN.
  Value *isInexact = builder.CreateFCmpONE(back, value);
  Value *bits = builder.CreateBitCast(nearest, word);
  Value *toZero = builder.CreateSub(bits, builder.CreateZExt(isAway, word));
  Value *odd = builder.CreateOr(toZero, constant(word, 1));
  return builder.CreateBitCast(builder.CreateSelect(isInexact, odd, bits), floatLike(type));
}

/// Rounds f32 to bf16, by arithmetic on integers.
Value *Expansion::roundToBFloat(Value *value) {
  Type *type = value->getType(), *word = intLike(type, 32);
  Value *bits = builder.CreateBitCast(value, word);
  Value *high = builder.CreateLShr(bits, constant(word, 16));
  // Ties go to even.
  Value *half =
      builder.CreateAdd(builder.CreateAnd(high, constant(word, 1)), constant(word, 0x7fff));
  Value *rounded = builder.CreateLShr(builder.CreateAdd(bits, half), constant(word, 16));
  Value *quiet = builder.CreateOr(high, constant(word, 0x40));
  Value *isNaN = builder.CreateFCmpUNO(value, value);
  Value *result = builder.CreateSelect(isNaN, quiet, rounded);
  return builder.CreateBitCast(builder.CreateTrunc(result, intLike(type, 16)),
                               like(type, builder.getBFloatTy()));
}

/// Rounds f32 to f16, by arithmetic on integers.
Value *Expansion::roundToHalf(Value *value) {
  Type *type = value->getType(), *word = intLike(type, 32);
  Value *bits = builder.CreateBitCast(value, word);
  Value *sign =
      builder.CreateLShr(builder.CreateAnd(bits, constant(word, 0x80000000)), constant(word, 16));
  Value *size = builder.CreateAnd(bits, constant(word, 0x7fffffff));
  Value *last = builder.CreateAnd(builder.CreateLShr(size, constant(word, 13)), constant(word, 1));
  Value *rebiased = builder.CreateAdd(
      size, constant(word, 0xfff - (int64_t(127 - 15) << 23) + (int64_t(1) << 32)));
  Value *normal = builder.CreateLShr(builder.CreateAdd(rebiased, last), constant(word, 13));
  // Added to 1/2, whose last place is 2^-24, a number is rounded to a multiple of that.
  Value *one = ConstantFP::get(floatLike(type), 0.5);
  Value *moved = builder.CreateFAdd(builder.CreateBitCast(size, floatLike(type)), one);
  Value *subnormal =
      builder.CreateSub(builder.CreateBitCast(moved, word), constant(word, 0x3f000000));
  Value *nan = builder.CreateOr(
      constant(word, 0x7e00),
      builder.CreateAnd(builder.CreateLShr(size, constant(word, 13)), constant(word, 0x3ff)));
  Value *isNaN = builder.CreateICmpUGT(size, constant(word, 0x7f800000));
  Value *isLarge = builder.CreateICmpUGE(size, constant(word, 0x47800000));
  Value *isSmall = builder.CreateICmpULT(size, constant(word, 0x38800000));
  Value *large = builder.CreateSelect(isNaN, nan, constant(word, 0x7c00));
  Value *result =
      builder.CreateSelect(isLarge, large, builder.CreateSelect(isSmall, subnormal, normal));
  return builder.CreateBitCast(
      builder.CreateTrunc(builder.CreateOr(result, sign), intLike(type, 16)),
      like(type, builder.getHalfTy()));
}

/// Rounds f32 or f64 to bf16 or f16.
Value *Expansion::round(Value *value, Type *to) {
  if (value->getType()->getScalarType()->isDoubleTy())
    value = roundToOdd(value);
  if (isBFloat(to))
    return roundToBFloat(value);
  return floats.convertsHalf || floats.computesHalf ? builder.CreateFPTrunc(value, to)
                                                    : roundToHalf(value);
}

/// Converts by way of f64, which represents integers below 2^53. In a larger one it only matters
/// whether the last twelve bits are zero.
Value *Expansion::convertInteger(Value *value, Type *to, bool isSigned) {
  Type *type = value->getType();
  if (type->getScalarSizeInBits() < 64) {
    Type *wide = intLike(type, 64);
    value = isSigned ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
    return round(builder.CreateSIToFP(value, like(type, builder.getDoubleTy())), to);
  }
  if (type->getScalarSizeInBits() > 64)
    return nullptr;
  Value *low = builder.CreateAnd(value, constant(type, 0xfff));
  Value *hasLow = builder.CreateICmpNE(low, constant(type, 0));
  Value *sticky =
      builder.CreateOr(builder.CreateXor(value, low),
                       builder.CreateSelect(hasLow, constant(type, 0x800), constant(type, 0)));
  Value *shifted = builder.CreateAdd(value, constant(type, uint64_t(1) << 52));
  Value *isExact = isSigned ? builder.CreateICmpULE(shifted, constant(type, uint64_t(1) << 53))
                            : builder.CreateICmpULE(value, constant(type, uint64_t(1) << 53));
  Value *chosen = builder.CreateSelect(isExact, value, sticky);
  Type *number = like(type, builder.getDoubleTy());
  return round(
      isSigned ? builder.CreateSIToFP(chosen, number) : builder.CreateUIToFP(chosen, number), to);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Replaces an intrinsic by the same one on f32, or on integers if it reads or writes memory, which
/// holds the bits.
Value *Expansion::expandIntrinsic(IntrinsicInst &call) {
  auto isAnyExpanded = [&](Value *arg) { return isExpanded(arg->getType()); };
  if (!isExpanded(call.getType()) && llvm::none_of(call.args(), isAnyExpanded))
    return nullptr;
  SmallVector<Type *> types;
  if (!Intrinsic::getIntrinsicSignature(call.getCalledFunction(), types))
    return nullptr;
  bool isMove = call.mayReadOrWriteMemory();
  for (Type *&type : types)
    if (isExpanded(type))
      type = isMove ? intLike(type, 16) : floatLike(type);
  SmallVector<Value *> args;
  for (Value *arg : call.args()) {
    if (isExpanded(arg->getType()))
      arg = isMove ? builder.CreateBitCast(arg, intLike(arg->getType(), 16)) : extend(arg);
    args.push_back(arg);
  }
  CallInst *other = builder.CreateIntrinsic(call.getIntrinsicID(), types, args);
  if (isMove) {
    other->setAttributes(call.getAttributes());
    return isExpanded(call.getType()) ? builder.CreateBitCast(other, call.getType()) : other;
  }
  if (isa<FPMathOperator>(other) && isa<FPMathOperator>(call))
    other->copyFastMathFlags(&call);
  return isExpanded(call.getType()) ? round(other, call.getType()) : other;
}

/// The value that replaces an operation, or null if it stays.
Value *Expansion::expand(Instruction &op) {
  Type *type = op.getType();
  switch (op.getOpcode()) {
  case Instruction::FPTrunc: {
    bool isWide = op.getOperand(0)->getType()->getScalarType()->isDoubleTy();
    return isExpanded(type) || (isWide && isRoundedTwice(type)) ? round(op.getOperand(0), type)
                                                                : nullptr;
  }
  case Instruction::FPExt: {
    if (!isExpanded(op.getOperand(0)->getType()))
      return nullptr;
    Value *value = extend(op.getOperand(0));
    return value->getType() == type ? value : builder.CreateFPExt(value, type);
  }
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return isExpanded(type) || isRoundedTwice(type)
               ? convertInteger(op.getOperand(0), type, op.getOpcode() == Instruction::SIToFP)
               : nullptr;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return isExpanded(op.getOperand(0)->getType())
               ? builder.CreateCast(cast<CastInst>(op).getOpcode(), extend(op.getOperand(0)), type)
               : nullptr;
  case Instruction::FCmp: {
    auto &compare = cast<FCmpInst>(op);
    if (!isExpanded(compare.getOperand(0)->getType()))
      return nullptr;
    return builder.CreateFCmpFMF(compare.getPredicate(), extend(compare.getOperand(0)),
                                 extend(compare.getOperand(1)), &op);
  }
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem: {
    if (!isExpanded(type))
      return nullptr;
    Value *wide = builder.CreateBinOp(static_cast<Instruction::BinaryOps>(op.getOpcode()),
                                      extend(op.getOperand(0)), extend(op.getOperand(1)));
    if (auto *instruction = dyn_cast<Instruction>(wide))
      instruction->copyFastMathFlags(&op);
    return round(wide, type);
  }
  case Instruction::Call:
    if (auto *call = dyn_cast<IntrinsicInst>(&op))
      return expandIntrinsic(*call);
    return nullptr;
  default:
    return nullptr;
  }
}

/// Code generation for x86 keeps a bf16 that lives in several blocks as f32, and calls a function
/// to have it back. Other objects may define it, too.
void Expansion::defineRounding() {
  constexpr StringRef name = "__truncsfbf2";
  if (!floats.isX86 || floats.movesBFloat || code.getFunction(name))
    return;
  auto *type = FunctionType::get(builder.getBFloatTy(), {builder.getFloatTy()}, false);
  Function *function = Function::Create(type, GlobalValue::WeakODRLinkage, name, code);
  function->setVisibility(GlobalValue::HiddenVisibility);
  function->setDoesNotThrow();
  builder.SetInsertPoint(BasicBlock::Create(code.getContext(), "", function));
  builder.CreateRet(roundToBFloat(function->getArg(0)));
}

void Expansion::run() {
  bool hasBFloat = false;
  for (Function &function : code) {
    SmallVector<Instruction *> ops(make_pointer_range(instructions(function)));
    for (Instruction *op : ops) {
      hasBFloat |= isBFloat(op->getType()) || llvm::any_of(op->operand_values(), [](Value *value) {
                     return isBFloat(value->getType());
                   });
      builder.SetInsertPoint(op);
      Value *result = expand(*op);
      if (!result)
        continue;
      op->replaceAllUsesWith(result);
      op->eraseFromParent();
    }
  }
  if (hasBFloat)
    defineRounding();
}

void chad::detail::expandSmallFloats(Module &code, const TargetMachine &target) {
  Expansion(code, target).run();
}
