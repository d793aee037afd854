//===- SparseAlgorithms.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseAlgorithms.h"

// A vertex is a column; with the pattern of the transpose it is a row. Two columns with a common
// row are neighbours at distance 2, and get different colours. The greedy algorithm colours the
// columns with the most neighbours first (Gebremedhin, Manne & Pothen 2005, §4, §6).
const char *const chad::detail::patternAlgorithms = R"mlir(
// The first half of a counting sort of keys below n: element k of the result is the number of keys
// that are less than k, and element n is the number of all keys.
func.func private @chad.count_keys(%keys: tensor<?xindex>, %n: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %keys, %c0 : tensor<?xindex>
  %n1 = arith.addi %n, %c1 : index
  %none = tensor.splat %c0[%n1] : tensor<?xindex>
  %counts = scf.for %p = %c0 to %size step %c1 iter_args(%t = %none) -> tensor<?xindex> {
    %key = tensor.extract %keys[%p] : tensor<?xindex>
    %next = arith.addi %key, %c1 : index
    %old = tensor.extract %t[%next] : tensor<?xindex>
    %new = arith.addi %old, %c1 : index
    %u = tensor.insert %new into %t[%next] : tensor<?xindex>
    scf.yield %u : tensor<?xindex>
  }
  %starts = scf.for %k = %c0 to %n step %c1 iter_args(%t = %counts) -> tensor<?xindex> {
    %next = arith.addi %k, %c1 : index
    %a = tensor.extract %t[%k] : tensor<?xindex>
    %b = tensor.extract %t[%next] : tensor<?xindex>
    %s = arith.addi %a, %b : index
    %u = tensor.insert %s into %t[%next] : tensor<?xindex>
    scf.yield %u : tensor<?xindex>
  }
  return %starts : tensor<?xindex>
}

// The pattern of the transpose, by columns: where the rows of each column start, and the rows.
func.func private @chad.transpose_pattern(%offsets: tensor<?xindex>, %columns: tensor<?xindex>, %n: index)
    -> (tensor<?xindex>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %offsets, %c0 : tensor<?xindex>
  %m = arith.subi %size, %c1 : index
  %entries = tensor.dim %columns, %c0 : tensor<?xindex>
  %starts = func.call @chad.count_keys(%columns, %n) : (tensor<?xindex>, index) -> tensor<?xindex>
  %empty = tensor.splat %c0[%entries] : tensor<?xindex>
  %r:2 = scf.for %i = %c0 to %m step %c1 iter_args(%t = %starts, %rows = %empty)
      -> (tensor<?xindex>, tensor<?xindex>) {
    %inext = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%inext] : tensor<?xindex>
    %s:2 = scf.for %p = %begin to %end step %c1 iter_args(%t1 = %t, %rows1 = %rows)
        -> (tensor<?xindex>, tensor<?xindex>) {
      %j = tensor.extract %columns[%p] : tensor<?xindex>
      %q = tensor.extract %t1[%j] : tensor<?xindex>
      %rows2 = tensor.insert %i into %rows1[%q] : tensor<?xindex>
      %q1 = arith.addi %q, %c1 : index
      %t2 = tensor.insert %q1 into %t1[%j] : tensor<?xindex>
      scf.yield %t2, %rows2 : tensor<?xindex>, tensor<?xindex>
    }
    scf.yield %s#0, %s#1 : tensor<?xindex>, tensor<?xindex>
  }
  return %starts, %r#1 : tensor<?xindex>, tensor<?xindex>
}

// The row of each entry.
func.func private @chad.rows_of_entries(%offsets: tensor<?xindex>, %columns: tensor<?xindex>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %offsets, %c0 : tensor<?xindex>
  %m = arith.subi %size, %c1 : index
  %entries = tensor.dim %columns, %c0 : tensor<?xindex>
  %empty = tensor.splat %c0[%entries] : tensor<?xindex>
  %rows = scf.for %i = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xindex> {
    %inext = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%inext] : tensor<?xindex>
    %u = scf.for %p = %begin to %end step %c1 iter_args(%t1 = %t) -> tensor<?xindex> {
      %t2 = tensor.insert %i into %t1[%p] : tensor<?xindex>
      scf.yield %t2 : tensor<?xindex>
    }
    scf.yield %u : tensor<?xindex>
  }
  return %rows : tensor<?xindex>
}

// Whether the set of row i has the member `id`: bit `id` mod 64 of the word `id` / 64.
func.func private @chad.is_member(%masks: tensor<?x?xi64>, %i: index, %id: index) -> i1 {
  %c64 = arith.constant 64 : index
  %i0 = arith.constant 0 : i64
  %i1 = arith.constant 1 : i64
  %batch = arith.divui %id, %c64 : index
  %bit = arith.remui %id, %c64 : index
  %mask = tensor.extract %masks[%batch, %i] : tensor<?x?xi64>
  %shift = arith.index_cast %bit : index to i64
  %moved = arith.shrui %mask, %shift : i64
  %low = arith.andi %moved, %i1 : i64
  %isIn = arith.cmpi ne, %low, %i0 : i64
  return %isIn : i1
}

// Divides each group of columns into `split` groups. Groups of one colour have no common row, and
// share `split` bits: bit `colour · split + s` of a row says that the row has a column of part s of
// its group.
func.func private @chad.refine_pattern(%offsets: tensor<?xindex>, %groups: tensor<?xindex>,
    %colours: tensor<?xindex>, %masks: tensor<?x?xi64>, %split: index)
    -> (tensor<?xindex>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %offsets, %c0 : tensor<?xindex>
  %m = arith.subi %size, %c1 : index
  %none = tensor.splat %c0[%size] : tensor<?xindex>
  %counts = scf.for %i = %c0 to %m step %c1 iter_args(%t = %none) -> tensor<?xindex> {
    %inext = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%inext] : tensor<?xindex>
    %before = tensor.extract %t[%i] : tensor<?xindex>
    %count = scf.for %p = %begin to %end step %c1 iter_args(%k = %before) -> index {
      %g = tensor.extract %groups[%p] : tensor<?xindex>
      %colour = tensor.extract %colours[%g] : tensor<?xindex>
      %first = arith.muli %colour, %split : index
      %k1 = scf.for %s = %c0 to %split step %c1 iter_args(%k2 = %k) -> index {
        %id = arith.addi %first, %s : index
        %isIn = func.call @chad.is_member(%masks, %i, %id) : (tensor<?x?xi64>, index, index) -> i1
        %one = arith.select %isIn, %c1, %c0 : index
        %k3 = arith.addi %k2, %one : index
        scf.yield %k3 : index
      }
      scf.yield %k1 : index
    }
    %u = tensor.insert %count into %t[%inext] : tensor<?xindex>
    scf.yield %u : tensor<?xindex>
  }
  %entries = tensor.extract %counts[%m] : tensor<?xindex>
  %empty = tensor.splat %c0[%entries] : tensor<?xindex>
  %filled = scf.for %i = %c0 to %m step %c1 iter_args(%t = %empty) -> tensor<?xindex> {
    %inext = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%inext] : tensor<?xindex>
    %before = tensor.extract %counts[%i] : tensor<?xindex>
    %r:2 = scf.for %p = %begin to %end step %c1 iter_args(%t1 = %t, %k = %before)
        -> (tensor<?xindex>, index) {
      %g = tensor.extract %groups[%p] : tensor<?xindex>
      %colour = tensor.extract %colours[%g] : tensor<?xindex>
      %first = arith.muli %colour, %split : index
      %child = arith.muli %g, %split : index
      %q:2 = scf.for %s = %c0 to %split step %c1 iter_args(%t2 = %t1, %k2 = %k)
          -> (tensor<?xindex>, index) {
        %id = arith.addi %first, %s : index
        %isIn = func.call @chad.is_member(%masks, %i, %id) : (tensor<?x?xi64>, index, index) -> i1
        %member = arith.addi %child, %s : index
        %z:2 = scf.if %isIn -> (tensor<?xindex>, index) {
          %t3 = tensor.insert %member into %t2[%k2] : tensor<?xindex>
          %k3 = arith.addi %k2, %c1 : index
          scf.yield %t3, %k3 : tensor<?xindex>, index
        } else {
          scf.yield %t2, %k2 : tensor<?xindex>, index
        }
        scf.yield %z#0, %z#1 : tensor<?xindex>, index
      }
      scf.yield %q#0, %q#1 : tensor<?xindex>, index
    }
    scf.yield %r#0 : tensor<?xindex>
  }
  return %counts, %filled : tensor<?xindex>, tensor<?xindex>
}

// The vertices in descending order of degree; vertices of equal degree keep their order.
func.func private @chad.sort_by_degree(%degrees: tensor<?xindex>) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %degrees, %c0 : tensor<?xindex>
  %largest = scf.for %v = %c0 to %n step %c1 iter_args(%k = %c0) -> index {
    %d = tensor.extract %degrees[%v] : tensor<?xindex>
    %k1 = arith.maxui %k, %d : index
    scf.yield %k1 : index
  }
  %keys = chad.build %v < %n -> tensor<?xindex> {
    %d = tensor.extract %degrees[%v] : tensor<?xindex>
    %key = arith.subi %largest, %d : index
    chad.yield %key : index
  }
  %numKeys = arith.addi %largest, %c1 : index
  %starts = func.call @chad.count_keys(%keys, %numKeys) : (tensor<?xindex>, index) -> tensor<?xindex>
  %empty = tensor.splat %c0[%n] : tensor<?xindex>
  %r:2 = scf.for %v = %c0 to %n step %c1 iter_args(%t = %starts, %order = %empty)
      -> (tensor<?xindex>, tensor<?xindex>) {
    %key = tensor.extract %keys[%v] : tensor<?xindex>
    %q = tensor.extract %t[%key] : tensor<?xindex>
    %order1 = tensor.insert %v into %order[%q] : tensor<?xindex>
    %q1 = arith.addi %q, %c1 : index
    %t1 = tensor.insert %q1 into %t[%key] : tensor<?xindex>
    scf.yield %t1, %order1 : tensor<?xindex>, tensor<?xindex>
  }
  return %r#1 : tensor<?xindex>
}

// The least colour whose element of `taken` is not `stamp`.
func.func private @chad.least_colour(%taken: tensor<?xindex>, %stamp: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %colour = scf.while (%c = %c0) : (index) -> index {
    %when = tensor.extract %taken[%c] : tensor<?xindex>
    %isTaken = arith.cmpi eq, %when, %stamp : index
    scf.condition(%isTaken) %c : index
  } do {
  ^bb0(%c: index):
    %next = arith.addi %c, %c1 : index
    scf.yield %next : index
  }
  return %colour : index
}

// A colour for each column, and the number of colours. Takes the pattern by columns and by rows.
func.func private @chad.colour_columns(%starts: tensor<?xindex>, %rows: tensor<?xindex>,
    %offsets: tensor<?xindex>, %columns: tensor<?xindex>) -> (tensor<?xindex>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n1 = tensor.dim %starts, %c0 : tensor<?xindex>
  %n = arith.subi %n1, %c1 : index
  %zeros = tensor.splat %c0[%n] : tensor<?xindex>
  %degrees:2 = scf.for %v = %c0 to %n step %c1 iter_args(%seen = %zeros, %t = %zeros)
      -> (tensor<?xindex>, tensor<?xindex>) {
    %stamp = arith.addi %v, %c1 : index
    %begin = tensor.extract %starts[%v] : tensor<?xindex>
    %end = tensor.extract %starts[%stamp] : tensor<?xindex>
    %r:2 = scf.for %p = %begin to %end step %c1 iter_args(%seen1 = %seen, %d = %c0)
        -> (tensor<?xindex>, index) {
      %w = tensor.extract %rows[%p] : tensor<?xindex>
      %wnext = arith.addi %w, %c1 : index
      %first = tensor.extract %offsets[%w] : tensor<?xindex>
      %last = tensor.extract %offsets[%wnext] : tensor<?xindex>
      %s:2 = scf.for %q = %first to %last step %c1 iter_args(%seen2 = %seen1, %d1 = %d)
          -> (tensor<?xindex>, index) {
        %x = tensor.extract %columns[%q] : tensor<?xindex>
        %when = tensor.extract %seen2[%x] : tensor<?xindex>
        %isNew = arith.cmpi ne, %when, %stamp : index
        %isOther = arith.cmpi ne, %x, %v : index
        %counts = arith.andi %isNew, %isOther : i1
        %one = arith.select %counts, %c1, %c0 : index
        %d2 = arith.addi %d1, %one : index
        %seen3 = tensor.insert %stamp into %seen2[%x] : tensor<?xindex>
        scf.yield %seen3, %d2 : tensor<?xindex>, index
      }
      scf.yield %s#0, %s#1 : tensor<?xindex>, index
    }
    %u = tensor.insert %r#1 into %t[%v] : tensor<?xindex>
    scf.yield %r#0, %u : tensor<?xindex>, tensor<?xindex>
  }
  %order = func.call @chad.sort_by_degree(%degrees#1) : (tensor<?xindex>) -> tensor<?xindex>
  // Colour n stands for a vertex without a colour.
  %noColours = tensor.splat %n[%n] : tensor<?xindex>
  %noStamps = tensor.splat %c0[%n1] : tensor<?xindex>
  %r:3 = scf.for %i = %c0 to %n step %c1
      iter_args(%colours = %noColours, %taken = %noStamps, %count = %c0)
      -> (tensor<?xindex>, tensor<?xindex>, index) {
    %v = tensor.extract %order[%i] : tensor<?xindex>
    %stamp = arith.addi %v, %c1 : index
    %begin = tensor.extract %starts[%v] : tensor<?xindex>
    %end = tensor.extract %starts[%stamp] : tensor<?xindex>
    %taken1 = scf.for %p = %begin to %end step %c1 iter_args(%t = %taken) -> tensor<?xindex> {
      %w = tensor.extract %rows[%p] : tensor<?xindex>
      %wnext = arith.addi %w, %c1 : index
      %first = tensor.extract %offsets[%w] : tensor<?xindex>
      %last = tensor.extract %offsets[%wnext] : tensor<?xindex>
      %t1 = scf.for %q = %first to %last step %c1 iter_args(%t2 = %t) -> tensor<?xindex> {
        %x = tensor.extract %columns[%q] : tensor<?xindex>
        %colour = tensor.extract %colours[%x] : tensor<?xindex>
        %t3 = tensor.insert %stamp into %t2[%colour] : tensor<?xindex>
        scf.yield %t3 : tensor<?xindex>
      }
      scf.yield %t1 : tensor<?xindex>
    }
    %colour = func.call @chad.least_colour(%taken1, %stamp) : (tensor<?xindex>, index) -> index
    %colours1 = tensor.insert %colour into %colours[%v] : tensor<?xindex>
    %next = arith.addi %colour, %c1 : index
    %count1 = arith.maxui %count, %next : index
    scf.yield %colours1, %taken1, %count1 : tensor<?xindex>, tensor<?xindex>, index
  }
  return %r#0, %r#2 : tensor<?xindex>, index
}

// The number of entries of the largest row: a colouring of the columns has at least as many
// colours.
func.func private @chad.largest_row(%offsets: tensor<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %offsets, %c0 : tensor<?xindex>
  %m = arith.subi %size, %c1 : index
  %largest = scf.for %i = %c0 to %m step %c1 iter_args(%k = %c0) -> index {
    %next = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%next] : tensor<?xindex>
    %count = arith.subi %end, %begin : index
    %k1 = arith.maxui %k, %count : index
    scf.yield %k1 : index
  }
  return %largest : index
}

// The union of a pattern with its transpose, with sorted rows.
func.func private @chad.symmetrize_pattern(%offsets: tensor<?xindex>, %columns: tensor<?xindex>)
    -> (tensor<?xindex>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n1 = tensor.dim %offsets, %c0 : tensor<?xindex>
  %n = arith.subi %n1, %c1 : index
  %entries = tensor.dim %columns, %c0 : tensor<?xindex>
  %t:2 = func.call @chad.transpose_pattern(%offsets, %columns, %n)
      : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %most = arith.muli %entries, %c2 : index
  %empty = tensor.splat %c0[%most] : tensor<?xindex>
  %zeros = tensor.splat %c0[%n1] : tensor<?xindex>
  %r:4 = scf.for %i = %c0 to %n step %c1
      iter_args(%starts = %zeros, %all = %empty, %seen = %zeros, %k = %c0)
      -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index) {
    %stamp = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%stamp] : tensor<?xindex>
    %a:3 = scf.for %p = %begin to %end step %c1 iter_args(%all1 = %all, %seen1 = %seen, %k1 = %k)
        -> (tensor<?xindex>, tensor<?xindex>, index) {
      %j = tensor.extract %columns[%p] : tensor<?xindex>
      %all2 = tensor.insert %j into %all1[%k1] : tensor<?xindex>
      %seen2 = tensor.insert %stamp into %seen1[%j] : tensor<?xindex>
      %k2 = arith.addi %k1, %c1 : index
      scf.yield %all2, %seen2, %k2 : tensor<?xindex>, tensor<?xindex>, index
    }
    %first = tensor.extract %t#0[%i] : tensor<?xindex>
    %last = tensor.extract %t#0[%stamp] : tensor<?xindex>
    %b:2 = scf.for %p = %first to %last step %c1 iter_args(%all1 = %a#0, %k1 = %a#2)
        -> (tensor<?xindex>, index) {
      %j = tensor.extract %t#1[%p] : tensor<?xindex>
      %when = tensor.extract %a#1[%j] : tensor<?xindex>
      %isNew = arith.cmpi ne, %when, %stamp : index
      %z:2 = scf.if %isNew -> (tensor<?xindex>, index) {
        %all2 = tensor.insert %j into %all1[%k1] : tensor<?xindex>
        %k2 = arith.addi %k1, %c1 : index
        scf.yield %all2, %k2 : tensor<?xindex>, index
      } else {
        scf.yield %all1, %k1 : tensor<?xindex>, index
      }
      scf.yield %z#0, %z#1 : tensor<?xindex>, index
    }
    %starts1 = tensor.insert %b#1 into %starts[%stamp] : tensor<?xindex>
    scf.yield %starts1, %b#0, %a#1, %b#1 : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index
  }
  %used = tensor.extract_slice %r#1[0] [%r#3] [1] : tensor<?xindex> to tensor<?xindex>
  %s:2 = func.call @chad.transpose_pattern(%r#0, %used, %n)
      : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %s#0, %s#1 : tensor<?xindex>, tensor<?xindex>
}

// A star colouring: neighbours have different colours, and each path of four vertices has at least
// three colours. So each entry of a symmetric matrix is the only term of its sum, in one of its two
// places (Gebremedhin, Tarafdar, Manne & Pothen 2007, §4).
func.func private @chad.colour_star(%offsets: tensor<?xindex>, %columns: tensor<?xindex>)
    -> (tensor<?xindex>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n1 = tensor.dim %offsets, %c0 : tensor<?xindex>
  %n = arith.subi %n1, %c1 : index
  %degrees = chad.build %v < %n -> tensor<?xindex> {
    %next = arith.addi %v, %c1 : index
    %begin = tensor.extract %offsets[%v] : tensor<?xindex>
    %end = tensor.extract %offsets[%next] : tensor<?xindex>
    %d = scf.for %p = %begin to %end step %c1 iter_args(%k = %c0) -> index {
      %w = tensor.extract %columns[%p] : tensor<?xindex>
      %isOther = arith.cmpi ne, %w, %v : index
      %one = arith.select %isOther, %c1, %c0 : index
      %k1 = arith.addi %k, %one : index
      scf.yield %k1 : index
    }
    chad.yield %d : index
  }
  %order = func.call @chad.sort_by_degree(%degrees) : (tensor<?xindex>) -> tensor<?xindex>
  %noColours = tensor.splat %n[%n] : tensor<?xindex>
  %noStamps = tensor.splat %c0[%n1] : tensor<?xindex>
  %r:3 = scf.for %i = %c0 to %n step %c1
      iter_args(%colours = %noColours, %taken = %noStamps, %count = %c0)
      -> (tensor<?xindex>, tensor<?xindex>, index) {
    %v = tensor.extract %order[%i] : tensor<?xindex>
    %stamp = arith.addi %v, %c1 : index
    %begin = tensor.extract %offsets[%v] : tensor<?xindex>
    %end = tensor.extract %offsets[%stamp] : tensor<?xindex>
    %taken1 = scf.for %p = %begin to %end step %c1 iter_args(%t = %taken) -> tensor<?xindex> {
      %w = tensor.extract %columns[%p] : tensor<?xindex>
      %isSelf = arith.cmpi eq, %w, %v : index
      %wcolour = tensor.extract %colours[%w] : tensor<?xindex>
      %t1 = tensor.insert %stamp into %t[%wcolour] : tensor<?xindex>
      %wnext = arith.addi %w, %c1 : index
      %first = tensor.extract %offsets[%w] : tensor<?xindex>
      %end1 = tensor.extract %offsets[%wnext] : tensor<?xindex>
      %last = arith.select %isSelf, %first, %end1 : index
      %isBare = arith.cmpi eq, %wcolour, %n : index
      %t2 = scf.for %q = %first to %last step %c1 iter_args(%t3 = %t1) -> tensor<?xindex> {
        %x = tensor.extract %columns[%q] : tensor<?xindex>
        %xcolour = tensor.extract %colours[%x] : tensor<?xindex>
        %xnext = arith.addi %x, %c1 : index
        %xfirst = tensor.extract %offsets[%x] : tensor<?xindex>
        %xend = tensor.extract %offsets[%xnext] : tensor<?xindex>
        %isW = arith.cmpi eq, %x, %w : index
        %isV = arith.cmpi eq, %x, %v : index
        %isEnd = arith.ori %isW, %isV : i1
        %skips = arith.ori %isEnd, %isBare : i1
        %xlast = arith.select %skips, %xfirst, %xend : index
        %closes = scf.for %z = %xfirst to %xlast step %c1 iter_args(%b = %isBare) -> i1 {
          %y = tensor.extract %columns[%z] : tensor<?xindex>
          %ycolour = tensor.extract %colours[%y] : tensor<?xindex>
          %same = arith.cmpi eq, %ycolour, %wcolour : index
          %isOther = arith.cmpi ne, %y, %w : index
          %found = arith.andi %same, %isOther : i1
          %b1 = arith.ori %b, %found : i1
          scf.yield %b1 : i1
        }
        // The last element belongs to no colour.
        %place = arith.select %closes, %xcolour, %n : index
        %t4 = tensor.insert %stamp into %t3[%place] : tensor<?xindex>
        scf.yield %t4 : tensor<?xindex>
      }
      scf.yield %t2 : tensor<?xindex>
    }
    %colour = func.call @chad.least_colour(%taken1, %stamp) : (tensor<?xindex>, index) -> index
    %colours1 = tensor.insert %colour into %colours[%v] : tensor<?xindex>
    %next = arith.addi %colour, %c1 : index
    %count1 = arith.maxui %count, %next : index
    scf.yield %colours1, %taken1, %count1 : tensor<?xindex>, tensor<?xindex>, index
  }
  return %r#0, %r#2 : tensor<?xindex>, index
}
)mlir";

// The columns are divided into at most 64 groups, and then each group into 8, until each group has
// one column. Groups of one colour have no common row. So their parts can share bits: in a given
// row, only one of these groups has entries.
const char *const chad::detail::sparsityText = R"mlir(
func.func private @"$NAME"($PARAMS) -> (tensor<?xindex>, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %n = func.call @"$SIZE"($ARGS) : ($TYPES) -> index
  %width = scf.while (%w = %c1) : (index) -> index {
    %reach = arith.muli %w, %c64 : index
    %isShort = arith.cmpi ult, %reach, %n : index
    scf.condition(%isShort) %w : index
  } do {
  ^bb0(%w: index):
    %wider = arith.muli %w, %c8 : index
    scf.yield %wider : index
  }
  %probe = chad.build %j < %n -> tensor<?xindex> {
    %g = arith.divui %j, %width : index
    chad.yield %g : index
  }
  %mask = func.call @"$MASKS"($ARGS, %probe, %c0) : ($TYPES, tensor<?xindex>, index) -> tensor<?xi64>
  %masks = chad.build %b < %c1 -> tensor<?x?xi64> {
    chad.yield %mask : tensor<?xi64>
  }
  %m = tensor.dim %mask, %c0 : tensor<?xi64>
  %m1 = arith.addi %m, %c1 : index
  %all = chad.build %i < %m1 -> tensor<?xindex> {
    chad.yield %i : index
  }
  %one = tensor.splat %c0[%m] : tensor<?xindex>
  %colour = tensor.splat %c0[%c1] : tensor<?xindex>
  %first:2 = func.call @chad.refine_pattern(%all, %one, %colour, %masks, %c64)
      : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?x?xi64>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %r:3 = scf.while (%offsets = %first#0, %groups = %first#1, %w = %width)
      : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>, index) {
    %isWide = arith.cmpi ugt, %w, %c1 : index
    scf.condition(%isWide) %offsets, %groups, %w : tensor<?xindex>, tensor<?xindex>, index
  } do {
  ^bb0(%offsets: tensor<?xindex>, %groups: tensor<?xindex>, %w: index):
    %numGroups = arith.ceildivui %n, %w : index
    %t:2 = func.call @chad.transpose_pattern(%offsets, %groups, %numGroups)
        : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
    // If a row has entries in half of the groups, a colouring does not pay.
    %largest = func.call @chad.largest_row(%offsets) : (tensor<?xindex>) -> index
    %twice = arith.addi %largest, %largest : index
    %isDense = arith.cmpi uge, %twice, %numGroups : index
    %colours, %count = scf.if %isDense -> (tensor<?xindex>, index) {
      %own = chad.build %g < %numGroups -> tensor<?xindex> {
        chad.yield %g : index
      }
      scf.yield %own, %numGroups : tensor<?xindex>, index
    } else {
      %found, %number = func.call @chad.colour_columns(%t#0, %t#1, %offsets, %groups)
          : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
      scf.yield %found, %number : tensor<?xindex>, index
    }
    %narrow = arith.divui %w, %c8 : index
    %probe1 = chad.build %j < %n -> tensor<?xindex> {
      %g = arith.divui %j, %w : index
      %within = arith.remui %j, %w : index
      %part = arith.divui %within, %narrow : index
      %c = tensor.extract %colours[%g] : tensor<?xindex>
      %base = arith.muli %c, %c8 : index
      %id = arith.addi %base, %part : index
      chad.yield %id : index
    }
    %batches = arith.ceildivui %count, %c8 : index
    %masks1 = chad.build %b < %batches -> tensor<?x?xi64> {
      %mask1 = func.call @"$MASKS"($ARGS, %probe1, %b) : ($TYPES, tensor<?xindex>, index) -> tensor<?xi64>
      chad.yield %mask1 : tensor<?xi64>
    }
    %s:2 = func.call @chad.refine_pattern(%offsets, %groups, %colours, %masks1, %c8)
        : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?x?xi64>, index) -> (tensor<?xindex>, tensor<?xindex>)
    scf.yield %s#0, %s#1, %narrow : tensor<?xindex>, tensor<?xindex>, index
  }
  return %r#0, %r#1 : tensor<?xindex>, tensor<?xindex>
}
)mlir";

const char *const chad::detail::eitherSparsityText = R"mlir(
func.func private @"$NAME"($PARAMS) -> (tensor<?xindex>, tensor<?xindex>) {
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %n = func.call @"$SIZE"($ARGS) : ($TYPES) -> index
  %m = func.call @"$ROWS"($ARGS) : ($TYPES) -> index
  // One run finds the pattern of 64 rows, as a bit of a word stands for each.
  %isOneRun = arith.cmpi ule, %m, %c64 : index
  %isMore = arith.cmpi ugt, %n, %c64 : index
  %isShort = arith.andi %isOneRun, %isMore : i1
  %eightfold = arith.muli %m, %c8 : index
  %isFlat = arith.cmpi ult, %eightfold, %n : index
  %reverse = arith.ori %isShort, %isFlat : i1
  %offsets, %columns = scf.if %reverse -> (tensor<?xindex>, tensor<?xindex>) {
    %starts, %rows = func.call @"$BY_ROWS"($ARGS) : ($TYPES) -> (tensor<?xindex>, tensor<?xindex>)
    %t:2 = func.call @chad.transpose_pattern(%starts, %rows, %m)
        : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
    scf.yield %t#0, %t#1 : tensor<?xindex>, tensor<?xindex>
  } else {
    %t:2 = func.call @"$BY_COLUMNS"($ARGS) : ($TYPES) -> (tensor<?xindex>, tensor<?xindex>)
    scf.yield %t#0, %t#1 : tensor<?xindex>, tensor<?xindex>
  }
  return %offsets, %columns : tensor<?xindex>, tensor<?xindex>
}
)mlir";

const char *const chad::detail::colouringText = R"mlir(
func.func private @"$NAME"($PARAMS) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index) {
  %offsets, %columns = func.call @"$SPARSITY"($ARGS) : ($TYPES) -> (tensor<?xindex>, tensor<?xindex>)
  %n = func.call @"$SIZE"($ARGS) : ($TYPES) -> index
  %t:2 = func.call @chad.transpose_pattern(%offsets, %columns, %n)
      : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %colours, %count = func.call @chad.colour_columns($ORDER)
      : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
  return %offsets, %columns, %colours, %count : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index
}
)mlir";

const char *const chad::detail::symmetricColouringText = R"mlir(
func.func private @"$NAME"($PARAMS) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index) {
  %found:2 = func.call @"$SPARSITY"($ARGS) : ($TYPES) -> (tensor<?xindex>, tensor<?xindex>)
  %offsets, %columns = func.call @chad.symmetrize_pattern(%found#0, %found#1)
      : (tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, tensor<?xindex>)
  %colours, %count = func.call @chad.colour_star(%offsets, %columns)
      : (tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
  return %offsets, %columns, %colours, %count : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, index
}
)mlir";

const char *const chad::detail::sparseJacobianText = R"mlir(
func.func private @"$NAME"($PARAMS) -> (tensor<?xindex>, tensor<?xindex>, tensor<?x$FLOAT>) {
  %offsets, %columns = func.call @"$SPARSITY"($ARGS) : ($TYPES) -> (tensor<?xindex>, tensor<?xindex>)
  %n = func.call @"$SIZE"($ARGS) : ($TYPES) -> index
  %c0 = arith.constant 0 : index
  %entries = tensor.dim %columns, %c0 : tensor<?xindex>
  %t:2 = func.call @chad.transpose_pattern(%offsets, %columns, %n)
      : (tensor<?xindex>, tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  // The columns need at least as many colours as the largest row has entries, and the rows at least
  // as many as the largest column. If this bound says that one side cannot have fewer colours than
  // the other one has, it is not coloured, and the number of its colours counts as infinite.
  %unlimited = arith.constant -1 : index
  %largestRow = func.call @chad.largest_row(%offsets) : (tensor<?xindex>) -> index
  %largestColumn = func.call @chad.largest_row(%t#0) : (tensor<?xindex>) -> index
  %always = arith.constant true
  %never = arith.constant false
  %prefersColumns = arith.cmpi ule, %largestRow, %largestColumn : index
  // The mode decides: the condition is `%prefersColumns`, `%always` or `%never`.
  %columnsFirst = arith.ori %$CHOICE, %never : i1
  %none = tensor.splat %c0[%c0] : tensor<?xindex>
  %first, %firstCount = scf.if %columnsFirst -> (tensor<?xindex>, index) {
    %found, %number = func.call @chad.colour_columns(%t#0, %t#1, %offsets, %columns)
        : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
    scf.yield %found, %number : tensor<?xindex>, index
  } else {
    scf.yield %none, %unlimited : tensor<?xindex>, index
  }
  %rowsMayBeFewer = arith.cmpi ult, %largestColumn, %firstCount : index
  %colourRows = arith.andi %rowsMayBeFewer, %$MAY_REVERSE : i1
  %rowColours, %rowCount = scf.if %colourRows -> (tensor<?xindex>, index) {
    %found, %number = func.call @chad.colour_columns(%offsets, %columns, %t#0, %t#1)
        : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
    scf.yield %found, %number : tensor<?xindex>, index
  } else {
    scf.yield %none, %unlimited : tensor<?xindex>, index
  }
  %isOpen = arith.cmpi eq, %firstCount, %unlimited : index
  %columnsMayBeFewer = arith.cmpi ult, %largestRow, %rowCount : index
  %colourColumns0 = arith.andi %isOpen, %columnsMayBeFewer : i1
  %colourColumns = arith.andi %colourColumns0, %$MAY_FORWARD : i1
  %colours, %count = scf.if %colourColumns -> (tensor<?xindex>, index) {
    %found, %number = func.call @chad.colour_columns(%t#0, %t#1, %offsets, %columns)
        : (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
    scf.yield %found, %number : tensor<?xindex>, index
  } else {
    scf.yield %first, %firstCount : tensor<?xindex>, index
  }
  %rows = func.call @chad.rows_of_entries(%offsets, %columns)
      : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
  %forward = arith.cmpi ule, %count, %rowCount : index
  %numColumns = arith.select %forward, %count, %c0 : index
  %numRows = arith.select %forward, %c0, %rowCount : index
  %values = scf.if %forward -> tensor<?x$FLOAT> {
    %compressed = chad.build %c < %numColumns -> tensor<?x?x$FLOAT> {
      %p = func.call @"$PUSH"($ARGS, %colours, %c) : ($TYPES, tensor<?xindex>, index) -> tensor<?x$FLOAT>
      chad.yield %p : tensor<?x$FLOAT>
    }
    %v = chad.build %e < %entries -> tensor<?x$FLOAT> {
      %i = tensor.extract %rows[%e] : tensor<?xindex>
      %j = tensor.extract %columns[%e] : tensor<?xindex>
      %c = tensor.extract %colours[%j] : tensor<?xindex>
      %x = tensor.extract %compressed[%c, %i] : tensor<?x?x$FLOAT>
      chad.yield %x : $FLOAT
    }
    scf.yield %v : tensor<?x$FLOAT>
  } else {
    %compressed = chad.build %c < %numRows -> tensor<?x?x$FLOAT> {
      %p = func.call @"$PULL"($ARGS, %rowColours, %c) : ($TYPES, tensor<?xindex>, index) -> tensor<?x$FLOAT>
      chad.yield %p : tensor<?x$FLOAT>
    }
    %v = chad.build %e < %entries -> tensor<?x$FLOAT> {
      %i = tensor.extract %rows[%e] : tensor<?xindex>
      %j = tensor.extract %columns[%e] : tensor<?xindex>
      %c = tensor.extract %rowColours[%i] : tensor<?xindex>
      %x = tensor.extract %compressed[%c, %j] : tensor<?x?x$FLOAT>
      chad.yield %x : $FLOAT
    }
    scf.yield %v : tensor<?x$FLOAT>
  }
  return %offsets, %columns, %values : tensor<?xindex>, tensor<?xindex>, tensor<?x$FLOAT>
}
)mlir";

const char *const chad::detail::symmetricJacobianText = R"mlir(
func.func private @"$NAME"($PARAMS) -> (tensor<?xindex>, tensor<?xindex>, tensor<?x$FLOAT>) {
  %found:2 = func.call @"$SPARSITY"($ARGS) : ($TYPES) -> (tensor<?xindex>, tensor<?xindex>)
  %offsets, %columns = func.call @chad.symmetrize_pattern(%found#0, %found#1)
      : (tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, tensor<?xindex>)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %entries = tensor.dim %columns, %c0 : tensor<?xindex>
  %colours, %count = func.call @chad.colour_star(%offsets, %columns)
      : (tensor<?xindex>, tensor<?xindex>) -> (tensor<?xindex>, index)
  %rows = func.call @chad.rows_of_entries(%offsets, %columns)
      : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
  %compressed = chad.build %c < %count -> tensor<?x?x$FLOAT> {
    %p = func.call @"$PUSH"($ARGS, %colours, %c) : ($TYPES, tensor<?xindex>, index) -> tensor<?x$FLOAT>
    chad.yield %p : tensor<?x$FLOAT>
  }
  %values = chad.build %e < %entries -> tensor<?x$FLOAT> {
    %i = tensor.extract %rows[%e] : tensor<?xindex>
    %j = tensor.extract %columns[%e] : tensor<?xindex>
    %ci = tensor.extract %colours[%i] : tensor<?xindex>
    %cj = tensor.extract %colours[%j] : tensor<?xindex>
    %inext = arith.addi %i, %c1 : index
    %begin = tensor.extract %offsets[%i] : tensor<?xindex>
    %end = tensor.extract %offsets[%inext] : tensor<?xindex>
    %sharers = scf.for %p = %begin to %end step %c1 iter_args(%k = %c0) -> index {
      %x = tensor.extract %columns[%p] : tensor<?xindex>
      %cx = tensor.extract %colours[%x] : tensor<?xindex>
      %same = arith.cmpi eq, %cx, %cj : index
      %one = arith.select %same, %c1, %c0 : index
      %k1 = arith.addi %k, %one : index
      scf.yield %k1 : index
    }
    %isAlone = arith.cmpi eq, %sharers, %c1 : index
    %colour = arith.select %isAlone, %cj, %ci : index
    %row = arith.select %isAlone, %i, %j : index
    %x = tensor.extract %compressed[%colour, %row] : tensor<?x?x$FLOAT>
    chad.yield %x : $FLOAT
  }
  return %offsets, %columns, %values : tensor<?xindex>, tensor<?xindex>, tensor<?x$FLOAT>
}
)mlir";
