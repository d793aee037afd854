//===- Derivation.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Derivation.h"
#include "Names.h"
#include "chad/Derived/Derived.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/EraseLinear.h"
#include "chad/Transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace chad;
using namespace chad::explain;

//===----------------------------------------------------------------------===//
// The stages
//===----------------------------------------------------------------------===//

namespace {
constexpr StageText theFunction = {"function", "The function",
                                   "What is to be differentiated, as it is written.", ""};
constexpr StageText firstOrderForm = {
    "inlined", "The function without calls",
    "Function values and requests for derivatives are removed and calls inlined, but those of "
    "functions that call themselves or have derivatives of their own. Buffers, shapes and branches "
    "between blocks become values, as 'chad-raise' makes them.",
    "β and defunctionalization (Reynolds 1972)"};
constexpr StageText normalForm = {
    "unf", "Unary normal form",
    "Each op takes what it needs from the end of one context and hands the whole of it on.",
    "var, op, map, reduce, scan, proj (Huot & Shaikhha 2022, Fig. 6, Fig. 9)"};
constexpr StageText jacobian = {
    "jacobian", "The full Jacobian",
    "The function returns, beside its value, its derivative at that point: a linear function "
    "from tangents of the arguments to tangents of the results.",
    "∂f : S → (T, S ⊸ T) (Ellis et al. 2020, §3); CHAD, forward (Vákár & Smeding 2022, §2.3)"};
constexpr StageText simplifiedJacobian = {
    "jacobian-simplified", "The full Jacobian, simplified",
    "The laws are applied until none fits; what the tangents do not need goes.",
    "0·e → 0, 1·e → e, 0 + e → e, fusion of maps (Huot & Shaikhha 2022, Fig. 12)"};
constexpr StageText operatorForm = {
    "operators", "The full Jacobian as operators",
    "The linear function is written without variables, and the laws of linear maps are applied.",
    "∇build = V(i. ∇e), ∇fold = lmFold (Ellis et al. 2020, Fig. 6, 13); m∘(n₁⋈n₂) = (m∘n₁)⋈(m∘n₂), "
    "S(a)∘S(b) = S(ab), 1∘m = m, m+0 = m (Fig. 4)"};
constexpr StageText forward = {
    "jvp", "Forward derivative", "The Jacobian is applied to tangents of the arguments.",
    "f'(x, dx) = ∂f(x) • dx; (λv. e) • x = e[x/v] (Ellis et al. 2020, §4, Fig. 4)"};
constexpr StageText simplifiedForward = {
    "jvp-simplified", "Forward derivative, simplified",
    "The laws and common subexpressions, until nothing changes.", "Huot & Shaikhha 2022, Fig. 12"};
constexpr StageText reverse = {
    "reverse", "Reverse derivative",
    "The transposed derivative is built by running the function backwards: a linear function "
    "from cotangents of the results to cotangents of the arguments, which are accumulated.",
    "CHAD, reverse (Vákár & Smeding 2022, §2.5); one thread of cotangents (Huot & Shaikhha 2022, "
    "§4)"};
constexpr StageText normalReverse = {
    "unf-reverse", "Reverse derivative in unary normal form",
    "The chain of the normal form is read backwards, each primitive replaced by its transpose on "
    "one context of cotangents.",
    "D(e₁;e₂) = D(e₁);D(e₂), p ↦ ⟨p, Y ∘ Jᵀp⟩ (Huot & Shaikhha 2022, Fig. 8)"};
constexpr StageText fromNormalForm = {
    "from-unf", "Out of the normal form",
    "Contexts are taken apart: a transpose becomes what it adds to each cotangent.",
    "Jᵀ var, Jᵀ op, Jᵀ proj, Jᵀ map, Jᵀ reduce (Huot & Shaikhha 2022, Fig. 10)"};
constexpr StageText transposed = {
    "transposed", "The Jacobian, transposed",
    "The same linear function by algebra alone: the Jacobian in operators is transposed.",
    "(m₁∘m₂)ᵀ = m₂ᵀ∘m₁ᵀ, (m₁×m₂)ᵀ = m₁ᵀ⋈m₂ᵀ, (m₁+m₂)ᵀ = m₁ᵀ+m₂ᵀ, S(k)ᵀ = S(k), πᵀ = ι "
    "(Ellis et al. 2020, Fig. 5)"};
constexpr StageText appliedTransposed = {
    "transposed-applied", "The transposed Jacobian, applied",
    "The operators are applied to a cotangent, and the result simplified.",
    "(m₁∘m₂)•x = m₁•(m₂•x), (m₁×m₂)•x = (m₁•x, m₂•x), (m₁+m₂)•x = m₁•x + m₂•x, S(k)•x = k·x "
    "(Ellis et al. 2020, Fig. 4)"};
constexpr StageText applied = {
    "vjp", "Reverse derivative, applied", "The linear function is applied to cotangents.",
    "f'(x, dr) = dr •ᵣ ∂f(x); (λv. e) • x = e[x/v] (Ellis et al. 2020, §4, Fig. 4)"};
constexpr StageText simplifiedApplied = {
    "vjp-simplified", "Reverse derivative, simplified", "The laws are applied until none fits.",
    "Huot & Shaikhha 2022, Fig. 12; Ellis et al. 2020, Fig. 3-5"};
constexpr StageText shared = {
    "cse", "After common subexpressions",
    "What is computed twice is computed once, and the laws are applied again, until nothing "
    "changes.",
    "Ellis et al. 2020, §9"};
constexpr StageText erased = {
    "first-order", "First-order code",
    "Linear types have said what they had to: each becomes the type that represents it. An "
    "ordinary program is left.",
    "lin<T> → T"};
} // namespace

//===----------------------------------------------------------------------===//
// Making them
//===----------------------------------------------------------------------===//

SmallVector<func::FuncOp> chad::explain::withCallees(func::FuncOp function) {
  SymbolTableCollection tables;
  llvm::SetVector<Operation *> functions;
  functions.insert(function);
  for (size_t i = 0; i < functions.size(); ++i) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(functions[i]);
    if (!uses)
      continue;
    for (const SymbolTable::SymbolUse &use : *uses)
      if (auto callee =
              tables.lookupNearestSymbolFrom<func::FuncOp>(use.getUser(), use.getSymbolRef()))
        functions.insert(callee);
  }
  return llvm::map_to_vector(functions, [](Operation *op) { return cast<func::FuncOp>(op); });
}

namespace {
using Passes = llvm::function_ref<void(OpPassManager &)>;

LogicalResult runPasses(ModuleOp module, Passes add) {
  PassManager pm(module.getContext());
  add(pm);
  return pm.run(module);
}

/// Runs passes. Returns the first error, which is not reported; nothing if there is none.
std::optional<std::string> tryPasses(ModuleOp module, Passes add) {
  std::string why;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
    if (why.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      why = diagnostic.str();
    return success();
  });
  if (succeeded(runPasses(module, add)))
    return std::nullopt;
  return why.empty() ? "a pass failed" : why;
}

func::FuncOp lookup(ModuleOp module, StringRef name) {
  return module.lookupSymbol<func::FuncOp>(name);
}

/// Makes `name` the only function that can be called from outside.
void keepOnly(ModuleOp module, StringRef name) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName() == name)
      function.setPublic();
    else
      function.setPrivate();
}

/// Adds `name(x..., v...) = (y..., m • v)` for `source(x...) = (y..., m)`. Where that name is
/// taken, `name` becomes another.
void addApplication(ModuleOp module, func::FuncOp source, std::string &name) {
  std::string base = name;
  for (unsigned i = 0; module.lookupSymbol(name); ++i)
    name = base + "_" + std::to_string(i);
  FunctionType type = source.getFunctionType();
  auto map = cast<LFunType>(type.getResults().back());
  SmallVector<Type> inputs(type.getInputs()), results(type.getResults().drop_back());
  llvm::append_range(inputs, map.getInputs());
  llvm::append_range(results, map.getOutputs());
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = source.getLoc();
  auto function =
      func::FuncOp::create(builder, loc, name, builder.getFunctionType(inputs, results));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  for (auto [from, to] : llvm::zip(source.getArguments(), body->getArguments()))
    to.setLoc(from.getLoc());
  auto vectors = body->getArguments().take_back(map.getInputs().size());
  auto lambda = source.front().getTerminator()->getOperands().back().getDefiningOp<LFunLambdaOp>();
  for (auto [i, vector] : llvm::enumerate(vectors))
    vector.setLoc(lambda ? lambda.getBody().getArgument(i).getLoc()
                         : Names::differential("dy", loc));
  auto call = func::CallOp::create(builder, loc, source,
                                   ValueRange(body->getArguments()).drop_back(vectors.size()));
  auto apply = LFunApplyOp::create(builder, loc, map.getOutputs(), call.getResults().back(),
                                   ValueRange(body->getArguments()).take_back(vectors.size()));
  SmallVector<Value> values(call.getResults().drop_back());
  llvm::append_range(values, apply.getResults());
  func::ReturnOp::create(builder, loc, values);
  source.setPrivate();
}

/// Replaces the linear function that `function` returns by its transpose.
void transpose(func::FuncOp function) {
  Operation *terminator = function.front().getTerminator();
  OpBuilder builder(terminator);
  unsigned last = terminator->getNumOperands() - 1;
  auto map = LFunTransposeOp::create(builder, function.getLoc(), terminator->getOperand(last));
  terminator->setOperand(last, map);
  SmallVector<Type> results(terminator->getOperandTypes());
  function.setType(builder.getFunctionType(function.getArgumentTypes(), results));
}

class Maker {
public:
  Maker(Derivation &derivation, func::FuncOp source, const Names &names)
      : derivation(derivation), source(source), names(names) {}

  LogicalResult make();

private:
  std::string nameOf(StringRef suffix) {
    std::string base = derivation.function + "." + suffix.str(), name = base;
    for (unsigned i = 0; symbols.contains(name); ++i)
      name = base + "_" + std::to_string(i);
    return name;
  }

  /// Adds a stage that is about `function` in `module`.
  ModuleOp add(const StageText &text, OwningOpRef<ModuleOp> module, StringRef function);
  /// Adds a stage that does not exist for this function, with the reason.
  void addMissing(const StageText &text, std::string why) {
    Stage stage;
    stage.text = text;
    stage.remark = std::move(why);
    derivation.stages.push_back(std::move(stage));
  }
  /// Adds `from` after passes that cannot fail on verified code.
  FailureOr<ModuleOp> addAfter(const StageText &text, ModuleOp from, StringRef function,
                               Passes passes);
  void addTransposed(ModuleOp operators, const std::string &name);
  void compare(Stage &stage, ModuleOp module, StringRef name, const char *what);

  static void simplify(OpPassManager &pm) {
    ChadSimplifyOptions options;
    options.inlineAll = true;
    pm.addPass(createChadSimplify(options));
  }
  static void inlineCalls(OpPassManager &pm) {
    pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  }
  template <typename Options> Options options(StringRef name) const {
    Options options;
    options.function = derivation.function;
    options.wrt.assign(derivation.wrt.begin(), derivation.wrt.end());
    options.of.assign(derivation.of.begin(), derivation.of.end());
    options.name = name.str();
    return options;
  }

  Derivation &derivation;
  func::FuncOp source;
  const Names &names;
  llvm::StringSet<> symbols;
};
} // namespace

ModuleOp Maker::add(const StageText &text, OwningOpRef<ModuleOp> module, StringRef function) {
  Stage stage;
  stage.text = text;
  names.update(*module);
  stage.module = std::move(module);
  stage.function = lookup(*stage.module, function);
  llvm::raw_string_ostream os(stage.code);
  for (auto [i, shown] : llvm::enumerate(withCallees(stage.function))) {
    os << (i ? "\n" : "");
    shown.print(os, printingFlags());
    os << '\n';
  }
  stage.cost = describeCost(stage.function);
  if (!derivation.stages.empty() && derivation.stages.back().module)
    stage.isUnchanged = derivation.stages.back().code == stage.code;
  derivation.stages.push_back(std::move(stage));
  return *derivation.stages.back().module;
}

FailureOr<ModuleOp> Maker::addAfter(const StageText &text, ModuleOp from, StringRef function,
                                    Passes passes) {
  OwningOpRef<ModuleOp> module = from.clone();
  if (failed(runPasses(*module, passes)))
    return failure();
  return add(text, std::move(module), function);
}

void Maker::addTransposed(ModuleOp simplified, const std::string &name) {
  OwningOpRef<ModuleOp> module = simplified.clone();
  if (Operation *obstacle = writeAsOperators(lookup(*module, name))) {
    std::string why = "'" + obstacle->getName().getStringRef().str() +
                      "' is no composition of operators of known shapes: the reverse derivative is "
                      "made by running the function backwards instead";
    for (const StageText &text : {operatorForm, transposed, appliedTransposed})
      addMissing(text, why);
    return;
  }
  auto laws = [](OpPassManager &pm) {
    pm.addPass(createSoundCanonicalizerPass());
    pm.addPass(createCSEPass());
  };
  auto missing = [&](const StageText &text) { addMissing(text, "the laws do not apply"); };
  if (tryPasses(*module, laws))
    return missing(operatorForm);
  ModuleOp operators = add(operatorForm, std::move(module), name);
  module = operators.clone();
  transpose(lookup(*module, name));
  std::string transposedName = nameOf("transposed");
  SymbolTable::setSymbolName(lookup(*module, name), transposedName);
  if (tryPasses(*module, laws))
    return missing(transposed);
  ModuleOp result = add(transposed, std::move(module), transposedName);
  module = result.clone();
  std::string appliedName = nameOf("transposed.vjp");
  addApplication(*module, lookup(*module, transposedName), appliedName);
  if (tryPasses(*module, simplify))
    return missing(appliedTransposed);
  add(appliedTransposed, std::move(module), appliedName);
}

/// Notes at the stage whether its function, simplified, computes the same as `name` in `module`;
/// functions of more than 200 ops are not compared.
void Maker::compare(Stage &stage, ModuleOp module, StringRef name, const char *what) {
  constexpr unsigned maxOps = 200;
  unsigned numOps = 0;
  stage.function.walk([&](Operation *) { return WalkResult(success(++numOps <= maxOps)); });
  if (numOps > maxOps)
    return;
  OwningOpRef<ModuleOp> both = module.clone();
  ChadVerifySameOptions options;
  options.first = name.str();
  options.second = nameOf("other");
  Operation *copy = stage.function->clone();
  SymbolTable::setSymbolName(copy, options.second);
  both->push_back(copy);
  bool isSame = !tryPasses(*both, [&](OpPassManager &pm) {
    simplify(pm);
    pm.addPass(createChadVerifySame(options));
  });
  stage.remark = std::string("Simplified, it ") + (isSame ? "is the " : "has other ops than the ") +
                 what + (isSame ? ", op by op." : ".");
}

LogicalResult Maker::make() {
  auto original = source->getParentOfType<ModuleOp>();
  for (Operation &op : *original.getBody())
    if (auto name = op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      symbols.insert(name.getValue());
  std::string name = derivation.function;

  OwningOpRef<ModuleOp> module = original.clone();
  lookup(*module, name).setPublic();
  ModuleOp start = add(theFunction, std::move(module), name);

  module = start.clone();
  // Functions with custom rules stay functions: their derivatives are not those of their bodies.
  for (auto function : module->getOps<func::FuncOp>())
    if (function->hasAttr(customJvpAttr) || function->hasAttr(customVjpAttr))
      function.setNoInline(true);
  keepOnly(*module, name);
  if (failed(runPasses(*module, [](OpPassManager &pm) {
        pm.addPass(createSymbolDCEPass());
        pm.addPass(createChadRemoveFunctions());
        pm.addPass(createChadDifferentiate());
        pm.addPass(createChadLimitInlining());
        inlineCalls(pm);
      })))
    return failure();
  // The derivatives that the function asks for.
  if (usesLinearTypes(lookup(*module, name)) && failed(runPasses(*module, [](OpPassManager &pm) {
        simplify(pm);
        pm.addPass(createChadRemoveFunctions({/*linear=*/true}));
        pm.addPass(createChadEraseLinear());
      })))
    return failure();
  ChadRaiseOptions raised;
  raised.functions = {name};
  if (failed(runPasses(*module, [&](OpPassManager &pm) { pm.addPass(createChadRaise(raised)); })))
    return failure();
  ModuleOp inlined = add(firstOrderForm, std::move(module), name);

  module = inlined.clone();
  std::optional<std::string> unfError = tryPasses(
      *module, [](OpPassManager &pm) { pm.addNestedPass<func::FuncOp>(createChadToUNF()); });
  ModuleOp unf;
  if (unfError)
    addMissing(normalForm, *unfError);
  else
    unf = add(normalForm, std::move(module), name);

  std::string forwardName = nameOf("forward"), reverseName = nameOf("reverse"),
              jvpName = nameOf("jvp"), vjpName = nameOf("vjp");
  FailureOr<ModuleOp> full = addAfter(jacobian, inlined, forwardName, [&](OpPassManager &pm) {
    pm.addPass(createChadForward(options<ChadForwardOptions>(forwardName)));
  });
  if (failed(full))
    return failure();
  FailureOr<ModuleOp> simplified = addAfter(simplifiedJacobian, *full, forwardName, simplify);
  if (failed(simplified))
    return failure();
  module = simplified->clone();
  addApplication(*module, lookup(*module, forwardName), jvpName);
  if (failed(runPasses(*module, inlineCalls)))
    return failure();
  ModuleOp jvp = add(forward, std::move(module), jvpName);
  if (failed(addAfter(simplifiedForward, jvp, jvpName, simplify)))
    return failure();

  FailureOr<ModuleOp> backward = addAfter(reverse, inlined, reverseName, [&](OpPassManager &pm) {
    pm.addPass(createChadReverse(options<ChadReverseOptions>(reverseName)));
  });
  if (failed(backward))
    return failure();

  if (unf) {
    module = unf.clone();
    if (auto why = tryPasses(*module, [&](OpPassManager &pm) {
          pm.addPass(createChadUNFReverse(options<ChadUNFReverseOptions>(reverseName)));
        })) {
      addMissing(normalReverse, *why);
    } else {
      ModuleOp chain = add(normalReverse, std::move(module), reverseName);
      module = chain.clone();
      if (auto why = tryPasses(*module, [](OpPassManager &pm) {
            pm.addPass(createChadFromUNF());
            pm.addPass(createSoundCanonicalizerPass());
            pm.addPass(createCSEPass());
          })) {
        addMissing(fromNormalForm, *why);
      } else {
        add(fromNormalForm, std::move(module), reverseName);
        compare(derivation.stages.back(), *backward, reverseName, "reverse derivative above");
      }
    }
  }
  addTransposed(*simplified, forwardName);

  module = backward->clone();
  addApplication(*module, lookup(*module, reverseName), vjpName);
  if (failed(runPasses(*module, inlineCalls)))
    return failure();
  ModuleOp vjp = add(applied, std::move(module), vjpName);
  FailureOr<ModuleOp> plain = addAfter(simplifiedApplied, vjp, vjpName, [](OpPassManager &pm) {
    pm.addPass(createSoundCanonicalizerPass());
  });
  if (failed(plain))
    return failure();
  FailureOr<ModuleOp> once = addAfter(shared, *plain, vjpName, [](OpPassManager &pm) {
    simplify(pm);
    pm.addPass(createChadRemoveFunctions({/*linear=*/true}));
  });
  if (failed(once))
    return failure();
  for (Stage &stage : derivation.stages)
    if (stage.module && stage.text.id == StringRef(appliedTransposed.id))
      compare(stage, *once, vjpName, "reverse derivative after common subexpressions");
  module = once->clone();
  keepOnly(*module, vjpName);
  if (failed(runPasses(*module, [](OpPassManager &pm) {
        pm.addPass(createSymbolDCEPass());
        pm.addPass(createChadEraseLinear());
        pm.addPass(createSoundCanonicalizerPass());
        pm.addPass(createCSEPass());
      })))
    return failure();
  add(erased, std::move(module), vjpName);
  return success();
}

FailureOr<Derivation> chad::explain::derive(func::FuncOp function, ArrayRef<int64_t> wrt,
                                            ArrayRef<int64_t> of, const Names &names) {
  Derivation derivation;
  derivation.function = function.getName().str();
  derivation.wrt.assign(wrt.begin(), wrt.end());
  derivation.of.assign(of.begin(), of.end());
  if (failed(Maker(derivation, function, names).make()))
    return failure();
  return derivation;
}
