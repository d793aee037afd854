// RUN: chad-opt %s --canonicalize --cse | FileCheck %s
// RUN: chad-run --interpret %s --arg=%S/Inputs/nile.npy --arg=28 --arg=1097.75 --arg=849.97 --arg=128 \
// RUN:   | FileCheck %s --check-prefix=VALUE

// The log-likelihood of the yearly flow of the Nile at Aswan, 1871-1970, in
// 10⁸ m³ (Inputs/nile.npy; Cobb 1978, "The problem of the Nile: conditional
// solution to a changepoint problem", Biometrika 65), when the flow is normal
// with the standard deviation σ and with one mean up to a year of change and
// another one after it:
//
//   ℓ = -n log(σ √2π) - Σᵢ (yᵢ - μᵢ)² / 2σ²

// VALUE: f64 -625.847404456

// CHECK-LABEL: func @log_likelihood
// CHECK: chad.build
// CHECK: chad.map
// CHECK: chad.reduce
func.func @log_likelihood(%flow: tensor<?xf64>, %change: index, %before: f64, %after: f64,
                          %sigma: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %sqrt2pi = arith.constant 2.5066282746310002 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %flow, %c0 : tensor<?xf64>

  %mean = chad.build %i < %n -> tensor<?xf64> {
    %early = arith.cmpi ult, %i, %change : index
    %m = arith.select %early, %before, %after : f64
    chad.yield %m : f64
  }
  %squares = chad.map (%y in %flow : tensor<?xf64>, %m in %mean : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.subf %y, %m : f64
    %z = arith.divf %d, %sigma : f64
    %q = arith.mulf %z, %z : f64
    chad.yield %q : f64
  }
  %sum = chad.reduce (%a, %q in %squares from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %q : f64
    chad.yield %s : f64
  }

  %scale = arith.mulf %sigma, %sqrt2pi : f64
  %log = math.log %scale : f64
  %int = arith.index_cast %n : index to i64
  %count = arith.sitofp %int : i64 to f64
  %logs = arith.mulf %count, %log : f64
  %fit = arith.mulf %half, %sum : f64
  %total = arith.addf %logs, %fit : f64
  %result = arith.negf %total : f64
  return %result : f64
}
