func.func @main(%x: f64) -> f64 {
  %y = math.sqrt %x : f64 loc(fused["left"("src/f.py":7:3), callsite("g.py":8:5 at callsite("nothing" at "h.py":9:7))])
  %z = math.sin %y : f64 loc(callsite(unknown at "h.py":12:1))
  %w = arith.addf %z, %y : f64 loc("named")
  return %w : f64 loc(unknown)
} loc(unknown)
