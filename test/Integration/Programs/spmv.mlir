// RUN: %python %S/check.py %s

// A sparse matrix in compressed rows times a vector:
//
//   yᵢ = Σⱼ aᵢⱼ xⱼ        āᵢⱼ = ȳᵢ xⱼ (where stored),  x̄ = Aᵀ ȳ
//
// %values, %columns: the entries that are stored, row by row, and their columns;
// %offsets: row i has the entries offsets[i] <= e < offsets[i+1]; %x: the vector.
//
// The row of an entry is the number of rows that have ended before it or at it.

func.func @spmv(%values: tensor<?xf64>, %columns: tensor<?xindex>, %offsets: tensor<?xindex>,
                %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %count = tensor.dim %values, %c0 : tensor<?xf64>
  %bounds = tensor.dim %offsets, %c0 : tensor<?xindex>
  %n = arith.subi %bounds, %c1 : index
  %ends = tensor.extract_slice %offsets[1] [%n] [1] : tensor<?xindex> to tensor<?xindex>
  %ones = chad.map (%e in %ends : tensor<?xindex>) -> tensor<?xindex> {
    chad.yield %c1 : index
  }
  %ended = chad.hist %ends : tensor<?xindex> bins %count (%a, %b in %ones from %c0 : tensor<?xindex>)
      -> tensor<?xindex> {
    %s = arith.addi %a, %b : index
    chad.yield %s : index
  }
  %rows = chad.scan left inclusive (%a, %b in %ended from %c0 : tensor<?xindex>) {
    %s = arith.addi %a, %b : index
    chad.yield %s : index
  }

  %read = chad.gather %x[%columns] : tensor<?xf64>, tensor<?xindex> -> tensor<?xf64>
  %products = chad.map (%a in %values : tensor<?xf64>, %b in %read : tensor<?xf64>)
      -> tensor<?xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %y = chad.hist %rows : tensor<?xindex> bins %n (%a, %b in %products from %zero : tensor<?xf64>)
      -> tensor<?xf64> {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %y : tensor<?xf64>
}
