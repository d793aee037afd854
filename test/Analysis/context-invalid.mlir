// RUN: chad-opt %s --chad-verify-linear -verify-diagnostics -split-input-file

// expected-error @+1 {{the context that is argument #0 of 'func.func' is never used; a context is used exactly once: return it or pass it on}}
func.func @unused(%c: !chad.ctx<[f64]>) {
  return
}

// -----

func.func private @make() -> !chad.ctx<[f64]>
func.func @unused_result() {
  // expected-error @+1 {{the context that is result #0 of 'func.call' is never used}}
  %c = func.call @make() : () -> !chad.ctx<[f64]>
  return
}

// -----

func.func private @use(!chad.ctx<[f64]>)
// expected-error @+1 {{the context that is argument #0 of 'func.func' is used more than once; a context is used exactly once: thread the context that the first use gives}}
func.func @twice(%c: !chad.ctx<[f64]>) {
  // expected-note @+1 {{used here}}
  func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  // expected-note @+1 {{and here}}
  func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  return
}

// -----

// expected-error @+1 {{is used more than once}}
func.func @twice_in_one_op(%c: !chad.ctx<[f64]>) -> (!chad.ctx<[f64]>, !chad.ctx<[f64]>) {
  // expected-note @+2 {{used here}}
  // expected-note @+1 {{and here}}
  return %c, %c : !chad.ctx<[f64]>, !chad.ctx<[f64]>
}

// -----

func.func private @use(!chad.ctx<[f64]>)
// expected-error @+1 {{is used more than once}}
func.func @in_region_and_after(%b: i1, %c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  scf.if %b {
    // expected-note @+1 {{used here}}
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  }
  // expected-note @+1 {{and here}}
  return %c : !chad.ctx<[f64]>
}

// -----

func.func private @use(!chad.ctx<[f64]>)
// expected-error @+1 {{is used in some regions of 'scf.if' but not in all: use it exactly once in each}}
func.func @in_one_branch(%b: i1, %c: !chad.ctx<[f64]>) {
  // expected-note @+1 {{region #1 is empty here}}
  scf.if %b {
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  }
  return
}

// -----

func.func private @use(!chad.ctx<[f64]>)
// expected-error @+1 {{is used in some regions of 'chad.case' but not in all}}
func.func @in_one_alternative(%s: !chad.sum<(), (f64)>, %c: !chad.ctx<[f64]>) {
  // expected-note @+1 {{no use in region #1 here}}
  chad.case %s : !chad.sum<(), (f64)>
  () {
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
    chad.yield
  }
  (%x : f64) {
    chad.yield
  }
  return
}

// -----

func.func private @use(!chad.ctx<[f64]>)
// expected-error @+1 {{is used more than once}}
func.func @twice_in_branch(%b: i1, %c: !chad.ctx<[f64]>) {
  scf.if %b {
    // expected-note @+1 {{used here}}
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
    // expected-note @+1 {{and here}}
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  } else {
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  }
  return
}

// -----

func.func private @use(!chad.ctx<[f64]>)
// expected-error @+1 {{is used in a region of 'scf.for', which may run any number of times: pass the context as an argument}}
func.func @in_loop(%n: index, %c: !chad.ctx<[f64]>) {
  scf.for %i = %n to %n step %n {
    // expected-note @+1 {{used here}}
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
  }
  return
}

// -----

// expected-error @+1 {{is used in a region of 'chad.lambda', which may run any number of times}}
func.func @in_lambda(%c: !chad.ctx<[f64]>) -> (() -> !chad.ctx<[f64]>) {
  %f = chad.lambda () -> !chad.ctx<[f64]> {
    // expected-note @+1 {{used here}}
    chad.yield %c : !chad.ctx<[f64]>
  }
  return %f : () -> !chad.ctx<[f64]>
}

// -----

// expected-error @+1 {{is used in a region of 'chad.map', which may run any number of times}}
func.func @in_map(%xs: tensor<?xf64>, %c: !chad.ctx<[f64]>) {
  chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    // expected-note @+1 {{used here}}
    func.call @use(%c) : (!chad.ctx<[f64]>) -> ()
    chad.yield %x : f64
  }
  return
}
func.func private @use(!chad.ctx<[f64]>)

// -----

// expected-error @+1 {{is used in another block: pass it as an argument of the block}}
func.func @in_other_block(%b: i1, %c: !chad.ctx<[f64]>) -> !chad.ctx<[f64]> {
  cf.br ^next
^next:
  // expected-note @+1 {{used here}}
  return %c : !chad.ctx<[f64]>
}
