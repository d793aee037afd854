// RUN: chad-opt %s --pass-pipeline='builtin.module(gpu.module(chad-convert-kernels-to-rocdl))' --split-input-file --verify-diagnostics | FileCheck %s

// The memory of a block, a barrier, and the stack of a thread, which is private memory.

// CHECK-LABEL: gpu.module @kernels
// CHECK: llvm.mlir.global {{.*}} {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f64>
// CHECK: llvm.func @f({{.*}}) attributes {{{.*}}gpu.kernel{{.*}}rocdl.kernel
// CHECK: rocdl.workitem.id.x
// CHECK: llvm.alloca {{.*}} : (i64) -> !llvm.ptr<5>
// CHECK: llvm.addrspacecast {{.*}} : !llvm.ptr<5> to !llvm.ptr
// CHECK: rocdl.{{.*}}barrier
gpu.module @kernels {
  gpu.func @f(%xs: memref<256xf64, 1>)
      workgroup(%shared: memref<256xf64, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %own = memref.alloca() : memref<2xf64>
    %x = memref.load %xs[%t] : memref<256xf64, 1>
    memref.store %x, %own[%c0] : memref<2xf64>
    %y = memref.load %own[%c0] : memref<2xf64>
    memref.store %y, %shared[%t] : memref<256xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %z = memref.load %shared[%c1] : memref<256xf64, #gpu.address_space<workgroup>>
    memref.store %z, %xs[%t] : memref<256xf64, 1>
    gpu.return
  }
}

// -----

// The number of blocks is the first of the implicit arguments.

// CHECK-LABEL: gpu.module @blocks
// CHECK-NOT: ockl
// CHECK: %[[ARGS:.*]] = llvm.call_intrinsic "llvm.amdgcn.implicitarg.ptr"() : () -> !llvm.ptr<4>
// CHECK: %[[NUMBER:.*]] = llvm.load %[[ARGS]] : !llvm.ptr<4> -> i32
// CHECK: llvm.zext %[[NUMBER]] : i32 to i64
// CHECK-NOT: ockl
gpu.module @blocks {
  gpu.func @f(%xs: memref<256xindex, 1>) kernel {
    %t = gpu.thread_id x
    %n = gpu.grid_dim x
    memref.store %n, %xs[%t] : memref<256xindex, 1>
    gpu.return
  }
}

// -----

// What has no code is an error.

gpu.module @kernels {
  gpu.func @f(%xs: memref<256xf64, 1>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %xs[%t] : memref<256xf64, 1>
    // expected-error @below {{has no code for a GPU}}
    %y = math.erf %x : f64
    memref.store %y, %xs[%t] : memref<256xf64, 1>
    gpu.return
  }
}
