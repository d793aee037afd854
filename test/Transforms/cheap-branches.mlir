// Branches nested eight deep: the gradient costs at most four times what the function does.
// RUN: chad-opt %s --chad-to-first-order --chad-verify-cheap-gradient='primal=f gradient=g'

func.func @f(%x: f64, %k: f64) -> f64 {
  %z8 = math.exp %x : f64
  %m8 = arith.mulf %z8, %k : f64
  %c8 = arith.cmpf ogt, %m8, %k : f64
  %s8 = scf.if %c8 -> f64 {
    %z7 = math.exp %m8 : f64
    %m7 = arith.mulf %z7, %k : f64
    %c7 = arith.cmpf ogt, %m7, %k : f64
    %s7 = scf.if %c7 -> f64 {
      %z6 = math.exp %m7 : f64
      %m6 = arith.mulf %z6, %k : f64
      %c6 = arith.cmpf ogt, %m6, %k : f64
      %s6 = scf.if %c6 -> f64 {
        %z5 = math.exp %m6 : f64
        %m5 = arith.mulf %z5, %k : f64
        %c5 = arith.cmpf ogt, %m5, %k : f64
        %s5 = scf.if %c5 -> f64 {
          %z4 = math.exp %m5 : f64
          %m4 = arith.mulf %z4, %k : f64
          %c4 = arith.cmpf ogt, %m4, %k : f64
          %s4 = scf.if %c4 -> f64 {
            %z3 = math.exp %m4 : f64
            %m3 = arith.mulf %z3, %k : f64
            %c3 = arith.cmpf ogt, %m3, %k : f64
            %s3 = scf.if %c3 -> f64 {
              %z2 = math.exp %m3 : f64
              %m2 = arith.mulf %z2, %k : f64
              %c2 = arith.cmpf ogt, %m2, %k : f64
              %s2 = scf.if %c2 -> f64 {
                %z1 = math.exp %m2 : f64
                %m1 = arith.mulf %z1, %k : f64
                %c1 = arith.cmpf ogt, %m1, %k : f64
                %s1 = scf.if %c1 -> f64 {
                  %r1 = math.sin %m1 : f64
                  %e1 = arith.mulf %r1, %m1 : f64
                  scf.yield %e1 : f64
                } else {
                  scf.yield %m1 : f64
                }
                %e2 = arith.mulf %s1, %m2 : f64
                scf.yield %e2 : f64
              } else {
                scf.yield %m2 : f64
              }
              %e3 = arith.mulf %s2, %m3 : f64
              scf.yield %e3 : f64
            } else {
              scf.yield %m3 : f64
            }
            %e4 = arith.mulf %s3, %m4 : f64
            scf.yield %e4 : f64
          } else {
            scf.yield %m4 : f64
          }
          %e5 = arith.mulf %s4, %m5 : f64
          scf.yield %e5 : f64
        } else {
          scf.yield %m5 : f64
        }
        %e6 = arith.mulf %s5, %m6 : f64
        scf.yield %e6 : f64
      } else {
        scf.yield %m6 : f64
      }
      %e7 = arith.mulf %s6, %m7 : f64
      scf.yield %e7 : f64
    } else {
      scf.yield %m7 : f64
    }
    %e8 = arith.mulf %s7, %m8 : f64
    scf.yield %e8 : f64
  } else {
    scf.yield %m8 : f64
  }
  return %s8 : f64
}
func.func @g(%x: f64, %k: f64) -> f64 {
  %g = chad.grad @f(%x, %k) wrt [0] : (f64, f64) -> f64
  return %g : f64
}
