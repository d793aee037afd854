// Kernels of two blocks of four threads. The first one is correct; each of the others has a mistake
// that the emulation finds.

// Each thread reads what another one has written before the barrier.
func.func @fine() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %l = memref.load %s[%other] : memref<4xf64, #gpu.address_space<workgroup>>
    memref.store %l, %d[%i] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// The last thread writes behind the end of an array.
func.func @beyond() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    %j = arith.addi %i, %c1 : index
    memref.store %x, %d[%j] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// The same in the memory of a block.
func.func @beyond_of_block() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %l = memref.load %s[%next] : memref<4xf64, #gpu.address_space<workgroup>>
    memref.store %l, %d[%i] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// A view that is larger than its array.
func.func @unallocated() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  %wide = memref.cast %d : memref<8xf64, 1> to memref<?xf64, 1>
  %eight = arith.muli %c4, %c2 : index
  %view = memref.subview %wide[%c2] [%eight] [1] : memref<?xf64, 1> to memref<?xf64, strided<[1], offset: ?>, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    memref.store %x, %view[%i] : memref<?xf64, strided<[1], offset: ?>, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// A thread reads what no thread has written.
func.func @unwritten() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    scf.if %half {
      memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %l = memref.load %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    memref.store %l, %d[%i] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// A thread reads what another one writes, without a barrier between.
func.func @read_early() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    %l = memref.load %s[%before] : memref<4xf64, #gpu.address_space<workgroup>>
    memref.store %l, %d[%i] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// A thread writes what another one has read, without a barrier between.
func.func @written_early() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %l = memref.load %s[%other] : memref<4xf64, #gpu.address_space<workgroup>>
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %l, %d[%i] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// Two blocks write to one element.
func.func @blocks() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    memref.store %x, %d[%t] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// A block reads what another one writes.
func.func @blocks_read() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    %l = memref.load %d[%t] : memref<8xf64, 1>
    %sum = arith.addf %l, %x : f64
    memref.store %sum, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    memref.store %sum, %d[%i] : memref<8xf64, 1>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// A thread reads a sum that others add to.
func.func @atomic() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    %a = memref.atomic_rmw addf %x, %d[%c0] : (f64, memref<8xf64, 1>) -> f64
    %l = memref.load %d[%c0] : memref<8xf64, 1>
    memref.store %l, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// Additions that are atomic need no barrier.
func.func @sums() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    %a = memref.atomic_rmw addf %x, %d[%c0] : (f64, memref<8xf64, 1>) -> f64
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// Half of the threads wait for the others.
func.func @some_wait() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    scf.if %half {
      gpu.barrier
    }
    memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}

// The halves wait at barriers of their own.
func.func @wait_apart() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %d = memref.alloc() : memref<8xf64, 1>
  gpu.launch blocks(%b, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%tx = %c4, %tgy = %c1, %tgz = %c1)
      workgroup(%s : memref<4xf64, #gpu.address_space<workgroup>>) {
    %first = arith.muli %b, %c4 : index
    %i = arith.addi %first, %t : index
    %next = arith.addi %t, %c1 : index
    %other = arith.remui %next, %c4 : index
    %three = arith.addi %next, %c2 : index
    %before = arith.remui %three, %c4 : index
    %half = arith.cmpi ult, %t, %c2 : index
    scf.if %half {
      gpu.barrier
    } else {
      memref.store %x, %s[%t] : memref<4xf64, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.terminator
  }
  memref.dealloc %d : memref<8xf64, 1>
  return
}
