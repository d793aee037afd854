//===- Emitter.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes ops of arith for formulas on floats of one type, scalars or vectors. They have no fast-math
// flags, since the formulas depend on the rounding of each operation.

#ifndef CHAD_LIB_CONVERSION_APPROXIMATEMATH_EMITTER_H
#define CHAD_LIB_CONVERSION_APPROXIMATEMATH_EMITTER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace chad::detail {

/// A constant of a formula in both formats; that for f32 is exact in f32.
struct Coefficient {
  double f64, f32;
};

/// The coefficients of a polynomial, lowest power first. There are fewer for f32.
struct Polynomial {
  llvm::ArrayRef<double> f64, f32;
};

class Emitter {
public:
  /// Formulas on `type`: f32, f64, or a vector of one. With `useFMA` a product and
  /// sum are rounded once.
  Emitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type, bool useFMA);

  bool isDouble() const { return mantissaBits == 52; }
  bool hasFMA() const { return useFMA; }
  unsigned getMantissaBits() const { return mantissaBits; }
  int getBias() const { return isDouble() ? 1023 : 127; }

  mlir::Value real(Coefficient value);
  mlir::Value real(double value) { return real(Coefficient{value, value}); }
  mlir::Value infinity(bool isNegative = false);
  mlir::Value nan();
  mlir::Value integer(uint64_t value);
  /// 2^exponent.
  mlir::Value power(int exponent);

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value div(mlir::Value a, mlir::Value b);
  /// `a * b + c`.
  mlir::Value fma(mlir::Value a, mlir::Value b, mlir::Value c);
  mlir::Value abs(mlir::Value a);
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign);
  /// NaN stays NaN.
  mlir::Value atLeast(mlir::Value a, mlir::Value low);
  mlir::Value atMost(mlir::Value a, mlir::Value high);

  /// `p(x)`, by Horner's rule. If p is long, its even and its odd powers are two chains, which take
  /// half the time where nothing else is there to be computed, as in a recurrence.
  mlir::Value evaluate(const Polynomial &p, mlir::Value x);

  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);

  mlir::Value bitsOf(mlir::Value a);
  mlir::Value realOf(mlir::Value bits);
  mlir::Value addBits(mlir::Value a, mlir::Value b);
  mlir::Value subBits(mlir::Value a, mlir::Value b);
  mlir::Value andBits(mlir::Value a, mlir::Value b);
  mlir::Value orBits(mlir::Value a, mlir::Value b);
  mlir::Value xorBits(mlir::Value a, mlir::Value b);
  mlir::Value shiftLeft(mlir::Value a, unsigned count);
  mlir::Value shiftRight(mlir::Value a, unsigned count);
  mlir::Value isOdd(mlir::Value a);

  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type type, bitsType;
  unsigned mantissaBits;
  bool useFMA;
};

/// The functions of this folder. `x` has the type of the emitter.
mlir::Value emitExp(Emitter &e, mlir::Value x);
mlir::Value emitExp2(Emitter &e, mlir::Value x);
mlir::Value emitExpM1(Emitter &e, mlir::Value x);
mlir::Value emitTanh(Emitter &e, mlir::Value x);
mlir::Value emitLog(Emitter &e, mlir::Value x);
mlir::Value emitLog2(Emitter &e, mlir::Value x);
mlir::Value emitLog10(Emitter &e, mlir::Value x);
mlir::Value emitLog1p(Emitter &e, mlir::Value x);
/// The sine and the cosine of vectors with one static extent.
mlir::Value emitSin(Emitter &e, mlir::Value x);
mlir::Value emitCos(Emitter &e, mlir::Value x);
/// The sine or cosine of a scalar, without a library to compute those of large arguments.
mlir::Value emitSinOrCosAlone(Emitter &e, mlir::Value x, bool isCos);
/// The value of an op on scalars of f64 or f32 that otherwise only a library computes: of an
/// inverse trigonometric function, a cube root or an error function. Null for other ops.
mlir::Value emitAlone(mlir::OpBuilder &builder, mlir::Operation *op, bool useFMA);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_APPROXIMATEMATH_EMITTER_H
