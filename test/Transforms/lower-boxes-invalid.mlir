// RUN: chad-opt %s --chad-lower-boxes --split-input-file --verify-diagnostics

chad.record @pair (f64, f64)
// expected-error @+2 {{chad: '@public' has an argument or result that is a box, which its callers outside cannot make or read}}
// expected-note @+1 {{open the box, and take or return what it holds}}
func.func @public(%b: !chad.box<@pair>) -> f64 {
  %x, %y = chad.open %b : !chad.box<@pair> -> f64, f64
  return %x : f64
}

// -----

chad.record @pair (f64, f64)
// expected-error @+2 {{chad: '@external' has an argument or result that is a box}}
// expected-note @+1 {{open the box}}
func.func private @external() -> !chad.box<@pair>
