//===- Tangents.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tangents.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

namespace {
/// Σ aᵢ bᵢ, and how large it could be.
struct Product {
  double value = 0, size = 0;
  void add(double a, double b) {
    value += a * b;
    size += std::abs(a * b);
  }
};
} // namespace

static void addProduct(Product &product, const Array &a, const Array &b) {
  for (int64_t i = 0; i < a.size(); ++i)
    product.add(get(a, i), get(b, i));
}

// ȳ · (J ẋ) = (ȳ J) · ẋ, where ȳ = 1 for the gradient of one float.
bool chad::bench::agreesWithTangent(const Program &program, const Source &source,
                                    const Extents &extents, llvm::ArrayRef<Array> args,
                                    llvm::ArrayRef<Array> extended, llvm::ArrayRef<Array> values,
                                    llvm::ArrayRef<Array> derivatives, std::string &why) {
  if (program.derivative == Derivative::Jacobian) {
    why = "a sparse Jacobian can only be compared with C++, of which there is none";
    return false;
  }
  Inputs random("tangent of " + program.function);
  Arrays directed(args.begin(), args.end()), tangents;
  for (int64_t i : program.wrt)
    tangents.push_back(random.uniforms(args[i].type(), args[i].extents(), -1, 1));
  directed.insert(directed.end(), tangents.begin(), tangents.end());
  auto forward = Compiled::create(program, Entry::Tangent, source, directed, why);
  if (!forward)
    return false;
  forward->run();
  Arrays results = forward->results();

  Product along, against;
  llvm::ArrayRef<Array> weights;
  if (program.derivative == Derivative::Vjp)
    weights = extended.drop_front(args.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Array &moved = results[values.size() + i];
    for (int64_t j = 0; j < moved.size(); ++j)
      along.add(weights.empty() ? 1.0 : get(weights[i], j), get(moved, j));
  }
  llvm::ArrayRef<Array> gradients = derivatives.slice(values.size(), tangents.size());
  for (auto [gradient, tangent] : llvm::zip_equal(gradients, tangents))
    addProduct(against, gradient, tangent);
  double error = std::abs(along.value - against.value);
  if (error <= program.tolerance(extents) * std::max(along.size, against.size))
    return true;
  llvm::raw_string_ostream(why) << llvm::format(
      "derivative against its forward mode: %.17g and %.17g in one direction", against.value,
      along.value);
  return false;
}
