// RUN: %python %S/check.py %s

// One layer of a convolutional network (LeCun et al. 1989, "Backpropagation applied to handwritten
// zip code recognition") on a batch of images with channels. A window slides over each image; then
// comes relu, and the maximum of each square of four neighbours:
//
//   yₚq_f = relu(Σ_v Σ_w Σ_c kernel_fvwc xₚ₊v,q₊w,c + b_f)
//   the result is max(y₂ₚ,₂q, y₂ₚ,₂q₊₁, y₂ₚ₊₁,₂q, y₂ₚ₊₁,₂q₊₁)
//
// %kernels: F×V×W×C; %bias: F; %images: B×M×N×C.

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

// Σᵢⱼₖ xᵢⱼₖ yᵢⱼₖ.
func.func private @inner_3(%x: tensor<?x?x?xf64>, %y: tensor<?x?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %inners = chad.map (%a in %x : tensor<?x?x?xf64>, %b in %y : tensor<?x?x?xf64>)
      -> tensor<?xf64> {
    %d = func.call @inner(%a, %b) : (tensor<?x?xf64>, tensor<?x?xf64>) -> f64
    chad.yield %d : f64
  }
  %sum = chad.reduce (%a, %b in %inners from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

func.func private @convolve(%kernels: tensor<?x?x?x?xf64>, %bias: tensor<?xf64>,
                            %image: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %image, %c0 : tensor<?x?x?xf64>
  %n = tensor.dim %image, %c1 : tensor<?x?x?xf64>
  %channels = tensor.dim %image, %c2 : tensor<?x?x?xf64>
  %v = tensor.dim %kernels, %c1 : tensor<?x?x?x?xf64>
  %w = tensor.dim %kernels, %c2 : tensor<?x?x?x?xf64>
  %last_row = arith.subi %m, %v : index
  %rows = arith.addi %last_row, %c1 : index
  %last_column = arith.subi %n, %w : index
  %columns = arith.addi %last_column, %c1 : index
  %y = chad.build %p < %rows -> tensor<?x?x?xf64> {
    %row = chad.build %q < %columns -> tensor<?x?xf64> {
      %window = tensor.extract_slice %image[%p, %q, 0] [%v, %w, %channels] [1, 1, 1]
          : tensor<?x?x?xf64> to tensor<?x?x?xf64>
      %features = chad.map (%kernel in %kernels : tensor<?x?x?x?xf64>, %b in %bias : tensor<?xf64>)
          -> tensor<?xf64> {
        %s = func.call @inner_3(%kernel, %window)
            : (tensor<?x?x?xf64>, tensor<?x?x?xf64>) -> f64
        %z = arith.addf %s, %b : f64
        %r = arith.maximumf %zero, %z : f64
        chad.yield %r : f64
      }
      chad.yield %features : tensor<?xf64>
    }
    chad.yield %row : tensor<?x?xf64>
  }
  return %y : tensor<?x?x?xf64>
}

// The greatest of the four neighbours, feature by feature.
func.func private @pool(%y: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %y, %c0 : tensor<?x?x?xf64>
  %n = tensor.dim %y, %c1 : tensor<?x?x?xf64>
  %features = tensor.dim %y, %c2 : tensor<?x?x?xf64>
  %rows = arith.divui %m, %c2 : index
  %columns = arith.divui %n, %c2 : index
  %pooled = chad.build %p < %rows -> tensor<?x?x?xf64> {
    %i = arith.muli %p, %c2 : index
    %i1 = arith.addi %i, %c1 : index
    %row = chad.build %q < %columns -> tensor<?x?xf64> {
      %j = arith.muli %q, %c2 : index
      %j1 = arith.addi %j, %c1 : index
      %y00 = tensor.extract_slice %y[%i, %j, 0] [1, 1, %features] [1, 1, 1]
          : tensor<?x?x?xf64> to tensor<?xf64>
      %y01 = tensor.extract_slice %y[%i, %j1, 0] [1, 1, %features] [1, 1, 1]
          : tensor<?x?x?xf64> to tensor<?xf64>
      %y10 = tensor.extract_slice %y[%i1, %j, 0] [1, 1, %features] [1, 1, 1]
          : tensor<?x?x?xf64> to tensor<?xf64>
      %y11 = tensor.extract_slice %y[%i1, %j1, 0] [1, 1, %features] [1, 1, 1]
          : tensor<?x?x?xf64> to tensor<?xf64>
      %max = chad.map (%a in %y00 : tensor<?xf64>, %b in %y01 : tensor<?xf64>,
                       %c in %y10 : tensor<?xf64>, %d in %y11 : tensor<?xf64>)
          -> tensor<?xf64> {
        %m0 = arith.maximumf %a, %b : f64
        %m1 = arith.maximumf %c, %d : f64
        %m2 = arith.maximumf %m0, %m1 : f64
        chad.yield %m2 : f64
      }
      chad.yield %max : tensor<?xf64>
    }
    chad.yield %row : tensor<?x?xf64>
  }
  return %pooled : tensor<?x?x?xf64>
}

func.func @conv2d(%kernels: tensor<?x?x?x?xf64>, %bias: tensor<?xf64>,
                  %images: tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
  %results = chad.map (%image in %images : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
    %y = func.call @convolve(%kernels, %bias, %image)
        : (tensor<?x?x?x?xf64>, tensor<?xf64>, tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
    %pooled = func.call @pool(%y) : (tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
    chad.yield %pooled : tensor<?x?x?xf64>
  }
  return %results : tensor<?x?x?x?xf64>
}
