// Products of matrices in nests of maps, and their gradients.
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

func.func private @transpose(%a: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<?x?xf64>
  %t = chad.build %j < %n -> tensor<?x?xf64> {
    %column = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?xf64> {
      %x = tensor.extract %row[%j] : tensor<?xf64>
      chad.yield %x : f64
    }
    chad.yield %column : tensor<?xf64>
  }
  return %t : tensor<?x?xf64>
}

// tanh (A B') C in each of two loops: what the first product makes, the second one reads.
func.func private @chain(%as: tensor<?x?x?x?xf64>, %bs: tensor<?x?x?x?xf64>,
                         %cs: tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
  %r = chad.map (%ai in %as : tensor<?x?x?x?xf64>, %bi in %bs : tensor<?x?x?x?xf64>,
                 %ci in %cs : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
    %ri = chad.map (%a in %ai : tensor<?x?x?xf64>, %b in %bi : tensor<?x?x?xf64>,
                    %c in %ci : tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
      %columns = func.call @transpose(%c) : (tensor<?x?xf64>) -> tensor<?x?xf64>
      %rows = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %weights = chad.map (%other in %b : tensor<?x?xf64>) -> tensor<?xf64> {
          %s = func.call @dot(%row, %other) : (tensor<?xf64>, tensor<?xf64>) -> f64
          %t = math.tanh %s : f64
          chad.yield %t : f64
        }
        %mixed = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
          %s = func.call @dot(%weights, %column) : (tensor<?xf64>, tensor<?xf64>) -> f64
          chad.yield %s : f64
        }
        chad.yield %mixed : tensor<?xf64>
      }
      chad.yield %rows : tensor<?x?xf64>
    }
    chad.yield %ri : tensor<?x?x?xf64>
  }
  return %r : tensor<?x?x?x?xf64>
}

// A B with the same B in all iterations of the outer loop, to whose gradient all of them add.
func.func private @shared(%as: tensor<?x?x?x?xf64>, %bs: tensor<?x?x?xf64>)
    -> tensor<?x?x?x?xf64> {
  %r = chad.map (%ai in %as : tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64> {
    %ri = chad.map (%a in %ai : tensor<?x?x?xf64>, %b in %bs : tensor<?x?x?xf64>)
        -> tensor<?x?x?xf64> {
      %columns = func.call @transpose(%b) : (tensor<?x?xf64>) -> tensor<?x?xf64>
      %rows = chad.map (%row in %a : tensor<?x?xf64>) -> tensor<?x?xf64> {
        %dots = chad.map (%column in %columns : tensor<?x?xf64>) -> tensor<?xf64> {
          %s = func.call @dot(%row, %column) : (tensor<?xf64>, tensor<?xf64>) -> f64
          chad.yield %s : f64
        }
        chad.yield %dots : tensor<?xf64>
      }
      chad.yield %rows : tensor<?x?xf64>
    }
    chad.yield %ri : tensor<?x?x?xf64>
  }
  return %r : tensor<?x?x?x?xf64>
}

func.func @chains(%a: tensor<?x?x?x?xf64>, %b: tensor<?x?x?x?xf64>, %c: tensor<?x?x?x?xf64>,
                  %dr: !chad.lin<tensor<?x?x?x?xf64>>)
    -> (tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>, !chad.lin<tensor<?x?x?x?xf64>>,
        !chad.lin<tensor<?x?x?x?xf64>>) {
  %r, %da, %db, %dc = chad.vjp @chain(%a, %b, %c) seed(%dr)
      : (tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>, tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>)
      -> (tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>, !chad.lin<tensor<?x?x?x?xf64>>, !chad.lin<tensor<?x?x?x?xf64>>)
  return %r, %da, %db, %dc : tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>,
      !chad.lin<tensor<?x?x?x?xf64>>, !chad.lin<tensor<?x?x?x?xf64>>
}
func.func @shares(%a: tensor<?x?x?x?xf64>, %b: tensor<?x?x?xf64>,
                  %dr: !chad.lin<tensor<?x?x?x?xf64>>)
    -> (tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>) {
  %r, %da, %db = chad.vjp @shared(%a, %b) seed(%dr)
      : (tensor<?x?x?x?xf64>, tensor<?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>)
      -> (tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>, !chad.lin<tensor<?x?x?xf64>>)
  return %r, %da, %db : tensor<?x?x?x?xf64>, !chad.lin<tensor<?x?x?x?xf64>>,
      !chad.lin<tensor<?x?x?xf64>>
}
