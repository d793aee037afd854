// RUN: %python %S/check.py %s

// One layer of a convolutional network on a batch of signals with channels. A window slides along
// each signal; then comes relu, and the maximum of each pair of neighbours:
//
//   yₚf = relu(Σ_w Σ_c kernel_fwc xₚ₊w,c + b_f),    the result is max(y₂ₚf, y₂ₚ₊₁f)
//
// %kernels: F×W×C; %bias: F; %signals: B×L×C.

// Σᵢ xᵢ yᵢ.
func.func private @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%a in %x : tensor<?xf64>, %b in %y : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %b in %products from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// Σᵢⱼ xᵢⱼ yᵢⱼ.
func.func private @inner(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %dots = chad.map (%a in %x : tensor<?x?xf64>, %b in %y : tensor<?x?xf64>) -> tensor<?xf64> {
    %d = func.call @dot(%a, %b) : (tensor<?xf64>, tensor<?xf64>) -> f64
    chad.yield %d : f64
  }
  %sum = chad.reduce (%a, %b in %dots from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

func.func private @convolve(%kernels: tensor<?x?x?xf64>, %bias: tensor<?xf64>,
                            %signal: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %length = tensor.dim %signal, %c0 : tensor<?x?xf64>
  %channels = tensor.dim %signal, %c1 : tensor<?x?xf64>
  %width = tensor.dim %kernels, %c1 : tensor<?x?x?xf64>
  %last = arith.subi %length, %width : index
  %positions = arith.addi %last, %c1 : index
  %y = chad.build %p < %positions -> tensor<?x?xf64> {
    %window = tensor.extract_slice %signal[%p, 0] [%width, %channels] [1, 1]
        : tensor<?x?xf64> to tensor<?x?xf64>
    %features = chad.map (%kernel in %kernels : tensor<?x?x?xf64>, %b in %bias : tensor<?xf64>)
        -> tensor<?xf64> {
      %s = func.call @inner(%kernel, %window) : (tensor<?x?xf64>, tensor<?x?xf64>) -> f64
      %z = arith.addf %s, %b : f64
      %r = arith.maximumf %zero, %z : f64
      chad.yield %r : f64
    }
    chad.yield %features : tensor<?xf64>
  }
  return %y : tensor<?x?xf64>
}

// max(y₂ₚ, y₂ₚ₊₁), feature by feature.
func.func private @pool(%y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %positions = tensor.dim %y, %c0 : tensor<?x?xf64>
  %features = tensor.dim %y, %c1 : tensor<?x?xf64>
  %pairs = arith.divui %positions, %c2 : index
  %pooled = chad.build %p < %pairs -> tensor<?x?xf64> {
    %i = arith.muli %p, %c2 : index
    %j = arith.addi %i, %c1 : index
    %left = tensor.extract_slice %y[%i, 0] [1, %features] [1, 1]
        : tensor<?x?xf64> to tensor<?xf64>
    %right = tensor.extract_slice %y[%j, 0] [1, %features] [1, 1]
        : tensor<?x?xf64> to tensor<?xf64>
    %max = chad.map (%a in %left : tensor<?xf64>, %b in %right : tensor<?xf64>)
        -> tensor<?xf64> {
      %m = arith.maximumf %a, %b : f64
      chad.yield %m : f64
    }
    chad.yield %max : tensor<?xf64>
  }
  return %pooled : tensor<?x?xf64>
}

func.func @conv1d(%kernels: tensor<?x?x?xf64>, %bias: tensor<?xf64>, %signals: tensor<?x?x?xf64>)
    -> tensor<?x?x?xf64> {
  %results = chad.map (%signal in %signals : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
    %y = func.call @convolve(%kernels, %bias, %signal)
        : (tensor<?x?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %pooled = func.call @pool(%y) : (tensor<?x?xf64>) -> tensor<?x?xf64>
    chad.yield %pooled : tensor<?x?xf64>
  }
  return %results : tensor<?x?x?xf64>
}
