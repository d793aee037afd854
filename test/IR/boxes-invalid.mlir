// RUN: chad-opt %s --split-input-file --verify-diagnostics

func.func @no_record(%x: f64) {
  // expected-error @+1 {{names the record @absent, which is not in the module}}
  %b = chad.box(%x) : (f64) -> !chad.box<@absent>
  return
}

// -----

// expected-note @+1 {{the record}}
chad.record @pair (f64, index)
func.func @other_fields(%x: f64) {
  // expected-error @+1 {{holds values of types ('f64', 'f64'), but '!chad.box<@pair>' holds ('f64', 'index')}}
  %b = chad.box(%x, %x) : (f64, f64) -> !chad.box<@pair>
  return
}

// -----

// expected-note @+1 {{the record}}
chad.record @pair (f64, index)
func.func @other_tangents(%b: !chad.lin<!chad.box<@pair>>) {
  // expected-error @+1 {{holds values of types ('!chad.lin<f64>', '!chad.lin<index>'), but '!chad.lin<!chad.box<@pair>>' holds ('!chad.lin<f64>')}}
  %x:2 = chad.open %b : !chad.lin<!chad.box<@pair>> -> !chad.lin<f64>, !chad.lin<index>
  return
}

// -----

chad.record @array (tensor<?xf64>)
func.func @sizes(%b: !chad.lin<!chad.box<@array>>) {
  // expected-error @+1 {{expects 1 sizes, got 0}}
  %x = chad.open %b : !chad.lin<!chad.box<@array>> -> !chad.lin<tensor<?xf64>>
  return
}

// -----

chad.record @array (tensor<?xf64>)
func.func @sizes_of_empty(%n: index) {
  // expected-error @+1 {{expects 2 sizes, got 1}}
  %x = chad.empty_box(%n) : tensor<?x?x!chad.box<@array>>
  return
}

// -----

// expected-error @+1 {{field #1 is a context, which cannot be part of a value}}
chad.record @context (f64, !chad.ctx<[f64]>)

// -----

func.func @no_box(%x: f64) {
  // expected-error @+1 {{operand #0 must be !chad.box, or !chad.lin of one}}
  %y = chad.open %x : f64 -> f64
  return
}
