func.func @affine(%k: !chad.lin<f64>) -> !chad.lfun<(lin<f64>) -> (lin<f64>)> {
  %f = chad.lfun.lambda (%v : !chad.lin<f64>) -> !chad.lin<f64> {
    // CHECK: [[@LINE+1]]:10: error:
    %w = chad.add %v, %k : !chad.lin<f64>
    chad.yield %w : !chad.lin<f64>
  }
  return %f : !chad.lfun<(lin<f64>) -> (lin<f64>)>
}
