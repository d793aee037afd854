//===- RegisterKernel.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The functions are written as text, with `$` before what depends on the type and the
// processor. Their structure is that of Goto & van de Geijn, "Anatomy of High-Performance
// Matrix Multiplication", 2008, and of Van Zee & van de Geijn, "BLIS", 2015.
//
//   T    element             W    elements of a vector     MR   rows of the tile
//   F    buffer of elements  V    vector of W elements     NR   columns of the tile: NR1, NR2
//                                                               or NR3, of 1, 2 or 3 vectors
//   M    matrix              P    rows that are rearranged at once, in vectors PV

#include "RegisterKernel.h"
#include "Template.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Packs a panel of a matrix, such that successive steps of the innermost loop read adjacent
/// elements.
static const char packText[] = R"mlir(
// to[k * width + r] = from[r * rowStride + k * depthStride], where r < rows. The elements beyond
// `rows`, up to the width, are arbitrary; nothing depends on them.
func.func private @$name.pack(%from: $F, %start: index, %rowStride: index,
                              %depthStride: index, %rows: index, %depth: index,
                              %to: $F, %target: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cP = arith.constant $P : index
  %zero = arith.constant dense<0.0> : $PV
  %rowsAdjoin = arith.cmpi eq, %rowStride, %c1 : index
  %depthAdjoins = arith.cmpi eq, %depthStride, %c1 : index
  scf.if %rowsAdjoin {
    scf.for %k = %c0 to %depth step %c1 {
      scf.for %r = %c0 to %width step %cP {
        %left = affine.apply affine_map<(r)[n] -> (n - r)>(%r)[%rows]
        %mask = vector.create_mask %left : vector<$Pxi1>
        %at = affine.apply affine_map<(r, k)[o, t] -> (o + r + k * t)>(%r, %k)[%start, %depthStride]
        %x = vector.maskedload %from[%at], %mask, %zero : $F, vector<$Pxi1>, $PV into $PV
        %place = affine.apply affine_map<(r, k)[o, w] -> (o + k * w + r)>(%r, %k)[%target, %width]
        vector.store %x, %to[%place] : $F, $PV
      }
    }
  } else {
    scf.if %depthAdjoins {
      scf.for %r = %c0 to %width step %cP {
        scf.for %k = %c0 to %depth step %cP {
          %left = affine.apply affine_map<(k)[n] -> (n - k)>(%k)[%depth]
          %mask = vector.create_mask %left : vector<$Pxi1>
$transposition
        }
      }
    } else {
      scf.for %k = %c0 to %depth step %c1 {
        scf.for %r = %c0 to %width step %c1 {
          %row = affine.min affine_map<(r)[n] -> (r, n - 1)>(%r)[%rows]
          %at = affine.apply affine_map<(r, k)[o, s, t] -> (o + r * s + k * t)>(%row, %k)[%start, %rowStride, %depthStride]
          %x = memref.load %from[%at] : $F
          %place = affine.apply affine_map<(r, k)[o, w] -> (o + k * w + r)>(%r, %k)[%target, %width]
          memref.store %x, %to[%place] : $F
        }
      }
    }
  }
  return
}
)mlir";

/// The innermost loop. Sums of a tile that is not whole, or whose columns are not contiguous, are
/// written from registers to a buffer first.
static const char tileText[] = R"mlir(
// C[i, j] += sum of A[i * aRow + k * aDepth] * B[k * bDepth + j], where i < rows and j < columns. All
// $NR columns of B are read.
func.func private @$name.tile$NR(%depth: index,
                                 %a: $F, %aStart: index, %aRow: index, %aDepth: index,
                                 %b: $F, %bStart: index, %bDepth: index,
                                 %c: $F, %cStart: index, %rowStride: index,
                                 %columnStride: index, %rows: index, %columns: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cW = arith.constant $W : index
  %cMR = arith.constant $MR : index
  %cNR = arith.constant $NR : index
  %zero = arith.constant dense<0.0> : $V
  %tile = memref.alloca() {alignment = 64 : i64} : memref<$ELEMENTSx$T>
  // The elements of A that are used at a time are at constant places of a panel, and of the matrix at
  // places that take a register for each row.
  %rowsAdjoin = arith.cmpi eq, %aRow, %c1 : index
  %isOfPanel = arith.cmpi eq, %aDepth, %cMR : index
  %isPacked = arith.andi %rowsAdjoin, %isOfPanel : i1
  // The elements of C come from memory while the sums are computed.
$prefetches
  %sums:$SUMS = scf.if %isPacked -> ($types) {
    %packed:$SUMS = scf.for %k = %c0 to %depth step %c1 iter_args($starts) -> ($types) {
      %ka = affine.apply affine_map<(k)[o] -> (o + k * $MR)>(%k)[%aStart]
      %kb = affine.apply affine_map<(k)[o, t] -> (o + k * t)>(%k)[%bStart, %bDepth]
$packedProducts
      scf.yield $nexts : $types
    }
    scf.yield $packedSums : $types
  } else {
$rowStarts
    %direct:$SUMS = scf.for %k = %c0 to %depth step %c1 iter_args($starts) -> ($types) {
      %kb = affine.apply affine_map<(k)[o, t] -> (o + k * t)>(%k)[%bStart, %bDepth]
$products
      scf.yield $nexts : $types
    }
    scf.yield $directSums : $types
  }
  %columnsAdjoin = arith.cmpi eq, %columnStride, %c1 : index
  %hasAllRows = arith.cmpi eq, %rows, %cMR : index
  %hasAllColumns = arith.cmpi eq, %columns, %cNR : index
  %hasAll = arith.andi %hasAllRows, %hasAllColumns : i1
  %isWhole = arith.andi %hasAll, %columnsAdjoin : i1
  scf.if %isWhole {
$additions
  } else {
$stores
    scf.if %columnsAdjoin {
      %fullColumns = affine.apply affine_map<()[n] -> (n floordiv $W * $W)>()[%columns]
      scf.for %i = %c0 to %rows step %c1 {
        scf.for %j = %c0 to %fullColumns step %cW {
          %at = affine.apply affine_map<(i, j)[o, s] -> (o + i * s + j)>(%i, %j)[%cStart, %rowStride]
          %old = vector.load %c[%at] : $F, $V
          %from = affine.apply affine_map<(i, j) -> (i * $NR + j)>(%i, %j)
          %sum = vector.load %tile[%from] : memref<$ELEMENTSx$T>, $V
          %new = arith.addf %old, %sum : $V
          vector.store %new, %c[%at] : $F, $V
        }
$restOfRow
      }
    } else {
      scf.for %i = %c0 to %rows step %c1 {
        scf.for %j = %c0 to %columns step %c1 {
          %at = affine.apply affine_map<(i, j)[o, s, t] -> (o + i * s + j * t)>(%i, %j)[%cStart, %rowStride, %columnStride]
          %old = memref.load %c[%at] : $F
          %from = affine.apply affine_map<(i, j) -> (i * $NR + j)>(%i, %j)
          %sum = memref.load %tile[%from] : memref<$ELEMENTSx$T>
          %new = arith.addf %old, %sum : $T
          memref.store %new, %c[%at] : $F
        }
      }
    }
  }
  return
}
)mlir";

/// The columns of a tile beyond the last full vector: by a masked vector, or one by one where
/// masked stores are slow.
static const char maskedRestText[] = R"mlir(
        scf.for %j = %fullColumns to %columns step %cW {
          %left = affine.apply affine_map<(j)[n] -> (n - j)>(%j)[%columns]
          %mask = vector.create_mask %left : vector<$Wxi1>
          %at = affine.apply affine_map<(i, j)[o, s] -> (o + i * s + j)>(%i, %j)[%cStart, %rowStride]
          %old = vector.maskedload %c[%at], %mask, %zero : $F, vector<$Wxi1>, $V into $V
          %from = affine.apply affine_map<(i, j) -> (i * $NR + j)>(%i, %j)
          %sum = vector.load %tile[%from] : memref<$ELEMENTSx$T>, $V
          %new = arith.addf %old, %sum : $V
          vector.maskedstore %c[%at], %mask, %new : $F, vector<$Wxi1>, $V
        })mlir";
static const char scalarRestText[] = R"mlir(
        scf.for %j = %fullColumns to %columns step %c1 {
          %at = affine.apply affine_map<(i, j)[o, s] -> (o + i * s + j)>(%i, %j)[%cStart, %rowStride]
          %old = memref.load %c[%at] : $F
          %from = affine.apply affine_map<(i, j) -> (i * $NR + j)>(%i, %j)
          %sum = memref.load %tile[%from] : memref<$ELEMENTSx$T>
          %new = arith.addf %old, %sum : $T
          memref.store %new, %c[%at] : $F
        })mlir";

/// The product of matrices that are too small for packing to pay.
static const char smallText[] = R"mlir(
func.func private @$name.small(%a: $F, %aStart: index, %aRow: index, %aColumn: index,
                               %b: $F, %bStart: index, %bRow: index, %bColumn: index,
                               %c: $F, %cStart: index, %cRow: index, %cColumn: index,
                               %rows: index, %columns: index, %depth: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cW = arith.constant $W : index
  %zero = arith.constant dense<0.0> : $V
  %bAdjoins = arith.cmpi eq, %bColumn, %c1 : index
  %cAdjoins = arith.cmpi eq, %cColumn, %c1 : index
  %columnsAdjoin = arith.andi %bAdjoins, %cAdjoins : i1
  scf.if %columnsAdjoin {
    scf.for %j = %c0 to %columns step %cW {
      %left = affine.apply affine_map<(j)[n] -> (n - j)>(%j)[%columns]
      %mask = vector.create_mask %left : vector<$Wxi1>
      scf.for %i = %c0 to %rows step %c1 {
        %at = affine.apply #at(%i, %j)[%cStart, %cRow, %cColumn]
        %old = vector.maskedload %c[%at], %mask, %zero : $F, vector<$Wxi1>, $V into $V
        %new = scf.for %k = %c0 to %depth step %c1 iter_args(%s = %old) -> ($V) {
          %ka = affine.apply #at(%i, %k)[%aStart, %aRow, %aColumn]
          %x = memref.load %a[%ka] : $F
          %f = vector.broadcast %x : $T to $V
          %kb = affine.apply #at(%k, %j)[%bStart, %bRow, %bColumn]
          %g = vector.maskedload %b[%kb], %mask, %zero : $F, vector<$Wxi1>, $V into $V
$vectorProduct
          scf.yield %t : $V
        }
        vector.maskedstore %c[%at], %mask, %new : $F, vector<$Wxi1>, $V
      }
    }
  } else {
    scf.for %i = %c0 to %rows step %c1 {
      scf.for %j = %c0 to %columns step %c1 {
        %at = affine.apply #at(%i, %j)[%cStart, %cRow, %cColumn]
        %old = memref.load %c[%at] : $F
        %new = scf.for %k = %c0 to %depth step %c1 iter_args(%s = %old) -> ($T) {
          %ka = affine.apply #at(%i, %k)[%aStart, %aRow, %aColumn]
          %f = memref.load %a[%ka] : $F
          %kb = affine.apply #at(%k, %j)[%bStart, %bRow, %bColumn]
          %g = memref.load %b[%kb] : $F
$scalarProduct
          scf.yield %t : $T
        }
        memref.store %new, %c[%at] : $F
      }
    }
  }
  return
}
)mlir";

/// The product by blocks: a block of B stays in the third-level cache, a block of A in the
/// second-level cache. They are packed in panels, unless there are so few tiles that use a panel
/// that these read the matrix itself in less time.
static const char blockedText[] = R"mlir(
#sum = affine_map<(i, j) -> (i + j)>
#product = affine_map<(i)[n] -> (i * n)>
#rest = affine_map<(i)[n, b] -> (n - i, b)>
// Blocks of one size but for the last, that are a number of tiles.
#rowBlock = affine_map<()[n] -> ((n ceildiv (n ceildiv $MC)) ceildiv $MR * $MR)>
#columnBlock = affine_map<()[n] -> ((n ceildiv (n ceildiv $NC)) ceildiv $NR3 * $NR3)>
#depthBlock = affine_map<()[n] -> (n ceildiv (n ceildiv $KC))>
#padded = affine_map<(n) -> (n ceildiv $P * $P)>
// A row of tiles of v vectors: as many as can be are three vectors wide, and up to two others, the
// last ones, are two wide. Tiles of one vector wait for their sums: there is one only if v is one.
#two = affine_map<()[v] -> (2 * v mod 3)>
#three = affine_map<()[v] -> (0, (v - 2 * (2 * v mod 3)) floordiv 3)>
#tileStart = affine_map<(t)[three] -> (t * $NR3, t * $NR2 + three * $W)>
func.func private @$name.blocked(%a: $F, %aStart: index, %aRow: index, %aColumn: index,
                                 %b: $F, %bStart: index, %bRow: index, %bColumn: index,
                                 %c: $F, %cStart: index, %cRow: index, %cColumn: index,
                                 %rows: index, %columns: index, %depth: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cMR = arith.constant $MR : index
  %cNR2 = arith.constant $NR2 : index
  %cNR3 = arith.constant $NR3 : index
  %cW = arith.constant $W : index
  %rowBlock = affine.apply #rowBlock()[%rows]
  %columnBlock = affine.apply #columnBlock()[%columns]
  %depthBlock = affine.apply #depthBlock()[%depth]
  %paddedBlock = affine.apply #padded(%depthBlock)
  %aRowsAdjoin = arith.cmpi eq, %aRow, %c1 : index
  %aDepthAdjoins = arith.cmpi eq, %aColumn, %c1 : index
  %aAdjoins = arith.ori %aRowsAdjoin, %aDepthAdjoins : i1
  %bAdjoins = arith.cmpi eq, %bColumn, %c1 : index
  %few = arith.constant $fewColumns : index
  %hasFewColumns = arith.cmpi ule, %columns, %few : index
  %readsA = arith.andi %aAdjoins, %hasFewColumns : i1
  %fewRows = arith.constant $fewRows : index
  %hasFewRows = arith.cmpi ule, %rows, %fewRows : index
  %readsB = arith.andi %bAdjoins, %hasFewRows : i1
  %aBlock = affine.apply #product(%rowBlock)[%paddedBlock]
  %aSize = arith.select %readsA, %c0, %aBlock : index
  %bSize = affine.apply #product(%columnBlock)[%paddedBlock]
  %aPack = memref.alloc(%aSize) {alignment = 64 : i64} : $F
  %bPack = memref.alloc(%bSize) {alignment = 64 : i64} : $F
  %aFrom = arith.select %readsA, %a, %aPack : $F
  %aStep = arith.select %readsA, %aRow, %c1 : index
  %aDepth = arith.select %readsA, %aColumn, %cMR : index
  scf.for %j = %c0 to %columns step %columnBlock {
    %n = affine.min #rest(%j)[%columns, %columnBlock]
    scf.for %k = %c0 to %depth step %depthBlock {
      %d = affine.min #rest(%k)[%depth, %depthBlock]
      %panel = affine.apply #padded(%d)
      %vectors = affine.apply affine_map<()[n] -> (n ceildiv $W)>()[%n]
      %isNarrow = arith.cmpi eq, %vectors, %c1 : index
      %twos = affine.apply #two()[%vectors]
      %threes = affine.max #three()[%vectors]
      %sum = arith.addi %threes, %twos : index
      %tiles = arith.select %isNarrow, %c1, %sum : index
      %last = arith.select %isNarrow, %cW, %cNR2 : index
      scf.for %t = %c0 to %tiles step %c1 {
        %jj = affine.min #tileStart(%t)[%threes]
        %isWide = arith.cmpi ult, %t, %threes : index
        %width = arith.select %isWide, %cNR3, %last : index
        %nn = affine.min affine_map<(j)[n, w] -> (n - j, w)>(%jj)[%n, %width]
        %partial = arith.cmpi ult, %nn, %width : index
        %column = affine.apply #sum(%j, %jj)
        %from = affine.apply #at(%k, %column)[%bStart, %bRow, %bColumn]
        %to = affine.apply #product(%jj)[%panel]
        %true = arith.constant true
        %packs = arith.select %readsB, %partial, %true : i1
        scf.if %packs {
          func.call @$name.pack(%b, %from, %bColumn, %bRow, %nn, %d, %bPack, %to, %width)
            : ($F, index, index, index, index, index, $F, index, index) -> ()
        }
      }
      scf.for %i = %c0 to %rows step %rowBlock {
        %m = affine.min #rest(%i)[%rows, %rowBlock]
        %packed = arith.select %readsA, %c0, %m : index
        scf.for %ii = %c0 to %packed step %cMR {
          %mm = affine.min affine_map<(i)[m] -> (m - i, $MR)>(%ii)[%m]
          %row = affine.apply #sum(%i, %ii)
          %from = affine.apply #at(%row, %k)[%aStart, %aRow, %aColumn]
          %to = affine.apply #product(%ii)[%panel]
          func.call @$name.pack(%a, %from, %aRow, %aColumn, %mm, %d, %aPack, %to, %cMR)
            : ($F, index, index, index, index, index, $F, index, index) -> ()
        }
        scf.for %t = %c0 to %tiles step %c1 {
          %jj = affine.min #tileStart(%t)[%threes]
          %isWide = arith.cmpi ult, %t, %threes : index
          %width = arith.select %isWide, %cNR3, %last : index
          %nn = affine.min affine_map<(j)[n, w] -> (n - j, w)>(%jj)[%n, %width]
          %whole = arith.cmpi eq, %nn, %width : index
          %direct = arith.andi %readsB, %whole : i1
          %column = affine.apply #sum(%j, %jj)
          %bThere = affine.apply #at(%k, %column)[%bStart, %bRow, %bColumn]
          %bPacked = affine.apply #product(%jj)[%panel]
          %bFrom = arith.select %direct, %b, %bPack : $F
          %bAt = arith.select %direct, %bThere, %bPacked : index
          %bDepth = arith.select %direct, %bRow, %width : index
          scf.for %ii = %c0 to %m step %cMR {
            %mm = affine.min affine_map<(i)[m] -> (m - i, $MR)>(%ii)[%m]
            %row = affine.apply #sum(%i, %ii)
            %aThere = affine.apply #at(%row, %k)[%aStart, %aRow, %aColumn]
            %aPacked = affine.apply #product(%ii)[%panel]
            %aAt = arith.select %readsA, %aThere, %aPacked : index
            %cAt = affine.apply #at(%row, %column)[%cStart, %cRow, %cColumn]
            scf.if %isWide {
              func.call @$name.tile$NR3(%d, %aFrom, %aAt, %aStep, %aDepth, %bFrom, %bAt, %bDepth, %c, %cAt, %cRow, %cColumn, %mm, %nn)
                : (index, $F, index, index, index, $F, index, index, $F, index, index, index, index, index) -> ()
            } else {
              scf.if %isNarrow {
                func.call @$name.tile$NR1(%d, %aFrom, %aAt, %aStep, %aDepth, %bFrom, %bAt, %bDepth, %c, %cAt, %cRow, %cColumn, %mm, %nn)
                  : (index, $F, index, index, index, $F, index, index, $F, index, index, index, index, index) -> ()
              } else {
                func.call @$name.tile$NR2(%d, %aFrom, %aAt, %aStep, %aDepth, %bFrom, %bAt, %bDepth, %c, %cAt, %cRow, %cColumn, %mm, %nn)
                  : (index, $F, index, index, index, $F, index, index, $F, index, index, index, index, index) -> ()
              }
            }
          }
        }
      }
    }
  }
  memref.dealloc %aPack : $F
  memref.dealloc %bPack : $F
  return
}
)mlir";

/// The function for matrices of all sizes. The limits were measured.
static const char entryText[] = R"mlir(
#at = affine_map<(i, j)[o, s, t] -> (o + i * s + j * t)>
func.func private @$name(%A: $M, %B: $M, %C: $M) {
  %aBase, %aStart, %aSizes:2, %a:2 = memref.extract_strided_metadata %A : $M -> memref<$T>, index, index, index, index, index
  %bBase, %bStart, %bSizes:2, %b:2 = memref.extract_strided_metadata %B : $M -> memref<$T>, index, index, index, index, index
  %cBase, %cStart, %cSizes:2, %c:2 = memref.extract_strided_metadata %C : $M -> memref<$T>, index, index, index, index, index
  // Only positions in the buffers are computed here; the sizes of the buffers do not matter.
  %any = arith.constant 0x7fffffffffff : index
  %aFlat = memref.reinterpret_cast %aBase to offset: [0], sizes: [%any], strides: [1] : memref<$T> to $F
  %bFlat = memref.reinterpret_cast %bBase to offset: [0], sizes: [%any], strides: [1] : memref<$T> to $F
  %cFlat = memref.reinterpret_cast %cBase to offset: [0], sizes: [%any], strides: [1] : memref<$T> to $F
  // Below this number of multiplications the code for small products is faster. The number is larger
  // if the columns are adjacent, since the small code then runs in vectors.
  %c1 = arith.constant 1 : index
  %columnsAdjoin = arith.cmpi eq, %b#1, %c1 : index
  %some = arith.constant 300 : index
  %many = arith.constant 1000 : index
  %least = arith.select %columnsAdjoin, %many, %some : index
  %elements = arith.muli %cSizes#0, %cSizes#1 : index
  %work = arith.muli %elements, %aSizes#1 : index
  %isSmall = arith.cmpi ult, %work, %least : index
  scf.if %isSmall {
    func.call @$name.small(%aFlat, %aStart, %a#0, %a#1, %bFlat, %bStart, %b#0, %b#1, %cFlat, %cStart, %c#0, %c#1, %cSizes#0, %cSizes#1, %aSizes#1)
      : ($F, index, index, index, $F, index, index, index, $F, index, index, index, index, index, index) -> ()
  } else {
    func.call @$name.blocked(%aFlat, %aStart, %a#0, %a#1, %bFlat, %bStart, %b#0, %b#1, %cFlat, %cStart, %c#0, %c#1, %cSizes#0, %cSizes#1, %aSizes#1)
      : ($F, index, index, index, $F, index, index, index, $F, index, index, index, index, index, index) -> ()
  }
  return
}
)mlir";

namespace {
/// Writes the parts of the texts that depend on sizes.
class KernelText {
public:
  KernelText(FloatType element, const Target &target, StringRef name)
      : hasFMA(target.fma), masksStores(target.hasMaskedStores()) {
    std::string type;
    llvm::raw_string_ostream(type) << Type(element);
    lanes = target.getLanes(element.getWidth());
    // Three quarters of the vector registers hold sums.
    rows = target.getVectorRegisters() / 4;
    packLanes = std::min(lanes, rows);
    text.set("name", name.str());
    text.set("T", type);
    text.set("F", "memref<?x" + type + ">");
    text.set("M", "memref<?x?x" + type + ", strided<[?, ?], offset: ?>>");
    text.set("W", lanes);
    text.set("V", "vector<" + std::to_string(lanes) + "x" + type + ">");
    text.set("P", packLanes);
    text.set("PV", "vector<" + std::to_string(packLanes) + "x" + type + ">");
    text.set("MR", rows);
    text.set("NR1", lanes);
    text.set("NR2", 2 * lanes);
    text.set("NR3", 3 * lanes);
    // Measured: the panel of B that successive tiles read takes three quarters of the first-level
    // cache, the block of A three sixteenths of the second, and the block of B half of the third.
    int64_t depth = target.l1Bytes * 3 / 4 / (3 * target.vectorBits / 8);
    int64_t rowBytes = depth * element.getWidth() / 8;
    text.set("KC", depth);
    text.set("MC", blockOf(target.l2Bytes * 3 / 16 / rowBytes, rows));
    // Measured: an element of A that four tiles use, and one of B that eight use. The rows of A
    // that a tile of many rows reads take more registers for addresses than there are: packing is
    // faster.
    text.set("fewColumns", rows < 8 ? 4 * 3 * lanes : 0);
    text.set("fewRows", 8 * rows);
    text.set("NC", blockOf(target.l3Bytes / 2 / rowBytes, 3 * lanes));
  }

  std::string write() {
    writeTransposition();
    setProduct("vectorProduct", "$V");
    setProduct("scalarProduct", "$T");
    std::string functions =
        text.fill(entryText) + text.fill(blockedText) + text.fill(smallText) + text.fill(packText);
    for (unsigned vectors : {1, 2, 3})
      functions += writeTile(vectors);
    return functions;
  }

private:
  /// The number of rows or columns of a block: at most `most`, and a multiple of `tile`.
  static unsigned blockOf(int64_t most, unsigned tile) {
    return std::max<int64_t>(most / tile, 1) * tile;
  }

  /// `%t = %s + %f * %g`.
  void setProduct(StringRef name, StringRef type) { text.set(name, text.fill(productText(type))); }
  std::string productText(StringRef type) {
    if (hasFMA)
      return ("%t = math.fma %f, %g, %s : " + type).str();
    return ("%p = arith.mulf %f, %g : " + type + "\n%t = arith.addf %s, %p : " + type).str();
  }

  /// Transposes a square of `packLanes` vectors: exchanges blocks of half its size, of a quarter,
  /// and so on.
  void writeTransposition() {
    std::string code;
    SmallVector<std::string> names;
    for (unsigned i = 0; i < packLanes; ++i) {
      text.set("i", i);
      code += text.fill(R"mlir(
%row$i = affine.min affine_map<(r)[n] -> (r + $i, n - 1)>(%r)[%rows]
%at$i = affine.apply affine_map<(r, k)[o, s] -> (o + r * s + k)>(%row$i, %k)[%start, %rowStride]
%x$i = vector.maskedload %from[%at$i], %mask, %zero : $F, vector<$Pxi1>, $PV into $PV)mlir");
      names.push_back("%x" + std::to_string(i));
    }
    for (unsigned half = packLanes / 2; half > 0; half /= 2)
      for (unsigned i = 0; i < packLanes; ++i)
        if (!(i & half))
          code += writeExchange(names[i], names[i | half], half);
    for (unsigned i = 0; i < packLanes; ++i) {
      text.set("i", i);
      text.set("x", names[i]);
      code += text.fill(R"mlir(
%place$i = affine.apply affine_map<(r, k)[o, w] -> (o + (k + $i) * w + r)>(%r, %k)[%target, %width]
vector.store $x, %to[%place$i] : $F, $PV)mlir");
    }
    text.set("transposition", code);
  }

  /// The upper half of each block of `first` changes places with the lower one of `second`.
  std::string writeExchange(std::string &first, std::string &second, unsigned half) {
    SmallVector<unsigned> low, high;
    for (unsigned lane = 0; lane < packLanes; ++lane) {
      low.push_back(lane & half ? packLanes + lane - half : lane);
      high.push_back(lane & half ? packLanes + lane : lane + half);
    }
    text.set("first", first);
    text.set("second", second);
    auto shuffle = [&](ArrayRef<unsigned> lanes, std::string &name) {
      name = "%y" + std::to_string(numShuffles++);
      text.set("name1", name);
      text.set(
          "lanes",
          llvm::join(llvm::map_range(lanes, [](unsigned n) { return std::to_string(n); }), ", "));
      return text.fill("\n$name1 = vector.shuffle $first, $second [$lanes] : $PV, $PV");
    };
    std::string code = shuffle(low, first);
    return code + shuffle(high, second);
  }

  /// A tile that is some vectors wide.
  std::string writeTile(unsigned vectors) {
    std::string rowStarts, prefetches, products, packedProducts, additions, stores;
    SmallVector<std::string> starts, types, nexts, packedSums, directSums;
    text.set("NR", vectors * lanes);
    text.set("ELEMENTS", rows * vectors * lanes);
    text.set("SUMS", rows * vectors);
    for (unsigned v = 0; v < vectors; ++v) {
      text.set("v", v);
      text.set("column", v * lanes);
      products += text.fill(R"mlir(
%kb$v = affine.apply affine_map<(k) -> (k + $column)>(%kb)
%b$v = vector.load %b[%kb$v] : $F, $V)mlir");
    }
    packedProducts = products;
    for (unsigned i = 0; i < rows; ++i) {
      text.set("i", i);
      rowStarts += text.fill(R"mlir(
%i$i = affine.min affine_map<()[n] -> ($i, n - 1)>()[%rows]
%row$i = affine.apply affine_map<(i)[o, s] -> (o + i * s)>(%i$i)[%aStart, %aRow])mlir");
      products += text.fill(R"mlir(
%ka$i = affine.apply affine_map<(k)[o, t] -> (o + k * t)>(%k)[%row$i, %aDepth])mlir");
      packedProducts += text.fill(R"mlir(
%ka$i = affine.apply affine_map<(k) -> (k + $i)>(%ka))mlir");
      std::string terms = text.fill(R"mlir(
%x$i = memref.load %a[%ka$i] : $F
%a$i = vector.broadcast %x$i : $T to $V)mlir");
      for (unsigned v = 0; v < vectors; ++v) {
        unsigned number = i * vectors + v;
        text.set("v", v);
        text.set("column", v * lanes);
        text.set("n", number);
        text.set("place", number * lanes);
        terms += text.fill(hasFMA ? "\n%t$n = math.fma %a$i, %b$v, %s$n : $V" : R"mlir(
%p$n = arith.mulf %a$i, %b$v : $V
%t$n = arith.addf %s$n, %p$n : $V)mlir");
        prefetches += text.fill(R"mlir(
%there$n = affine.apply affine_map<()[o, s] -> (o + $i * s + $column)>()[%cStart, %rowStride]
memref.prefetch %c[%there$n], write, locality<3>, data : $F)mlir");
        additions += text.fill(R"mlir(
%at$n = affine.apply affine_map<()[o, s] -> (o + $i * s + $column)>()[%cStart, %rowStride]
%old$n = vector.load %c[%at$n] : $F, $V
%new$n = arith.addf %old$n, %sums#$n : $V
vector.store %new$n, %c[%at$n] : $F, $V)mlir");
        stores += text.fill(R"mlir(
%to$n = arith.constant $place : index
vector.store %sums#$n, %tile[%to$n] : memref<$ELEMENTSx$T>, $V)mlir");
        starts.push_back(text.fill("%s$n = %zero"));
        types.push_back(text.fill("$V"));
        nexts.push_back(text.fill("%t$n"));
        packedSums.push_back(text.fill("%packed#$n"));
        directSums.push_back(text.fill("%direct#$n"));
      }
      products += terms;
      packedProducts += terms;
    }
    text.set("rowStarts", rowStarts);
    text.set("prefetches", prefetches);
    text.set("products", products);
    text.set("packedProducts", packedProducts);
    text.set("packedSums", llvm::join(packedSums, ", "));
    text.set("directSums", llvm::join(directSums, ", "));
    text.set("additions", additions);
    text.set("stores", stores);
    text.set("restOfRow", text.fill(masksStores ? maskedRestText : scalarRestText));
    text.set("starts", llvm::join(starts, ", "));
    text.set("types", llvm::join(types, ", "));
    text.set("nexts", llvm::join(nexts, ", "));
    return text.fill(tileText);
  }

  Template text;
  bool hasFMA, masksStores;
  unsigned lanes, rows, packLanes, numShuffles = 0;
};
} // namespace

/// A name that no symbol of the module begins with.
static std::string findName(ModuleOp module, unsigned width) {
  std::string name = "chad.contract.f" + std::to_string(width);
  while (llvm::any_of(module.getOps<SymbolOpInterface>(),
                      [&](SymbolOpInterface op) { return op.getName().starts_with(name); }))
    name += "_";
  return name;
}

func::FuncOp chad::detail::createRegisterKernel(ModuleOp module, FloatType element,
                                                const Target &target) {
  MLIRContext *context = module.getContext();
  std::string name = findName(module, element.getWidth());
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(KernelText(element, target, name).write(), ParserConfig(context));
  // LLVM must not unroll the loop: unrolled, it takes three times as long.
  Attribute asWritten = parseAttribute(
      "#llvm.loop_annotation<vectorize = <disable = true>, unroll = <disable = true>>", context);
  auto linkage = parseAttribute("#llvm.linkage<internal>", context);
  for (auto function : llvm::make_early_inc_range(parsed->getOps<func::FuncOp>())) {
    function->remove();
    function->setAttr("llvm.linkage", linkage);
    // The engine may compile such functions once for all programs.
    function->setAttr("passthrough", Builder(context).getStrArrayAttr({"noinline", "chad-kernel"}));
    function.walk([&](scf::ForOp loop) { loop->setAttr("loop_annotation", asWritten); });
    module.push_back(function);
  }
  return module.lookupSymbol<func::FuncOp>(name);
}
