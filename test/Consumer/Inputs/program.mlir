// CHECK-LABEL: func.func @twice
// CHECK: chad.lfun.lambda
// CHECK: chad.add
func.func @twice() -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %f = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    %w = chad.add %v, %v : !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  return %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}
