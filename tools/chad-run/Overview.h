//===- Overview.h - What chad-run says of itself ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHAD_RUN_OVERVIEW_H
#define CHAD_TOOLS_CHAD_RUN_OVERVIEW_H

/// The text above the options that `chad-run --help` prints.
inline constexpr char overview[] = R"(runs a function of an MLIR program and prints its results

  chad-run program.mlir --entry=f --arg=3.5 --arg='[[1, 2], [3, 4]]' --arg=x.npy

The program is compiled for this machine, or, with --interpret, run by the reference
interpreter, which finds every error.

Each argument of the function takes one --arg, in order; a value that ends in .npy
is a file, anything else a literal of the argument's type:

  type                   literal                    dtype of a .npy file
  f64, f32, f16          3.5  -1e-3  inf  nan       <f8, <f4, <f2
  bf16                   3.5                        (none)
  index                  3                          <i8
  i64, i32, i16, i8      -3                         <i8 or <u8, and so on
  i1                     true  false                |b1
  tensor<2x?xf64>        [[1, 2], [3, 4]]           that of the element, same shape
  !chad.lin<T>           as T; () at integers       as T

A static extent of the type must be met, a dynamic one (?) takes any extent. A
scalar is an array of shape (). Files may have either byte and memory order.

A program in StableHLO is imported: as JAX prints it (lowered.as_text(), or in the generic form), as
bytecode of StableHLO itself, or as the portable artifact that jax.export serializes.

Results are printed one a line, as the type with the extents that it has, and the
value. The n-th --out also writes the n-th result to a .npy file, if all went well.

--grad computes the results and, after them, the gradient of one of them, which is a
float: --of says which, if several hold floats. --wrt says by which arguments, --wrt=0,2
or --wrt=%w,%xs; gradients come in the order of the arguments.

--grad --split makes two functions of it: f.fwd takes the arguments and returns the results
and what the other needs of the run, the residuals; f.bwd takes the arguments, all that
f.fwd returned, and cotangents of the results, and returns the gradients. One is run
after the other. With --seed results need be no single float. --remarks=split lists the
residuals, with sizes and reasons; --emit=so makes both for C.
--sparse-jacobian computes the results and, after them, the Jacobian by the arguments --wrt of the
results --of: where each row begins, with one more at the end, the column of each entry, and its
value. Arguments count one after the other, in row-major order, and so do results.

--grad-check compares entries of the forward derivative, the reverse derivative and
extrapolated central differences at the arguments, and says where they differ most. In a
program with floats narrower than f64 they are computed with all floats as f64, and the
derivatives as they are written are compared with those. It fails where they differ by
more than rounding and the accuracy of differences explain.

--emit=obj, so and header make an object file, a shared library and a C header of the
public functions, or of --entry alone; docs/CABI.md describes the C interface. Without
-o they are written beside where chad-run is started, named as the program is. --emit=asm
prints the assembly of the object file.

--line-info says of which line of the program each instruction is, for debuggers and
profilers: LLVM's code has the metadata !dbg, assembly the directive .loc, an object file a
line table. The instructions do not change. Code of several lines counts as inlined from the
first into the others.

--count prints, after the results, how much the program did: operations on floats
and moves, that is scalars read from tensors and written to them. Each addition,
multiplication, division and nonlinear function is one unit of work; choices
(comparisons, minima, maxima, absolute values, selections) and moves are none.

--json prints one line: an object with the results, and with what --time, --count and
--count-allocations measure, or with what --grad-check compares. docs/Tools.md has its fields.

The exit code is 0 where all went well, 1 where the command line, a file or the program is
wrong or fails while it runs (an assertion, a check, memory), and 2 where --grad-check finds
derivatives that differ.)";

#endif // CHAD_TOOLS_CHAD_RUN_OVERVIEW_H
