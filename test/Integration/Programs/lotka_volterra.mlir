// RUN: %python %S/check.py %s

// A predator and its prey (Lotka 1925; Volterra 1926), in steps of the classical method
// of Runge and Kutta:
//
//   x' = α x - β x y,    y' = δ x y - γ y
//
// %alpha, %beta, %gamma, %delta; %x, %y: prey and predators at the start; %h: the length
// of a step; %steps: their number. The results are prey and predators at the end.

func.func private @rates(%alpha: f64, %beta: f64, %gamma: f64, %delta: f64, %x: f64, %y: f64)
    -> (f64, f64) {
  %xy = arith.mulf %x, %y : f64
  %born = arith.mulf %alpha, %x : f64
  %eaten = arith.mulf %beta, %xy : f64
  %dx = arith.subf %born, %eaten : f64
  %fed = arith.mulf %delta, %xy : f64
  %dead = arith.mulf %gamma, %y : f64
  %dy = arith.subf %fed, %dead : f64
  return %dx, %dy : f64, f64
}

// (x, y) + h (dx, dy).
func.func private @move(%x: f64, %y: f64, %h: f64, %dx: f64, %dy: f64) -> (f64, f64) {
  %hx = arith.mulf %h, %dx : f64
  %hy = arith.mulf %h, %dy : f64
  %x1 = arith.addf %x, %hx : f64
  %y1 = arith.addf %y, %hy : f64
  return %x1, %y1 : f64, f64
}

func.func @lotka_volterra(%alpha: f64, %beta: f64, %gamma: f64, %delta: f64, %x: f64, %y: f64,
                          %h: f64, %steps: index) -> (f64, f64) {
  %two = arith.constant 2.0 : f64
  %six = arith.constant 6.0 : f64
  %half = arith.divf %h, %two : f64
  %sixth = arith.divf %h, %six : f64
  %times = chad.build %i < %steps -> tensor<?xindex> {
    chad.yield %i : index
  }
  %x_end, %y_end = chad.fold (%i in %times : tensor<?xindex>) with (%x0 = %x : f64, %y0 = %y : f64) {
    %a0, %b0 = func.call @rates(%alpha, %beta, %gamma, %delta, %x0, %y0)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64)
    %x1, %y1 = func.call @move(%x0, %y0, %half, %a0, %b0)
        : (f64, f64, f64, f64, f64) -> (f64, f64)
    %a1, %b1 = func.call @rates(%alpha, %beta, %gamma, %delta, %x1, %y1)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64)
    %x2, %y2 = func.call @move(%x0, %y0, %half, %a1, %b1)
        : (f64, f64, f64, f64, f64) -> (f64, f64)
    %a2, %b2 = func.call @rates(%alpha, %beta, %gamma, %delta, %x2, %y2)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64)
    %x3, %y3 = func.call @move(%x0, %y0, %h, %a2, %b2)
        : (f64, f64, f64, f64, f64) -> (f64, f64)
    %a3, %b3 = func.call @rates(%alpha, %beta, %gamma, %delta, %x3, %y3)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64)
    %a12 = arith.addf %a1, %a2 : f64
    %a1122 = arith.mulf %two, %a12 : f64
    %a03 = arith.addf %a0, %a3 : f64
    %a = arith.addf %a03, %a1122 : f64
    %b12 = arith.addf %b1, %b2 : f64
    %b1122 = arith.mulf %two, %b12 : f64
    %b03 = arith.addf %b0, %b3 : f64
    %b = arith.addf %b03, %b1122 : f64
    %x4, %y4 = func.call @move(%x0, %y0, %sixth, %a, %b) : (f64, f64, f64, f64, f64) -> (f64, f64)
    chad.yield %x4, %y4 : f64, f64
  }
  return %x_end, %y_end : f64, f64
}
