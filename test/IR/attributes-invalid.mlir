// RUN: chad-opt %s -split-input-file -verify-diagnostics

// The attributes of the dialect are checked when the program is parsed.

// expected-error @below {{chad: there is no attribute 'chad.custom_vjpp'; did you mean 'chad.custom_vjp'?}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjpp = @back}

// -----

// expected-error @below {{chad: there is no attribute 'chad.inactiv'; did you mean 'chad.inactive'?}}
func.func private @f(%x: f64) -> f64 attributes {chad.inactiv}

// -----

// expected-error @below {{chad: there is no attribute 'chad.flavour'; functions may have 'chad.custom_jvp', 'chad.custom_vjp', 'chad.inactive' and 'chad.library'}}
func.func private @f(%x: f64) -> f64 attributes {chad.flavour = 3}

// -----

// expected-error @below {{chad: 'chad.inactive' takes no value}}
func.func private @f(%x: f64) -> f64 attributes {chad.inactive = true}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{chad: 'chad.custom_vjp' is for functions}}
  %y = arith.mulf %x, %x {chad.custom_vjp = @f} : f64
  return %y : f64
}

// -----

// expected-error @below {{chad: 'chad.custom_jvp' names '@nothing', which is not a function of this module}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_jvp = @nothing}

// -----

// expected-error @below {{chad: 'chad.custom_vjp' expects '@back' to have type '(f64, !chad.lin<f64>) -> !chad.lin<f64>'}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjp = @back}
// expected-note @below {{it has type '(f64, f64) -> f64'}}
func.func private @back(f64, f64) -> f64

// -----

// expected-error @below {{chad: 'chad.custom_jvp' expects '@dual' to have type '(f64, i32, !chad.lin<f64>) -> (f64, !chad.lin<f64>)'}}
func.func private @f(%x: f64, %n: i32) -> f64 attributes {chad.custom_jvp = @dual}
// expected-note @below {{it has type '(f64, f64) -> (f64, f64)'}}
func.func private @dual(f64, f64) -> (f64, f64)

// -----

// Of two functions, the first says what is kept, and the second takes that.

// expected-error @below {{chad: 'chad.custom_vjp' expects '@back' to have type '(index, !chad.lin<f64>) -> !chad.lin<f64>'}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjp = [@keeps, @back]}
func.func private @keeps(f64) -> (f64, index)
// expected-note @below {{it has type '(f64, !chad.lin<f64>) -> !chad.lin<f64>'}}
func.func private @back(f64, !chad.lin<f64>) -> !chad.lin<f64>

// -----

// expected-error @below {{chad: 'chad.custom_vjp' names '@nothing', which is not a function of this module}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjp = @nothing}

// -----

// expected-error @below {{chad: 'chad.custom_vjp' expects one function, or two in brackets, got 3}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjp = [@a, @b, @c]}

// -----

// expected-error @below {{chad: 'chad.custom_vjp' expects the name of a function}}
func.func private @f(%x: f64) -> f64 attributes {chad.custom_vjp = "back"}

// -----

func.func @f(%xs: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{chad: 'chad.schedule' must be a '#chad.schedule<...>'}}
  %ys = chad.map (%x in %xs : tensor<4xf64>) -> tensor<4xf64> {
    chad.yield %x : f64
  } {chad.schedule = "threads"}
  return %ys : tensor<4xf64>
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{chad: 'chad.schedule' is for array combinators and products of matrices}}
  %y = arith.mulf %x, %x {chad.schedule = #chad.schedule<threads = true>} : f64
  return %y : f64
}

// -----

// expected-error @below {{'lanes' must be a power of two from 2 to 1024, and is 12}}
#a = #chad.schedule<lanes = 12>

// -----

// expected-error @below {{'row_lanes' must be a power of two from 2 to 1024, and is -8}}
#a = #chad.schedule<row_lanes = -8>

// -----

// expected-error @below {{either iterations run in lanes, or elements of rows: there are both 'lanes' and 'row_lanes'}}
#a = #chad.schedule<lanes = 8, row_lanes = 8>

// -----

// expected-error @below {{'tail_lanes' must be a power of two from 2 to 1024, and is 3}}
#a = #chad.schedule<tail_lanes = 3>

// -----

// expected-error @below {{'tail_lanes' is for iterations that run in sequence: beside it there may be 'lanes' only with 'longest_row', and no 'row_lanes'}}
#a = #chad.schedule<lanes = 8, tail_lanes = 8>

// -----

// expected-error @below {{'tail_lanes' is for iterations that run in sequence: beside it there may be 'lanes' only with 'longest_row', and no 'row_lanes'}}
#a = #chad.schedule<row_lanes = 8, tail_lanes = 8>

// -----

// expected-error @below {{'longest_row' must be positive, and beside 'lanes'}}
#a = #chad.schedule<threads = true, longest_row = 8>

// -----

// expected-error @below {{a schedule must name 'threads', 'lanes', 'row_lanes' or 'tail_lanes'}}
#a = #chad.schedule<threads = false>

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' takes no value, or the number of levels, 1 to 16, or a budget: {states = 100} or {bytes = 1000000}}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = 17}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' takes no value, or the number of levels, 1 to 16, or a budget: {states = 100} or {bytes = 1000000}}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = "always"}
  return %y : f64
}

// -----

func.func @f(%xs: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @below {{chad: 'chad.checkpoint' is for loops that carry states, 'chad.fold', 'scf.for', 'scf.while', and for functions, whose loops it is for}}
  %ys = chad.map (%x in %xs : tensor<4xf64>) -> tensor<4xf64> {
    chad.yield %x : f64
  } {chad.checkpoint}
  return %ys : tensor<4xf64>
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' expects one budget, 'states' or 'bytes'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = {}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' expects one budget, 'states' or 'bytes'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = {states = 4 : i64, bytes = 400 : i64}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' expects 'states' to be a positive number}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = {states = 0 : i64}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' expects 'bytes' to be a positive number}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = {bytes = 1.0}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' expects 'levels' to be a number from 1 to 16}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = {states = 4 : i64, levels = 17 : i64}}
  return %y : f64
}

// -----

func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @below {{chad: 'chad.checkpoint' knows 'states', 'bytes', 'levels', and 'binomial' and 'inline', which take no value, and not 'number'}}
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    scf.yield %a : f64
  } {chad.checkpoint = {number = 4 : i64}}
  return %y : f64
}

// -----

// expected-error @below {{chad: 'chad.checkpoint' expects one budget, 'states' or 'bytes'}}
func.func @f(%x: f64) -> f64 attributes {chad.checkpoint = {levels = 2 : i64}} {
  return %x : f64
}

// -----

// expected-error @below {{chad: 'chad.checkpoint' has either 'levels' or 'binomial'}}
func.func @f(%x: f64) -> f64 attributes {chad.checkpoint = {states = 3, levels = 2, binomial}} {
  return %x : f64
}

// -----

// expected-error @below {{chad: 'chad.library' names a function of a library: {name = "dpotrf"}}}
func.func private @f(%x: tensor<3xf64>) -> tensor<3xf64> attributes {chad.library = "dpotrf"} {
  return %x : tensor<3xf64>
}

// -----

// expected-error @below {{chad: 'chad.library' is for functions of arrays whose results are arrays of floats or integers, and whose first argument has a dimension}}
func.func private @f(%x: tensor<3xf64>, %y: f64) -> tensor<3xf64> attributes {chad.library = {name = "g"}} {
  return %x : tensor<3xf64>
}

// -----

// expected-error @below {{chad: 'chad.library' needs 'extents', which says where the dynamic extents of the results come from}}
func.func private @f(%x: tensor<?xf64>) -> tensor<?xf64> attributes {chad.library = {name = "g"}} {
  return %x : tensor<?xf64>
}

// -----

// expected-error @below {{chad: 'chad.library' expects 'extents' to be a list for each result, with an argument, and one of its dimensions, for each dimension: [[0, 0, 0, 1]]}}
func.func private @f(%x: tensor<?xf64>) -> tensor<?xf64> attributes {chad.library = {name = "g", extents = [[0, 1]]}} {
  return %x : tensor<?xf64>
}

// -----

// expected-error @below {{chad: 'chad.library' expects 'least' to be an integer that is not negative}}
func.func private @f(%x: tensor<3xf64>) -> tensor<3xf64> attributes {chad.library = {name = "g", least = -1}} {
  return %x : tensor<3xf64>
}

// -----

// expected-error @below {{chad: 'chad.library' knows 'name', 'variant', 'least' and 'extents', and not 'size'}}
func.func private @f(%x: tensor<3xf64>) -> tensor<3xf64> attributes {chad.library = {name = "g", size = 1}} {
  return %x : tensor<3xf64>
}

// -----

func.func @f(%x: f64) -> f64 {
  // expected-error @below {{chad: 'chad.library' is for functions}}
  %y = math.sin %x {chad.library = {name = "g"}} : f64
  return %y : f64
}
