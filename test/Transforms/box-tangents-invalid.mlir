// RUN: chad-opt %s --chad-erase-linear --split-input-file --verify-diagnostics

chad.record @pair (f64, f64)
// expected-error @+1 {{'@pair.tangent' is the name of the tangents of '@pair'; give it another one}}
chad.record @pair.tangent (index)
func.func private @tangent(%b: !chad.lin<!chad.box<@pair>>) -> !chad.lin<f64> {
  %x, %y = chad.open %b : !chad.lin<!chad.box<@pair>> -> !chad.lin<f64>, !chad.lin<f64>
  return %x : !chad.lin<f64>
}
