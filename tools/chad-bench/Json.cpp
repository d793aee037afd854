//===- Json.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/JSON.h"
#include "Report.h"

using namespace chad;
using namespace chad::bench;

static const char *nameOf(Derivative derivative) {
  switch (derivative) {
  case Derivative::Gradient:
    return "gradient";
  case Derivative::Hvp:
    return "hvp";
  case Derivative::Vjp:
    return "vjp";
  case Derivative::Jacobian:
    return "jacobian";
  }
  return "";
}

static void printCompile(llvm::json::OStream &json, const char *name, const CompileTimes &times) {
  json.attributeObject(name, [&] {
    json.attribute("passes_s", times.passes);
    json.attribute("llvm_s", times.llvm);
    json.attribute("total_s", times.total);
  });
}

static void printDevice(llvm::json::OStream &json, const Row &row) {
  const DeviceFigures &figures = *row.device;
  json.attributeObject("device", [&] {
    json.attribute("emulated", figures.isEmulated);
    auto optional = [&](const char *name, std::optional<double> value) {
      if (value)
        json.attribute(name, *value);
    };
    optional("primal_s", figures.primal);
    optional("primal_kernels_s", figures.primalKernels);
    optional("gradient_s", figures.gradient);
    optional("gradient_kernels_s", figures.gradientKernels);
    json.attribute("launches", figures.counts.launches);
    json.attribute("copies_in", figures.counts.copiesIn);
    json.attribute("copies_out", figures.counts.copiesOut);
    json.attribute("copied_bytes", figures.counts.bytesIn + figures.counts.bytesOut);
    json.attribute("needed_bytes", figures.neededBytes);
    json.attribute("floor_s", getFloor(row));
  });
}

static void printRow(llvm::json::OStream &json, const Row &row) {
  const Program &program = *row.program;
  json.attribute("program", program.name);
  json.attribute("element", program.element == Element::F32 ? "f32" : "f64");
  json.attribute("derivative", nameOf(program.derivative));
  json.attributeObject("size", [&] {
    for (auto [name, extent] : llvm::zip_equal(program.extentNames, row.extents))
      json.attribute(name, extent);
  });
  json.attribute("checked", row.failure.empty());
  if (!row.failure.empty()) {
    json.attribute("failure", row.failure);
    return;
  }
  auto optional = [&](const char *name, auto value) {
    if (value)
      json.attribute(name, *value);
  };
  optional("primal_s", row.primal);
  optional("gradient_s", row.gradient);
  optional("threaded_primal_s", row.threadedPrimal);
  optional("threaded_gradient_s", row.threadedGradient);
  optional("cpp_value_s", row.cppValue);
  optional("cpp_gradient_s", row.cppGradient);
  optional("simd_gradient_s", row.vectorized);
  optional("blas_gradient_s", row.blas);
  optional("jax_gradient_s", row.jax);
  optional("jax_compile_s", row.jaxCompile);
  optional("moved_bytes_per_s", row.moved);
  optional("copy_bytes_per_s", row.copied);
  if (row.device)
    return printDevice(json, row);
  json.attribute("peak_bytes", row.peakBytes);
  optional("cpp_peak_bytes", row.cppPeakBytes);
  optional("simd_peak_bytes", row.vectorizedPeakBytes);
  optional("jax_peak_bytes", row.jaxPeakBytes);
  printCompile(json, "compile", row.compile);
  printCompile(json, "compile_primal", row.compilePrimal);
}

void chad::bench::printJson(llvm::raw_ostream &os, const Machine &machine,
                            llvm::ArrayRef<Row> rows) {
  llvm::json::OStream json(os, 2);
  json.object([&] {
    json.attributeObject("machine", [&] {
      json.attribute("processor", machine.processor);
      json.attribute("compiler", machine.compiler);
      json.attribute("blas", machine.blas);
      if (machine.jax)
        json.attribute("jax", *machine.jax);
      json.attribute("threads", machine.threads);
      json.attribute("repeat", machine.repeat);
      json.attribute("statistic", machine.statistic == Statistic::Median ? "median" : "minimum");
      if (machine.copy) {
        json.attribute("copy_bytes_per_s", machine.copy->plain);
        json.attribute("copy_nontemporal_bytes_per_s", machine.copy->nonTemporal);
      }
    });
    json.attributeArray("rows", [&] {
      for (const Row &row : rows)
        json.object([&] { ::printRow(json, row); });
    });
  });
  os << '\n';
}
