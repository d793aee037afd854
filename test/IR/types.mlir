// RUN: chad-opt %s | FileCheck %s
// RUN: chad-opt %s --emit-bytecode | chad-opt | FileCheck %s

// CHECK: @lin(!chad.lin<f64>, !chad.lin<tensor<?x3xf32>>, !chad.lin<bf16>)
func.func private @lin(!chad.lin<f64>, !chad.lin<tensor<?x3xf32>>, !chad.lin<bf16>)
// CHECK: @unit(!chad.lin<index>, !chad.lin<i1>, !chad.lin<tensor<4xi64>>)
func.func private @unit(!chad.lin<index>, !chad.lin<i1>, !chad.lin<tensor<4xi64>>)
// The prefix may be written inside of other types; it is not printed there.
// CHECK: @lfun(!chad.lfun<(lin<f64>, lin<tensor<?xf64>>) -> (lin<f32>)>, !chad.lfun<() -> ()>)
func.func private @lfun(!chad.lfun<(!chad.lin<f64>, lin<tensor<?xf64>>) -> (lin<f32>)>, !chad.lfun<() -> ()>)
// CHECK: @copower(!chad.copower<(f64, index), (lin<f64>)>, !chad.copower<(lfun<(lin<f64>) -> (lin<f64>)>), (copower<(f64), (lin<f64>)>)>)
func.func private @copower(!chad.copower<(f64, index), (lin<f64>)>,
                           !chad.copower<(lfun<(lin<f64>) -> (lin<f64>)>), (copower<(f64), (lin<f64>)>)>)
// CHECK: @sum(!chad.sum<(f64, i1), ()>, !chad.sum<(sum<(), (f64)>)>)
func.func private @sum(!chad.sum<(f64, i1), ()>, !chad.sum<(sum<(), (f64)>)>)
// CHECK: @ctx(!chad.ctx<[f64, tensor<?xf64>, tuple<f64, index>]>, !chad.ctx<[]>)
func.func private @ctx(!chad.ctx<[f64, tensor<?xf64>, tuple<f64, index>]>, !chad.ctx<[]>)
// Powers, sums and tuples of linear types are linear types.
// CHECK: @linear_types(!chad.lfun<((f64) -> !chad.lin<f64>, sum<(lin<f64>), ()>, tuple<!chad.lin<f64>, !chad.lin<f32>>) -> (lin<f64>)>)
func.func private @linear_types(!chad.lfun<((f64) -> !chad.lin<f64>, sum<(lin<f64>), ()>, tuple<!chad.lin<f64>, !chad.lin<f32>>) -> (lin<f64>)>)
