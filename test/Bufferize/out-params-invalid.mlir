// RUN: chad-opt %s --allow-unregistered-dialect --chad-out-params -verify-diagnostics

func.func @made(%n: index) -> memref<?xf64> {
  %a = memref.alloc(%n) : memref<?xf64>
  return %a : memref<?xf64>
}
func.func @region(%x: f64) {
  // expected-error @below {{the dialect of 'unknown.region' is not registered}}
  "unknown.region"() ({
    "unknown.end"(%x) : (f64) -> ()
  }) : () -> ()
  return
}
