// A neural differential equation, y' = W₂ tanh(W₁ y), in steps of the classical method of Runge and
// Kutta. The loop carries a tensor.
// RUN: %python %S/check.py %s

func.func private @slope(%w1: tensor<5x3xf64>, %w2: tensor<3x5xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %e5 = tensor.empty() : tensor<5xf64>
  %z5 = linalg.fill ins(%zero : f64) outs(%e5 : tensor<5xf64>) -> tensor<5xf64>
  %h = linalg.matvec ins(%w1, %y : tensor<5x3xf64>, tensor<3xf64>) outs(%z5 : tensor<5xf64>) -> tensor<5xf64>
  %t = linalg.tanh ins(%h : tensor<5xf64>) outs(%e5 : tensor<5xf64>) -> tensor<5xf64>
  %e3 = tensor.empty() : tensor<3xf64>
  %z3 = linalg.fill ins(%zero : f64) outs(%e3 : tensor<3xf64>) -> tensor<3xf64>
  %d = linalg.matvec ins(%w2, %t : tensor<3x5xf64>, tensor<5xf64>) outs(%z3 : tensor<3xf64>) -> tensor<3xf64>
  return %d : tensor<3xf64>
}

func.func @ode(%w1: tensor<5x3xf64>, %w2: tensor<3x5xf64>, %y0: tensor<3xf64>, %target: tensor<3xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 8 : index
  %h = arith.constant dense<0.125> : tensor<3xf64>
  %h2 = arith.constant dense<0.0625> : tensor<3xf64>
  %h6 = arith.constant dense<0.020833333333333332> : tensor<3xf64>
  %two = arith.constant dense<2.0> : tensor<3xf64>
  %y = scf.for %i = %c0 to %steps step %c1 iter_args(%y = %y0) -> (tensor<3xf64>) {
    %k1 = func.call @slope(%w1, %w2, %y) : (tensor<5x3xf64>, tensor<3x5xf64>, tensor<3xf64>) -> tensor<3xf64>
    %a1 = arith.mulf %k1, %h2 : tensor<3xf64>
    %y1 = arith.addf %y, %a1 : tensor<3xf64>
    %k2 = func.call @slope(%w1, %w2, %y1) : (tensor<5x3xf64>, tensor<3x5xf64>, tensor<3xf64>) -> tensor<3xf64>
    %a2 = arith.mulf %k2, %h2 : tensor<3xf64>
    %y2 = arith.addf %y, %a2 : tensor<3xf64>
    %k3 = func.call @slope(%w1, %w2, %y2) : (tensor<5x3xf64>, tensor<3x5xf64>, tensor<3xf64>) -> tensor<3xf64>
    %a3 = arith.mulf %k3, %h : tensor<3xf64>
    %y3 = arith.addf %y, %a3 : tensor<3xf64>
    %k4 = func.call @slope(%w1, %w2, %y3) : (tensor<5x3xf64>, tensor<3x5xf64>, tensor<3xf64>) -> tensor<3xf64>
    %b2 = arith.mulf %k2, %two : tensor<3xf64>
    %b3 = arith.mulf %k3, %two : tensor<3xf64>
    %s1 = arith.addf %k1, %b2 : tensor<3xf64>
    %s2 = arith.addf %b3, %k4 : tensor<3xf64>
    %s = arith.addf %s1, %s2 : tensor<3xf64>
    %step = arith.mulf %s, %h6 : tensor<3xf64>
    %next = arith.addf %y, %step : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  %d = arith.subf %y, %target : tensor<3xf64>
  %scalar = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%zero : f64) outs(%scalar : tensor<f64>) -> tensor<f64>
  %loss = linalg.dot ins(%d, %d : tensor<3xf64>, tensor<3xf64>) outs(%start : tensor<f64>) -> tensor<f64>
  return %loss : tensor<f64>
}
