// Loops that only a CPU can run, because they call a function of C, before, between, after and
// inside of loops that are kernels.

func.func private @tgamma(f64) -> f64

// The host's loop first: one array goes to the GPU.
func.func @first(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = func.call @tgamma(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%l, %r in %ys from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %sum : f64
}

// Between kernels: the argument and one array go to the GPU, one to the CPU, and the number and the
// array that are results.
func.func @middle(%xs: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %sums = chad.scan left inclusive (%l, %r in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %ys = chad.map (%x in %sums : tensor<?xf64>) -> tensor<?xf64> {
    %y = func.call @tgamma(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  %zs = chad.scan left inclusive (%l, %r in %ys from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %sum = chad.reduce (%l, %r in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %sum, %zs : f64, tensor<?xf64>
}

// After a kernel: what it makes goes to the CPU, and stays there.
func.func @last(%xs: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %sums = chad.scan left inclusive (%l, %r in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %ys = chad.map (%x in %sums : tensor<?xf64>) -> tensor<?xf64> {
    %y = func.call @tgamma(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  return %ys : tensor<?xf64>
}

// In a loop of the host, a kernel and a loop of the host take turns: the state goes back and forth in
// each iteration, and what a kernel has made before the loop goes to the CPU once, before it.
func.func @inside(%xs: tensor<?xf64>, %as: tensor<?xf64>, %bs: tensor<?xf64>, %steps: index)
    -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %scaled = chad.scan left inclusive (%l, %r in %bs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %end = scf.for %i = %c0 to %steps step %c1 iter_args(%state = %xs) -> tensor<?xf64> {
    %sums = chad.scan left inclusive (%l, %r in %state from %zero : tensor<?xf64>) {
      %t = arith.addf %l, %r : f64
      chad.yield %t : f64
    }
    %products = chad.map (%s in %sums : tensor<?xf64>, %a in %as : tensor<?xf64>) -> tensor<?xf64> {
      %t = arith.mulf %s, %a : f64
      chad.yield %t : f64
    }
    %next = chad.map (%s in %products : tensor<?xf64>, %b in %scaled : tensor<?xf64>)
        -> tensor<?xf64> {
      %y = func.call @tgamma(%s) : (f64) -> f64
      %z = arith.addf %y, %b : f64
      chad.yield %z : f64
    }
    scf.yield %next : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}

// A loop of the host that makes two arrays. The GPU needs one of them.
func.func @several(%xs: tensor<?xf64>) -> (tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %ys, %zs = chad.map (%x in %xs : tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
    %y = func.call @tgamma(%x) : (f64) -> f64
    %z = arith.addf %y, %one : f64
    chad.yield %y, %z : f64, f64
  }
  %sum = chad.reduce (%l, %r in %zs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %ys, %sum : tensor<?xf64>, f64
}

// A kernel makes an array, which a loop of the host overwrites while kernels still need it as it was.
func.func @updated(%xs: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %xs, %c0 : tensor<?xf64>
  %sums = chad.scan left inclusive (%l, %r in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %changed = scf.for %i = %c0 to %n step %c1 iter_args(%own = %sums) -> tensor<?xf64> {
    %x = tensor.extract %own[%i] : tensor<?xf64>
    %y = func.call @tgamma(%x) : (f64) -> f64
    %next = tensor.insert %y into %own[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  %one = chad.scan left inclusive (%l, %r in %changed from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %other = chad.scan left inclusive (%l, %r in %sums from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %one, %other : tensor<?xf64>, tensor<?xf64>
}

// Only one branch has a loop of the host: what it needs is copied there.
func.func @branch(%xs: tensor<?xf64>, %on: i1) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %sums = chad.scan left inclusive (%l, %r in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  %chosen = scf.if %on -> tensor<?xf64> {
    %ys = chad.map (%x in %sums : tensor<?xf64>) -> tensor<?xf64> {
      %y = func.call @tgamma(%x) : (f64) -> f64
      chad.yield %y : f64
    }
    scf.yield %ys : tensor<?xf64>
  } else {
    scf.yield %sums : tensor<?xf64>
  }
  %next = chad.scan left inclusive (%l, %r in %chosen from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %next : tensor<?xf64>
}

// Arrays without dimensions, and tables: no kernel, and no copy.
func.func @point(%x: tensor<f64>) -> tensor<f64> {
  %table = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%own = %x) -> tensor<f64> {
    %a = tensor.extract %own[] : tensor<f64>
    %b = tensor.extract %table[%i] : tensor<3xf64>
    %c = func.call @tgamma(%b) : (f64) -> f64
    %d = arith.addf %a, %c : f64
    %next = tensor.insert %d into %own[] : tensor<f64>
    scf.yield %next : tensor<f64>
  }
  return %sum : tensor<f64>
}

// Rows of different lengths, known only inside: a kernel would have no memory for them.
func.func @ragged(%lengths: tensor<?xindex>, %xs: tensor<?xf64>) -> (tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %sums = chad.map (%n in %lengths : tensor<?xindex>) -> tensor<?xf64> {
    %ones = tensor.splat %one[%n] : tensor<?xf64>
    %counts = chad.scan left inclusive (%l, %r in %ones from %zero : tensor<?xf64>) {
      %t = arith.addf %l, %r : f64
      chad.yield %t : f64
    }
    %again = chad.scan right inclusive (%l, %r in %counts from %zero : tensor<?xf64>) {
      %t = arith.addf %l, %r : f64
      chad.yield %t : f64
    }
    %product = chad.reduce (%l, %r in %again from %one : tensor<?xf64>) {
      %t = arith.mulf %l, %r : f64
      chad.yield %t : f64
    }
    chad.yield %product : f64
  }
  %sum = chad.reduce (%l, %r in %xs from %zero : tensor<?xf64>) {
    %t = arith.addf %l, %r : f64
    chad.yield %t : f64
  }
  return %sums, %sum : tensor<?xf64>, f64
}
