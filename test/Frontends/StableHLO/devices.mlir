// Ops of programs for several devices that have a meaning on one device: communication within groups
// of one device, tokens, and tuples that the same function makes and takes apart.
// RUN: split-file %s %t
// RUN: chad-run %t/devices.mlir --entry=loss --arg='[1, 2, 3, 4]' --arg=3 --grad --wrt=0 | FileCheck %s --check-prefix=LOSS
// RUN: chad-run %t/devices.mlir --entry=loss --arg='[1, 2, 3, 4]' --arg=0 --grad --wrt=0 | FileCheck %s --check-prefix=EMPTY
// RUN: chad-run %t/devices.mlir --entry=bounded --arg='[1, 2, 3, 4]' --arg=9 | FileCheck %s --check-prefix=BOUNDED
// RUN: chad-run %t/devices.mlir --entry=waves --arg='[1, 2]' | FileCheck %s --check-prefix=WAVES
// RUN: chad-opt %t/refused.mlir --chad-import-stablehlo --split-input-file --verify-diagnostics

// The sum of the squares of the first numbers, times two.
// LOSS: tensor<f64> 28
// LOSS: tensor<4xf64> [4, 8, 12, 0]
// EMPTY: tensor<f64> 0
// EMPTY: tensor<4xf64> [0, 0, 0, 0]
// BOUNDED: tensor<4xf64> [1, 2, 3, 4]
// WAVES: tensor<2xf64> [2, 4]

//--- devices.mlir
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1, "y"=1], device_ids=[0]>
  func.func @loss(%x: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %n: tensor<i32>) -> tensor<f64> {
    %token = stablehlo.create_token : !stablehlo.token
    %all = stablehlo.after_all %token, %token : !stablehlo.token
    %y = sdy.sharding_constraint %x <@mesh, [{"x", ?}]> : tensor<4xf64>
    %first = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4xf64>, tensor<i32>) -> tensor<?xf64, #stablehlo.bounds<4>>
    %squares = stablehlo.multiply %first, %first : tensor<?xf64, #stablehlo.bounds<4>>
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf64, #stablehlo.bounds<4>>, tensor<f64>) -> tensor<f64>
    %total = "stablehlo.all_reduce"(%sum) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %c = stablehlo.add %a, %b : tensor<f64>
      stablehlo.return %c : tensor<f64>
    }) : (tensor<f64>) -> tensor<f64>
    %pair = stablehlo.tuple %total, %sum : tuple<tensor<f64>, tensor<f64>>
    %nested = stablehlo.tuple %zero, %pair : tuple<tensor<f64>, tuple<tensor<f64>, tensor<f64>>>
    %kept = stablehlo.optimization_barrier %nested : tuple<tensor<f64>, tuple<tensor<f64>, tensor<f64>>>
    %inner = stablehlo.get_tuple_element %kept[1] : (tuple<tensor<f64>, tuple<tensor<f64>, tensor<f64>>>) -> tuple<tensor<f64>, tensor<f64>>
    %left = stablehlo.get_tuple_element %inner[0] : (tuple<tensor<f64>, tensor<f64>>) -> tensor<f64>
    %right = stablehlo.get_tuple_element %pair[1] : (tuple<tensor<f64>, tensor<f64>>) -> tensor<f64>
    %result = stablehlo.add %left, %right : tensor<f64>
    return %result : tensor<f64>
  }

  // No array becomes longer.
  func.func @bounded(%x: tensor<4xf64>, %n: tensor<i32>) -> tensor<?xf64, #stablehlo.bounds<4>> {
    %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf64>, tensor<i32>) -> tensor<?xf64, #stablehlo.bounds<4>>
    return %y : tensor<?xf64, #stablehlo.bounds<4>>
  }

  // A process that nobody sends to has zeros.
  func.func @waves(%x: tensor<2xf64>) -> tensor<2xf64> {
    %y = stablehlo.complex %x, %x : tensor<2xcomplex<f64>>
    %a = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %b = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %c = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
    %id = stablehlo.partition_id : tensor<ui32>
    %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<f64>
    %spread = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %d = stablehlo.add %b, %c : tensor<2xcomplex<f64>>
    %re = stablehlo.real %d : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %im = stablehlo.imag %d : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %s = stablehlo.add %re, %im : tensor<2xf64>
    %t = stablehlo.add %s, %spread : tensor<2xf64>
    return %t : tensor<2xf64>
  }
}

//--- refused.mlir
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @several(%x: tensor<2xf64>) -> tensor<2xf64> {
    // expected-error @+1 {{'stablehlo.collective_permute' communicates between devices: export the program for one device}}
    %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xf64>) -> tensor<2xf64>
    return %y : tensor<2xf64>
  }
  func.func @gather(%x: tensor<2xf64>) -> tensor<4xf64> {
    // expected-error @+1 {{'stablehlo.all_gather' communicates between devices, and is imported for groups of one: export the program for one device}}
    %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf64>) -> tensor<4xf64>
    return %y : tensor<4xf64>
  }
  func.func @device() -> tensor<ui32> {
    // expected-error @+1 {{'stablehlo.partition_id' asks which device it is on: export the program for one device}}
    %y = stablehlo.partition_id : tensor<ui32>
    return %y : tensor<ui32>
  }
}

// -----

// expected-error @+1 {{'effects' takes or returns tokens, which order effects: export it without effects}}
func.func @effects(%token: !stablehlo.token) -> tensor<f64> {
  %y = stablehlo.constant dense<0.0> : tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @longer(%x: tensor<4xf64>, %n: tensor<i32>) -> tensor<3xf64> {
  // expected-error @+1 {{'stablehlo.set_dimension_size' has a result of a known extent, which its operand does not give}}
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf64>, tensor<i32>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

// -----

func.func @outside(%x: tuple<tensor<f64>>) -> tensor<f64> {
  // expected-error @-1 {{'func.func' is about 'tuple<tensor<f64>>', which is not imported}}
  %y = stablehlo.get_tuple_element %x[0] : (tuple<tensor<f64>>) -> tensor<f64>
  return %y : tensor<f64>
}

// -----

func.func @host(%x: tensor<f64>) -> tensor<f64> {
  %token = stablehlo.create_token : !stablehlo.token
  // expected-error @+1 {{'stablehlo.infeed' is not imported: it communicates with the world outside of the program}}
  %y:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<f64>, !stablehlo.token)
  return %y#0 : tensor<f64>
}
