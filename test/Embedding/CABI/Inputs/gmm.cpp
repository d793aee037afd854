//===- gmm.cpp ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The log-likelihood of a Gaussian mixture and its gradient, in several threads. Prints
// the arguments and the results.

#include "gmm.h"
#include <array>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

/// Throws what went wrong.
static void check(int32_t status) {
  if (status != CHAD_OK)
    throw std::runtime_error(chad_last_error());
}

struct Vector {
  explicit Vector(int64_t n) : data(n) {}
  chad_f64_1d view() { return {data.data(), {int64_t(data.size())}}; }

  std::vector<double> data;
};

struct Matrix {
  Matrix(int64_t rows, int64_t columns) : data(rows * columns), shape{rows, columns} {}
  chad_f64_2d view() { return {data.data(), {shape[0], shape[1]}}; }

  std::vector<double> data;
  std::array<int64_t, 2> shape;
};

struct Model {
  Model(int64_t numClusters, int64_t dimension)
      : alphas(numClusters), means(numClusters, dimension),
        icf(numClusters, dimension * (dimension + 1) / 2) {}

  Vector alphas;
  Matrix means, icf;
};

static double gradientOf(Model &model, Matrix &x, double gamma, int64_t m, Model &gradient) {
  chad_f64_1d alphas = model.alphas.view(), byAlphas = gradient.alphas.view();
  chad_f64_2d means = model.means.view(), byMeans = gradient.means.view();
  chad_f64_2d icf = model.icf.view(), byIcf = gradient.icf.view();
  chad_f64_2d points = x.view();
  double value;
  // The gradient is written into the vectors. That by gamma is not wanted.
  check(chad_gmm_value_and_grad(&alphas, &means, &icf, &points, gamma, m, &value, &byAlphas,
                                &byMeans, &byIcf, nullptr, nullptr));
  return value;
}

/// Numbers that have short decimal fractions.
static void fill(std::vector<double> &numbers, int seed) {
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = ((int(i) * 7 + seed) % 11 - 5) / 8.0;
}

static void print(const char *what, const std::vector<double> &numbers) {
  std::printf("%s", what);
  for (double number : numbers)
    std::printf(" %.17g", number);
  std::printf("\n");
}

static void print(const char *what, const Matrix &matrix) {
  std::printf("%s %lld", what, static_cast<long long>(matrix.shape[1]));
  print("", matrix.data);
}

int main() {
  Model model(3, 2);
  Matrix x(5, 2);
  fill(model.alphas.data, 1);
  fill(model.means.data, 2);
  fill(model.icf.data, 3);
  fill(x.data, 4);
  print("argument 0", model.alphas.data);
  print("argument", model.means);
  print("argument", model.icf);
  print("argument", x);
  std::vector<Model> gradients(4, Model(3, 2));
  std::vector<double> values(gradients.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < gradients.size(); ++i)
    threads.emplace_back([&, i] {
      for (int repetition = 0; repetition < 100; ++repetition)
        values[i] = gradientOf(model, x, 0.75, 2, gradients[i]);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < gradients.size(); ++i) {
    print("result", {values[i]});
    print("result", gradients[i].alphas.data);
    print("result", gradients[i].means.data);
    print("result", gradients[i].icf.data);
  }
  // What goes wrong, says so.
  Matrix narrow(5, 1);
  try {
    gradientOf(model, narrow, 0.75, 2, gradients[0]);
  } catch (const std::runtime_error &error) {
    std::printf("error %s\n", error.what());
  }
}
