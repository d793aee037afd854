// --line-info: code says of which lines of the program it is. Code that was inlined or fused is of
// several lines. The instructions stay as they are, which test/tools/chad-explore/lines.test compares.

// RUN: rm -rf %t && mkdir %t && cp %s %t/program.mlir && cd %t
// RUN: chad-run program.mlir --grad --emit=llvm --line-info -o - | FileCheck %s
// RUN: chad-run program.mlir --grad --emit=llvm | FileCheck %s --check-prefix=WITHOUT
// RUN: chad-run program.mlir --grad --emit=asm --line-info --target-triple=x86_64-linux-gnu --target-cpu=x86-64 | FileCheck %s --check-prefix=ASM
// RUN: chad-run program.mlir --grad --emit=asm --line-info --target-triple=aarch64-linux-gnu | FileCheck %s --check-prefix=ARM
// RUN: chad-run program.mlir --grad --emit=asm -o program.s && FileCheck %s --check-prefix=PLAIN < program.s
// RUN: chad-run program.mlir --grad --emit=obj --line-info && llvm-dwarfdump --debug-line program.o | FileCheck %s --check-prefix=TABLE
// RUN: chad-run program.mlir --grad --emit=llvm --line-info --threads=2 --check-bounds -O0 | FileCheck %s --check-prefix=THREADS
// RUN: chad-run program.mlir --grad --emit=asm --line-info --target=cuda-emulated | FileCheck %s --check-prefix=KERNELS

// RUN: not chad-run program.mlir --arg='[1]' --line-info 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not chad-run program.mlir --emit=header --line-info 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not chad-run program.mlir --emit=asm --target-triple=nonsense 2>&1 | FileCheck %s --check-prefix=TRIPLE

// CHECK: define {{.*}}@chad.main({{.*}} !dbg ![[MAIN:[0-9]+]]
// CHECK: fmul {{.*}}, !dbg ![[PLACE:[0-9]+]]
// CHECK: ![[MAIN]] = distinct !DISubprogram({{.*}}line: [[@LINE+16]],
// CHECK-DAG: ![[PLACE]] = !DILocation(line: [[@LINE+12]], {{.*}}inlinedAt: ![[CALL:[0-9]+]])
// CHECK-DAG: ![[CALL]] = !DILocation(line: [[@LINE+17]],
// WITHOUT-NOT: !dbg
// ASM: .loc{{.*}}# program.mlir:[[@LINE+9]]:8 @[ program.mlir:[[@LINE+15]]:10 ]
// ARM: .loc{{.*}}// program.mlir:[[@LINE+8]]:8 @[ program.mlir:[[@LINE+14]]:10 ]
// PLAIN-NOT: {{[[:space:]]\.loc[[:space:]]|\.debug}}
// PLAIN: chad_main_value_and_grad:
// PLAIN-NOT: {{[[:space:]]\.loc[[:space:]]|\.debug}}
// TABLE: name: "program.mlir"
// THREADS: !dbg
// KERNELS: {{[[:space:]]\.loc[[:space:]]}}
func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @main(%xs: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ys = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
    %y = func.call @square(%x) : (f64) -> f64
    chad.yield %y : f64
  }
  %sum = chad.reduce (%a, %y in %ys from %zero : tensor<?xf64>) {
    %s = arith.addf %a, %y : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// ALONE: chad-run: error: --line-info is for code: pass --emit=llvm, asm, obj or so, too
// TRIPLE: chad-run: error: cannot compile for 'nonsense

// Locations of all kinds: names of files, of variables, calls in calls, and none.
// RUN: chad-run %S/Inputs/locations.mlir --emit=llvm --line-info | FileCheck %s --check-prefix=KINDS
// KINDS: define {{.*}}@chad.main({{.*}} !dbg ![[MAIN:[0-9]+]]
// KINDS: @llvm.sqrt{{.*}}, !dbg ![[SQRT:[0-9]+]]
// KINDS: @llvm.sin{{.*}}, !dbg ![[SIN:[0-9]+]]
// KINDS: fadd{{.*}}, !dbg ![[ADD:[0-9]+]]
// KINDS-DAG: ![[MAIN]] = distinct !DISubprogram(
// KINDS-DAG: ![[SQRT]] = !DILocation(line: 7, column: 3, scope: ![[F:[0-9]+]], inlinedAt: ![[SQRT2:[0-9]+]])
// KINDS-DAG: ![[SQRT2]] = !DILocation(line: 8, column: 5, {{.*}}inlinedAt: ![[SQRT3:[0-9]+]])
// KINDS-DAG: ![[SQRT3]] = !DILocation(line: 9, column: 7, scope: ![[H:[0-9]+]])
// KINDS-DAG: ![[SIN]] = !DILocation(line: 12, column: 1, scope: ![[H2:[0-9]+]])
// KINDS-DAG: ![[ADD]] = !DILocation(line: 0, scope: ![[MAIN]])
// KINDS-DAG: ![[F]] = distinct !DILexicalBlockFile(scope: ![[MAIN]], file: ![[PATH:[0-9]+]],
// KINDS-DAG: ![[PATH]] = !DIFile(filename: "f.py", directory: "src")
// KINDS-DAG: ![[H]] = distinct !DILexicalBlockFile(scope: ![[MAIN]], file: ![[PATH2:[0-9]+]],
// KINDS-DAG: ![[PATH2]] = !DIFile(filename: "h.py", directory: "")
