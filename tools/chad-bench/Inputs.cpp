//===- Inputs.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

Inputs::Inputs(llvm::StringRef seed) : state(0x243f6a8885a308d3) {
  for (char c : seed)
    state = (state ^ static_cast<unsigned char>(c)) * 0x9e3779b97f4a7c15;
}

// Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators", Fig. 16.
uint64_t Inputs::next() {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Inputs::uniform(double low, double high) {
  return low + (high - low) * (double(next() >> 11) * 0x1p-53);
}

// Box & Muller 1958.
double Inputs::normal(double mean, double deviation) {
  double radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
  return mean + deviation * radius * std::cos(6.283185307179586 * uniform(0, 1));
}

int64_t Inputs::below(int64_t end) { return int64_t(next() % uint64_t(end)); }

double chad::bench::get(const Array &array, int64_t i) {
  return array.type() == Element::F32 ? array.as<float>()[i] : array.as<double>()[i];
}

void chad::bench::set(const Array &array, int64_t i, double value) {
  if (array.type() == Element::F32)
    array.as<float>()[i] = float(value);
  else
    array.as<double>()[i] = value;
}

Array Inputs::uniforms(Element element, llvm::ArrayRef<int64_t> shape, double low, double high) {
  Array array(element, shape);
  for (int64_t i = 0; i < array.size(); ++i)
    set(array, i, uniform(low, high));
  return array;
}

Array Inputs::normals(Element element, llvm::ArrayRef<int64_t> shape, double mean,
                      double deviation) {
  Array array(element, shape);
  for (int64_t i = 0; i < array.size(); ++i)
    set(array, i, normal(mean, deviation));
  return array;
}

Array Inputs::indices(llvm::ArrayRef<int64_t> shape, int64_t end) {
  Array array(Element::Index, shape);
  for (int64_t i = 0; i < array.size(); ++i)
    array.as<int64_t>()[i] = below(end);
  return array;
}

Array chad::bench::scalarOf(double value) {
  Array array(Element::F64, {});
  array.as<double>()[0] = value;
  return array;
}

Array chad::bench::indexOf(int64_t value) {
  Array array(Element::Index, {});
  array.as<int64_t>()[0] = value;
  return array;
}
