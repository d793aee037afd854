// Code that reverse mode made and does not need is destroyed after all of it has let go of the rest.
//
// RUN: chad-opt %s --chad-choose-residuals --chad-reverse | FileCheck %s
// CHECK: func.func @matmul.reverse

func.func @matmul(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %columns = chad.build %j < %n -> tensor<?x?xf64> {
    %column = chad.map (%row in %b : tensor<?x?xf64>) -> tensor<?xf64> {
      %e = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  %c = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
    %entries = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
      %products = chad.map (%x in %row : tensor<?xf64>, %y in %column : tensor<?xf64>)
          -> tensor<?xf64> {
        %p = arith.mulf %x, %y : f64
        chad.yield %p : f64
      }
      %dot = chad.reduce (%s, %p in %products from %zero : tensor<?xf64>) {
        %t = arith.addf %s, %zero : f64
        chad.yield %t : f64
      }
      chad.yield %dot : f64
    }
    chad.yield %entries : tensor<?xf64>
  }
  return %c : tensor<?x?xf64>
}
