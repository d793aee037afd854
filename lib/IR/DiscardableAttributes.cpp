//===- DiscardableAttributes.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/DiscardableAttributes.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/CustomRules.h"
#include "chad/IR/ExactFloats.h"
#include "chad/IR/Handles.h"
#include "chad/IR/Libraries.h"
#include "chad/IR/Requests.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Custom rules
//===----------------------------------------------------------------------===//

/// The types of the tangents of those values that have any.
static void appendTangents(SmallVectorImpl<Type> &types, TypeRange of) {
  for (Type type : of)
    if (isDifferentiable(type))
      types.push_back(isLinearType(type) ? type : Type(LinType::get(type)));
}

static InFlightDiagnostic reportRule(Operation *function, NamedAttribute attr) {
  return function->emitError("chad: '") << attr.getName().strref() << "' ";
}

/// The function that `attr` names; null after an error.
static FunctionOpInterface lookupRule(Operation *function, NamedAttribute attr, Attribute name) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(name);
  if (!symbol) {
    reportRule(function, attr) << "expects the name of a function";
    return nullptr;
  }
  auto rule =
      dyn_cast_or_null<FunctionOpInterface>(SymbolTable::lookupNearestSymbolFrom(function, symbol));
  if (!rule)
    reportRule(function, attr) << "names '" << symbol
                               << "', which is not a function of this module";
  return rule;
}

static LogicalResult checkType(Operation *function, NamedAttribute attr, FunctionOpInterface rule,
                               TypeRange inputs, TypeRange results) {
  auto expected = FunctionType::get(function->getContext(), inputs, results);
  if (rule.getFunctionType() == expected)
    return success();
  auto diag = reportRule(function, attr)
              << "expects '@" << rule.getName() << "' to have type " << expected;
  diag.attachNote(rule.getLoc()) << "it has type " << rule.getFunctionType();
  return failure();
}

bool chad::takesResults(FunctionOpInterface function, FunctionOpInterface backward) {
  SmallVector<Type> cotangents;
  appendTangents(cotangents, function.getResultTypes());
  return function.getNumResults() != 0 &&
         backward.getNumArguments() ==
             function.getNumArguments() + function.getNumResults() + cotangents.size();
}

LogicalResult chad::verifyCustomRule(Operation *op, NamedAttribute attr) {
  auto function = cast<FunctionOpInterface>(op);
  SmallVector<Type> inputs(function.getArgumentTypes()), results(function.getResultTypes());
  Attribute value = attr.getValue();
  if (attr.getName() == customJvpAttr) {
    FunctionOpInterface rule = lookupRule(op, attr, value);
    if (!rule)
      return failure();
    appendTangents(inputs, function.getArgumentTypes());
    appendTangents(results, function.getResultTypes());
    return checkType(op, attr, rule, inputs, results);
  }

  auto pair = dyn_cast<ArrayAttr>(value);
  if (pair && pair.size() != 2)
    return reportRule(op, attr) << "expects one function, or two in brackets, got " << pair.size();
  FunctionOpInterface backward = lookupRule(op, attr, pair ? pair[1] : value);
  if (!backward)
    return failure();
  if (pair) {
    FunctionOpInterface forward = lookupRule(op, attr, pair[0]);
    if (!forward)
      return failure();
    size_t numResults = results.size();
    if (forward.getNumResults() >= numResults)
      llvm::append_range(results, forward.getResultTypes().drop_front(numResults));
    if (failed(checkType(op, attr, forward, inputs, results)))
      return failure();
    inputs.assign(results.begin() + numResults, results.end());
  } else if (takesResults(function, backward)) {
    llvm::append_range(inputs, results);
  }
  appendTangents(inputs, function.getResultTypes());
  SmallVector<Type> cotangents;
  appendTangents(cotangents, function.getArgumentTypes());
  return checkType(op, attr, backward, inputs, cotangents);
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError, bool threads,
                                   int64_t lanes, int64_t longestRow, int64_t rowLanes,
                                   int64_t tailLanes) {
  constexpr int64_t mostLanes = 1024;
  for (auto [name, value] : {std::pair<StringRef, int64_t>("lanes", lanes),
                             {"row_lanes", rowLanes},
                             {"tail_lanes", tailLanes}})
    if (value != 0 && (value < 2 || value > mostLanes || !llvm::isPowerOf2_64(value)))
      return emitError() << "'" << name << "' must be a power of two from 2 to " << mostLanes
                         << ", and is " << value;
  if (lanes && rowLanes)
    return emitError() << "either iterations run in lanes, or elements of rows: there are both "
                          "'lanes' and 'row_lanes'";
  if (longestRow < 0 || (longestRow && !lanes))
    return emitError() << "'longest_row' must be positive, and beside 'lanes'";
  if (tailLanes && (rowLanes || (lanes && !longestRow)))
    return emitError()
           << "'tail_lanes' is for iterations that run in sequence: beside it there may "
              "be 'lanes' only with 'longest_row', and no 'row_lanes'";
  if (!threads && !lanes && !rowLanes && !tailLanes)
    return emitError() << "a schedule must name 'threads', 'lanes', 'row_lanes' or 'tail_lanes'";
  return success();
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

std::optional<Checkpoint> Checkpoint::parse(Attribute attr, std::string &problem) {
  Checkpoint checkpoint;
  auto fits = [](IntegerAttr number) {
    return number && isa<IntegerType, IndexType>(number.getType()) &&
           number.getValue().getSignificantBits() <= 64 && number.getInt() >= 1;
  };
  auto isLevels = [&](IntegerAttr number) { return fits(number) && number.getInt() <= mostLevels; };
  if (isa<UnitAttr>(attr)) {
    checkpoint.levels = 1;
    return checkpoint;
  }
  auto dictionary = dyn_cast<DictionaryAttr>(attr);
  if (!dictionary) {
    auto levels = dyn_cast<IntegerAttr>(attr);
    if (isLevels(levels)) {
      checkpoint.levels = levels.getInt();
      return checkpoint;
    }
    problem = "takes no value, or the number of levels, 1 to 16, or a budget: {states = 100} or "
              "{bytes = 1000000}";
    return std::nullopt;
  }
  for (NamedAttribute entry : dictionary) {
    StringRef name = entry.getName().strref();
    if (name == "binomial" && isa<UnitAttr>(entry.getValue())) {
      checkpoint.isBinomial = true;
      continue;
    }
    if (name == "inline" && isa<UnitAttr>(entry.getValue())) {
      checkpoint.isInline = true;
      continue;
    }
    auto number = dyn_cast<IntegerAttr>(entry.getValue());
    if (name == "levels"
            ? !isLevels(number)
            : llvm::is_contained({"states", "bytes", "parts"}, name) && !fits(number)) {
      problem = ("expects '" + name + "' to be " +
                 (name == "levels" ? "a number from 1 to 16" : "a positive number"))
                    .str();
      return std::nullopt;
    }
    if (name == "levels")
      checkpoint.levels = number.getInt();
    else if (name == "states")
      checkpoint.states = number.getInt();
    else if (name == "bytes")
      checkpoint.bytes = number.getInt();
    else if (name == "parts")
      checkpoint.parts = number.getInt();
    else {
      problem =
          ("knows 'states', 'bytes', 'levels', and 'binomial' and 'inline', which take no value, "
           "and not '" +
           name + "'")
              .str();
      return std::nullopt;
    }
  }
  if (checkpoint.isInline && !checkpoint.hasBudget() && !checkpoint.isBinomial) {
    if (!checkpoint.levels)
      checkpoint.levels = 1;
    return checkpoint;
  }
  if (checkpoint.states.has_value() == checkpoint.bytes.has_value()) {
    problem = "expects one budget, 'states' or 'bytes'";
    return std::nullopt;
  }
  if (checkpoint.isBinomial && checkpoint.levels) {
    problem = "has either 'levels' or 'binomial'";
    return std::nullopt;
  }
  return checkpoint;
}

//===----------------------------------------------------------------------===//
// Attributes of the dialect
//===----------------------------------------------------------------------===//

/// Emits an error about an unknown attribute. If the name is similar to that of a known one, the
/// error proposes it.
static LogicalResult reportUnknown(Operation *op, StringRef name) {
  auto diag = op->emitError("chad: there is no attribute '") << name << "'";
  StringRef nearest;
  unsigned distance = name.size() / 3 + 1;
  for (StringRef known : {customJvpAttr, customVjpAttr, inactiveAttr, libraryAttr, checkpointAttr,
                          scheduleAttr, absorbingAttr, anyOrderAttr, backwardAttr, bufferAttr,
                          costAttr, distinctAttr, keptAttr, recomputeAttr}) {
    unsigned own = name.edit_distance(known, /*AllowReplacements=*/true, distance);
    if (own < distance) {
      distance = own;
      nearest = known;
    }
  }
  if (!nearest.empty())
    diag << "; did you mean '" << nearest << "'?";
  else
    diag << "; functions may have '" << customJvpAttr << "', '" << customVjpAttr << "', '"
         << inactiveAttr << "' and '" << libraryAttr << "'";
  return diag;
}

LogicalResult ChadDialect::verifyOperationAttribute(Operation *op, NamedAttribute attr) {
  StringRef name = attr.getName().strref();
  if (name == customJvpAttr || name == customVjpAttr || name == inactiveAttr) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return op->emitError("chad: '") << name << "' is for functions";
    if (name == inactiveAttr)
      return isa<UnitAttr>(attr.getValue())
                 ? success()
                 : op->emitError("chad: '") << name << "' takes no value";
    // The types of functions of other dialects are not known; without a module, no function can be
    // looked up.
    if (!isa<FunctionType>(function.getFunctionType()) || !op->getParentOp())
      return success();
    return verifyCustomRule(op, attr);
  }
  if (name == libraryAttr) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return op->emitError("chad: '") << name << "' is for functions";
    std::string problem;
    if (!LibraryCall::parse(attr.getValue(), function, problem))
      return op->emitError("chad: '") << name << "' " << problem;
    return success();
  }
  if (name == scheduleAttr) {
    if (!isa<ScheduleAttr>(attr.getValue()))
      return op->emitError("chad: '") << name << "' must be a '#chad.schedule<...>'";
    if (!isa<CombinatorOpInterface>(op) && op->getName().getDialectNamespace() != "linalg")
      return op->emitError("chad: '")
             << name << "' is for array combinators and products of matrices";
    return success();
  }
  if (name == checkpointAttr) {
    std::string problem;
    if (!Checkpoint::parse(attr.getValue(), problem))
      return op->emitError("chad: '") << name << "' " << problem;
    if (!isa<FoldOp, FunctionOpInterface>(op) &&
        !llvm::is_contained({"scf.for", "scf.while"}, op->getName().getStringRef()))
      return op->emitError("chad: '")
             << name << "' is for loops that carry states, 'chad.fold', 'scf.for', 'scf.while', "
             << "and for functions, whose loops it is for";
    return success();
  }
  if (name == structureAttr) {
    auto structure = dyn_cast<StringAttr>(attr.getValue());
    auto request = dyn_cast<LinearizeOp>(op);
    if (!structure || !llvm::is_contained(matrixStructures, structure.getValue()) || !request ||
        request.getRepresentation() != Representation::Matrix)
      return op->emitError("chad: '")
             << name << "' is the structure of a matrix, for 'chad.linearize'; write "
             << "'as<diagonal>', for example";
    return success();
  }
  for (StringRef known :
       {handlesAttr, exportedAttr, absorbingAttr, anyOrderAttr, backwardAttr, bufferAttr, costAttr,
        distinctAttr, distinctPointersAttr, elementThreadsAttr, exactFloatsAttr, gradientAttr,
        keptAttr, libraryCalleeAttr, recomputeAttr, onlyStatesAttr, stateStackAttr, stepAttr,
        resultExtentsAttr})
    if (name == known)
      return success();
  return reportUnknown(op, name);
}
