"""Programs that several tests of the explorer use."""

# Never ends.
ENDLESS = """func.func @endless(%x: f64) -> f64 {
  %true = arith.constant true
  %r = scf.while (%s = %x) : (f64) -> f64 {
    scf.condition(%true) %s : f64
  } do {
  ^bb0(%s: f64):
    %t = arith.addf %s, %x : f64
    scf.yield %t : f64
  }
  return %r : f64
}
"""
