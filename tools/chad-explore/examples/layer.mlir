// A layer as other tools write it: a function and a constant of ml_program, the number of elements by ops of shape.
ml_program.global private @weight(0.5 : f64) : f64

ml_program.func @layer(%x: tensor<?xf64>) -> f64 {
  %w = ml_program.global_load_const @weight : f64
  %zero = arith.constant 0.0 : f64
  %sum = chad.reduce (%a, %e in %x from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %e : f64
    chad.yield %s : f64
  }
  %shape = shape.shape_of %x : tensor<?xf64> -> !shape.shape
  %size = shape.num_elements %shape : !shape.shape -> !shape.size
  %index = shape.size_to_index %size : !shape.size
  %int = arith.index_cast %index : index to i64
  %count = arith.uitofp %int : i64 to f64
  %mean = arith.divf %sum, %count : f64
  %y = arith.mulf %w, %mean : f64
  %r = math.tanh %y : f64
  ml_program.return %r : f64
}
