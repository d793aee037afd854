// Indices have 64 bits in the interface of compiled programs.

// RUN: not chad-run %s --arg=[1,2] 2>&1 | FileCheck %s
// RUN: sed 's/index = 32/index = 64/' %s | chad-run - --arg=[1,2] | FileCheck %s --check-prefix=VALUE

// CHECK: error: chad: 'index' has 32 bits in the data layout of the program, expected 64
// CHECK: note: leave out the entry of 'index' in 'dlti.dl_spec'
// VALUE: index 2

module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {
  func.func @main(%x: tensor<?xf64>) -> index {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?xf64>
    return %n : index
  }
}
