// RUN: chad-opt %s --chad-call-libraries -verify-diagnostics

// expected-error @below {{chad: a library takes arrays whose elements follow each other; bufferize the program by 'chad-bufferize'}}
func.func private @f_library(%a: memref<?xf64, strided<[2]>>, %r: memref<?xf32>)
    attributes {chad.library_callee = ["lib_f", 7], no_inline} {
  return
}
