// RUN: %python %S/check.py %s

// The log-likelihood of a Gaussian mixture with a Wishart prior (Šrajer, Kukelova &
// Fitzgibbon 2018, "A benchmark of selected algorithmic differentiation tools"):
//
//   f = -N D/2 log 2π + Σᵢ logsumexpₖ(αₖ + Σ qₖ - ½‖Qₖ (xᵢ - μₖ)‖²) - N logsumexp α
//       + Σₖ (γ²/2 (‖exp qₖ‖² + ‖Lₖ‖²) - m Σ qₖ) - K C
//
// where Qₖ, the root of the inverse covariance, has the diagonal exp qₖ and the
// strictly lower triangle Lₖ, and C makes the prior a density:
//
//   C = n' D (log γ - ½ log 2) - log Γ_D(n'/2),    n' = D + m + 1
//   log Γ_D(a) = D(D-1)/4 log π + Σⱼ₌₁..D log Γ(a + (1-j)/2)
//
// %alphas: K; %means: K×D; %icf: K × (D + D(D-1)/2), qₖ and then Lₖ column by column;
// %x: N×D; %gamma, %m: γ and m.

// log Σᵢ exp xᵢ.
func.func private @logsumexp(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %max = chad.reduce (%a, %b in %x from %lowest : tensor<?xf64>) {
    %m = arith.maximumf %a, %b : f64
    chad.yield %m : f64
  }
  %exps = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %d = arith.subf %e, %max : f64
    %q = math.exp %d : f64
    chad.yield %q : f64
  }
  %sum = chad.reduce (%a, %b in %exps from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  %log = math.log %sum : f64
  %lse = arith.addf %log, %max : f64
  return %lse : f64
}

// Σᵢ xᵢ.
func.func private @sum(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum = chad.reduce (%a, %b in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// Σᵢ xᵢ².
func.func private @square_norm(%x: tensor<?xf64>) -> f64 {
  %squares = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %q = arith.mulf %e, %e : f64
    chad.yield %q : f64
  }
  %sum = func.call @sum(%squares) : (tensor<?xf64>) -> f64
  return %sum : f64
}

// ‖Q v‖², where Q has the diagonal %diagonal and below it %lower, column by column.
func.func private @mahalanobis(%diagonal: tensor<?xf64>, %lower: tensor<?xf64>, %v: tensor<?xf64>)
    -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %rows = chad.build %i < %n -> tensor<?xindex> {
    chad.yield %i : index
  }
  %product = chad.map (%d in %diagonal : tensor<?xf64>, %e in %v : tensor<?xf64>,
                       %i in %rows : tensor<?xindex>) -> tensor<?xf64> {
    %left = chad.build %j < %i -> tensor<?xf64> {
      // Entry (i, j) stands at j n - j(j+1)/2 + i-j-1.
      %next = arith.addi %j, %c1 : index
      %double = arith.muli %j, %next : index
      %triangle = arith.divui %double, %c2 : index
      %start = arith.muli %j, %n : index
      %column = arith.subi %start, %triangle : index
      %below = arith.subi %i, %next : index
      %at = arith.addi %column, %below : index
      %l = tensor.extract %lower[%at] : tensor<?xf64>
      %w = tensor.extract %v[%j] : tensor<?xf64>
      %p = arith.mulf %l, %w : f64
      chad.yield %p : f64
    }
    %s = func.call @sum(%left) : (tensor<?xf64>) -> f64
    %p = arith.mulf %d, %e : f64
    %t = arith.addf %s, %p : f64
    chad.yield %t : f64
  }
  %norm = func.call @square_norm(%product) : (tensor<?xf64>) -> f64
  return %norm : f64
}

func.func private @to_float(%n: index) -> f64 {
  %int = arith.index_cast %n : index to i64
  %float = arith.sitofp %int : i64 to f64
  return %float : f64
}

// log Γ(n/2): the factors from n/2 - 1 down to 1, or to 1/2 and √π.
func.func private @log_gamma_of_half(%n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %log_root_pi = arith.constant 0.57236494292470008 : f64
  %float = func.call @to_float(%n) : (index) -> f64
  %a = arith.mulf %half, %float : f64
  %less = arith.subi %n, %c1 : index
  %count = arith.divui %less, %c2 : index
  %logs = chad.build %i < %count -> tensor<?xf64> {
    %down = func.call @to_float(%i) : (index) -> f64
    %b = arith.subf %a, %one : f64
    %factor = arith.subf %b, %down : f64
    %log = math.log %factor : f64
    chad.yield %log : f64
  }
  %sum = func.call @sum(%logs) : (tensor<?xf64>) -> f64
  %odd = arith.remui %n, %c2 : index
  %is_odd = arith.cmpi eq, %odd, %c1 : index
  %last = arith.select %is_odd, %log_root_pi, %zero : f64
  %result = arith.addf %sum, %last : f64
  return %result : f64
}

// C of the Wishart prior.
func.func private @log_normalizer(%d: index, %gamma: f64, %m: index) -> f64 {
  %c1 = arith.constant 1 : index
  %quarter = arith.constant 0.25 : f64
  %half_log_2 = arith.constant 0.34657359027997264 : f64
  %log_pi = arith.constant 1.1447298858494002 : f64
  %sum_dm = arith.addi %d, %m : index
  %n = arith.addi %sum_dm, %c1 : index
  %gammas = chad.build %j < %d -> tensor<?xf64> {
    %k = arith.subi %n, %j : index
    %g = func.call @log_gamma_of_half(%k) : (index) -> f64
    chad.yield %g : f64
  }
  %product = func.call @sum(%gammas) : (tensor<?xf64>) -> f64
  %less = arith.subi %d, %c1 : index
  %pairs = arith.muli %d, %less : index
  %pairs_float = func.call @to_float(%pairs) : (index) -> f64
  %quarters = arith.mulf %quarter, %pairs_float : f64
  %constant = arith.mulf %quarters, %log_pi : f64
  %log_gamma_d = arith.addf %constant, %product : f64
  %log = math.log %gamma : f64
  %scale = arith.subf %log, %half_log_2 : f64
  %nd = arith.muli %n, %d : index
  %nd_float = func.call @to_float(%nd) : (index) -> f64
  %scales = arith.mulf %nd_float, %scale : f64
  %c = arith.subf %scales, %log_gamma_d : f64
  return %c : f64
}

// The qₖ and Lₖ of all components.
func.func private @split(%icf: tensor<?x?xf64>, %d: index)
    -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = tensor.dim %icf, %c0 : tensor<?x?xf64>
  %width = tensor.dim %icf, %c1 : tensor<?x?xf64>
  %below = arith.subi %width, %d : index
  %qs = tensor.extract_slice %icf[0, 0] [%k, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %lowers = tensor.extract_slice %icf[0, %d] [%k, %below] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>
  return %qs, %lowers : tensor<?x?xf64>, tensor<?x?xf64>
}

func.func private @exp(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = chad.map (%e in %x : tensor<?xf64>) -> tensor<?xf64> {
    %r = math.exp %e : f64
    chad.yield %r : f64
  }
  return %y : tensor<?xf64>
}

// Without the prior.
func.func @log_likelihood(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %icf: tensor<?x?xf64>,
                          %x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %half_log_2pi = arith.constant 0.91893853320467274 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %qs, %lowers = func.call @split(%icf, %d)
      : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %diagonals, %weights = chad.map (%q in %qs : tensor<?x?xf64>, %alpha in %alphas : tensor<?xf64>)
      -> (tensor<?x?xf64>, tensor<?xf64>) {
    %diagonal = func.call @exp(%q) : (tensor<?xf64>) -> tensor<?xf64>
    %sum = func.call @sum(%q) : (tensor<?xf64>) -> f64
    %weight = arith.addf %alpha, %sum : f64
    chad.yield %diagonal, %weight : tensor<?xf64>, f64
  }

  %densities = chad.map (%point in %x : tensor<?x?xf64>) -> tensor<?xf64> {
    %terms = chad.map (%weight in %weights : tensor<?xf64>, %mean in %means : tensor<?x?xf64>,
                       %diagonal in %diagonals : tensor<?x?xf64>,
                       %lower in %lowers : tensor<?x?xf64>) -> tensor<?xf64> {
      %v = chad.map (%p in %point : tensor<?xf64>, %mu in %mean : tensor<?xf64>) -> tensor<?xf64> {
        %c = arith.subf %p, %mu : f64
        chad.yield %c : f64
      }
      %distance = func.call @mahalanobis(%diagonal, %lower, %v)
          : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> f64
      %h = arith.mulf %half, %distance : f64
      %term = arith.subf %weight, %h : f64
      chad.yield %term : f64
    }
    %density = func.call @logsumexp(%terms) : (tensor<?xf64>) -> f64
    chad.yield %density : f64
  }
  %sum = func.call @sum(%densities) : (tensor<?xf64>) -> f64

  %nd = arith.muli %n, %d : index
  %nd_float = func.call @to_float(%nd) : (index) -> f64
  %constant = arith.mulf %nd_float, %half_log_2pi : f64
  %lse = func.call @logsumexp(%alphas) : (tensor<?xf64>) -> f64
  %n_float = func.call @to_float(%n) : (index) -> f64
  %normalizer = arith.mulf %n_float, %lse : f64
  %0 = arith.subf %sum, %constant : f64
  %1 = arith.subf %0, %normalizer : f64
  return %1 : f64
}

func.func @log_likelihood_gradient(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>,
                                   %icf: tensor<?x?xf64>, %x: tensor<?x?xf64>)
    -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %f, %by_alphas, %by_means, %by_icf =
      chad.value_and_grad @log_likelihood(%alphas, %means, %icf, %x) wrt [0, 1, 2]
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
      -> (f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  return %f, %by_alphas, %by_means, %by_icf
      : f64, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

func.func private @log_prior(%icf: tensor<?x?xf64>, %d: index, %gamma: f64, %m: index) -> f64 {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %qs, %lowers = func.call @split(%icf, %d)
      : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %gamma2 = arith.mulf %gamma, %gamma : f64
  %half_gamma2 = arith.mulf %half, %gamma2 : f64
  %m_float = func.call @to_float(%m) : (index) -> f64
  %priors = chad.map (%q in %qs : tensor<?x?xf64>, %lower in %lowers : tensor<?x?xf64>)
      -> tensor<?xf64> {
    %diagonal = func.call @exp(%q) : (tensor<?xf64>) -> tensor<?xf64>
    %a = func.call @square_norm(%diagonal) : (tensor<?xf64>) -> f64
    %b = func.call @square_norm(%lower) : (tensor<?xf64>) -> f64
    %frobenius = arith.addf %a, %b : f64
    %f = arith.mulf %half_gamma2, %frobenius : f64
    %sum = func.call @sum(%q) : (tensor<?xf64>) -> f64
    %s = arith.mulf %m_float, %sum : f64
    %prior = arith.subf %f, %s : f64
    chad.yield %prior : f64
  }
  %sum = func.call @sum(%priors) : (tensor<?xf64>) -> f64
  %c = func.call @log_normalizer(%d, %gamma, %m) : (index, f64, index) -> f64
  %k = tensor.dim %icf, %c0 : tensor<?x?xf64>
  %k_float = func.call @to_float(%k) : (index) -> f64
  %kc = arith.mulf %k_float, %c : f64
  %prior = arith.subf %sum, %kc : f64
  return %prior : f64
}

func.func @gmm(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %icf: tensor<?x?xf64>,
               %x: tensor<?x?xf64>, %gamma: f64, %m: index) -> f64 {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %likelihood = func.call @log_likelihood(%alphas, %means, %icf, %x)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> f64
  %prior = func.call @log_prior(%icf, %d, %gamma, %m) : (tensor<?x?xf64>, index, f64, index) -> f64
  %posterior = arith.addf %likelihood, %prior : f64
  return %posterior : f64
}
