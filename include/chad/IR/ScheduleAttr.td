//===- ScheduleAttr.td - Schedules of loops ----------------*- tablegen -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_SCHEDULEATTR_TD
#define CHAD_IR_SCHEDULEATTR_TD

include "chad/IR/ChadDialect.td"

def Chad_ScheduleAttr : AttrDef<Chad_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "how the iterations of a loop over arrays are to run";
  let description = [{
    `chad.schedule` is an attribute that an array combinator or a product of matrices may have.
    `chad-choose-schedule` writes it, and the passes of `chad-schedule-loops` obey it.
    `chad-choose-schedule` keeps a schedule that an op already has, so that a schedule can be
    written by hand.

    | field | meaning | obeyed by |
    |---|---|---|
    | `threads` | the iterations are divided among threads | `chad-parallelize-loops` |
    | `lanes = n` | n iterations run at once, each in a lane of vectors; n is a power of two | `chad-vectorize-lanes`; of scans and recurrences `convert-chad-to-scf` |
    | `longest_row = n` | with `lanes`: iterations run in lanes only if the rows that the loop reads have at most n elements, a condition that is tested at run time; otherwise the loop runs in sequence, with the schedules of the loops inside | `chad-vectorize-lanes` |
    | `row_lanes = n` | of a fold whose states are rows: n elements of each row stay in vectors through all iterations | `chad-vectorize-lanes` |
    | `tail_lanes = n` | where iterations do not run in lanes: the functions of scalars behind the loops in the body become a loop of their own, of which n iterations run at once | `chad-vectorize-lanes` |

    ```mlir
    %zs = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %z = math.exp %x : f64
      chad.yield %z : f64
    } {chad.schedule = #chad.schedule<threads = true, lanes = 8>}
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"bool", "false">:$threads,
    DefaultValuedParameter<"int64_t", "0">:$lanes,
    DefaultValuedParameter<"int64_t", "0">:$longest_row,
    DefaultValuedParameter<"int64_t", "0">:$row_lanes,
    DefaultValuedParameter<"int64_t", "0">:$tail_lanes
  );
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // CHAD_IR_SCHEDULEATTR_TD
