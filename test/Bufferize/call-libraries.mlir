// RUN: chad-opt %s --chad-call-libraries=threads=2 --canonicalize --split-input-file | FileCheck %s
// RUN: chad-opt %s --chad-call-libraries --convert-scf-to-cf --split-input-file -o /dev/null

// CHECK-LABEL: func.func private @f_library(
// CHECK-SAME: %[[A:.*]]: memref<?x3xf64>, %[[R:.*]]: memref<?xf32>)
// CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i64
// CHECK-DAG: %[[THREADS:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[PA:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-DAG: %[[PR:.*]] = memref.extract_aligned_pointer_as_index %[[R]]
// CHECK: %[[ARRAYS:.*]] = memref.alloca() : memref<2xindex>
// CHECK: memref.store %[[PA]], %[[ARRAYS]][%c0]
// CHECK: memref.store %[[PR]], %[[ARRAYS]][%c1]
// CHECK: %[[PARRAYS:.*]] = memref.extract_aligned_pointer_as_index %[[ARRAYS]]
// CHECK: %[[EXTENTS:.*]] = memref.alloca() : memref<3xindex>
// CHECK: memref.store %{{.*}}, %[[EXTENTS]][%c0]
// CHECK: memref.store %[[THREE]], %[[EXTENTS]][%c1]
// CHECK: memref.store %{{.*}}, %[[EXTENTS]][%c2]
// CHECK: %[[PEXTENTS:.*]] = memref.extract_aligned_pointer_as_index %[[EXTENTS]]
// CHECK: %[[S:.*]] = call @lib_f(%[[PARRAYS]], %[[PEXTENTS]], %[[SEVEN]], %[[THREADS]])
// CHECK: %[[DONE:.*]] = arith.cmpi eq, %[[S]], %c0_i32
// CHECK: cf.assert %[[DONE]], "a library had not enough memory"
// CHECK: return
// CHECK: func.func private @lib_f(index, index, i64, i64) -> i32
func.func private @f_library(%a: memref<?x3xf64>, %r: memref<?xf32>)
    attributes {chad.library_callee = ["lib_f", 7], no_inline} {
  return
}
