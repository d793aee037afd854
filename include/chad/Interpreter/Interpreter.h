//===- Interpreter.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The reference semantics of the dialect and of the upstream ops that its
// programs use: clear, not fast. What a transformation makes of a program is
// right if the interpreter computes the same from both.
//
// An op is evaluated by the handler that is registered for its name. To add the
// ops of a file:
//
//   void chad::registerFooHandlers(OpHandlers &handlers) {
//     handlers.add<foo::BarOp>([](foo::BarOp op, Evaluation &eval) -> EvalResult {
//       if (...)
//         return eval.error() << "extent " << n << " is negative";
//       return one(eval.tensor(op.getSource()));
//     });
//   }
//
// and add the call to `registerAllHandlers`. A handler returns one value for each
// result, or fails after `eval.error()`. Values have the kinds that the verified
// types demand; extents that types leave open, indices and sizes must be
// checked. The results are checked against their types after the handler.

#ifndef CHAD_INTERPRETER_INTERPRETER_H
#define CHAD_INTERPRETER_INTERPRETER_H

#include "chad/Interpreter/LinearFunction.h"
#include "chad/Interpreter/Work.h"
#include "chad/Values/RuntimeValue.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

namespace chad {
class Evaluation;

using EvalResult = llvm::FailureOr<RuntimeValues>;

/// The handler of an op that has one result.
inline RuntimeValues one(RuntimeValue value) { return {std::move(value)}; }

//===----------------------------------------------------------------------===//
// Handlers
//===----------------------------------------------------------------------===//

/// The handlers of ops by name.
class OpHandlers {
public:
  using Handler = std::function<EvalResult(mlir::Operation *, Evaluation &)>;

  /// Registers `fn(OpTy, Evaluation &) -> EvalResult`.
  template <typename OpTy, typename Fn> void add(Fn fn) {
    handlers[OpTy::getOperationName()] = [fn](mlir::Operation *op, Evaluation &eval) {
      return fn(llvm::cast<OpTy>(op), eval);
    };
  }
  /// Registers a handler for the ops without a handler of their own that `matches` accepts.
  void addFallback(std::function<bool(mlir::Operation *)> matches, Handler handler) {
    fallbacks.emplace_back(std::move(matches), std::move(handler));
  }
  const Handler *lookup(mlir::Operation *op) const;
  /// Whether a handler is registered for this name.
  bool hasHandler(llvm::StringRef name) const { return handlers.contains(name); }

private:
  llvm::StringMap<Handler> handlers;
  std::vector<std::pair<std::function<bool(mlir::Operation *)>, Handler>> fallbacks;
};

void registerAffineHandlers(OpHandlers &handlers);
void registerArithHandlers(OpHandlers &handlers);
void registerCastHandlers(OpHandlers &handlers);
void registerMathHandlers(OpHandlers &handlers);
void registerTensorHandlers(OpHandlers &handlers);
void registerTensorShapeHandlers(OpHandlers &handlers);
void registerLinalgHandlers(OpHandlers &handlers);
void registerFuncHandlers(OpHandlers &handlers);
void registerSCFHandlers(OpHandlers &handlers);
void registerChadArrayHandlers(OpHandlers &handlers);
void registerChadIndexingHandlers(OpHandlers &handlers);
void registerChadLinearHandlers(OpHandlers &handlers);
void registerChadLinearFunctionHandlers(OpHandlers &handlers);
void registerChadBoxHandlers(OpHandlers &handlers);
void registerChadFunctionHandlers(OpHandlers &handlers);
void registerChadRequestHandlers(OpHandlers &handlers);
void registerUNFHandlers(OpHandlers &handlers);
void registerUNFTransposeHandlers(OpHandlers &handlers);

/// All of the above.
void registerAllHandlers(OpHandlers &handlers);

//===----------------------------------------------------------------------===//
// Environments
//===----------------------------------------------------------------------===//

/// The values of one run of a region. Values of the regions around it are looked up in the parent
/// frames. No access needs a check, since the verifier has checked that each use is dominated by
/// its definition.
class Frame {
public:
  explicit Frame(const Frame *parent = nullptr) : parent(parent) {}

  void bind(mlir::Value key, RuntimeValue value) { values[key] = std::move(value); }
  void bind(mlir::ValueRange keys, llvm::ArrayRef<RuntimeValue> bound);
  const RuntimeValue &lookup(mlir::Value key) const;

private:
  const Frame *parent;
  llvm::DenseMap<mlir::Value, RuntimeValue> values;
};

/// A region with the values from outside that it uses: the value of a lambda.
class Closure {
public:
  /// Copies the values that `region` captures, so that no frame has to stay alive.
  Closure(mlir::Region &region, const Frame &frame);

  EvalResult run(Interpreter &interpreter, llvm::ArrayRef<RuntimeValue> args) const;

private:
  mlir::Region *region;
  Frame captured;
};

//===----------------------------------------------------------------------===//
// The interpreter
//===----------------------------------------------------------------------===//

/// Runs the functions of one module. Errors are diagnostics at the op.
class Interpreter {
public:
  /// `root` is the op that holds the functions' symbols.
  explicit Interpreter(mlir::Operation *root);

  /// Calls a function; `site` is where the call stands, if there is such an op.
  EvalResult call(mlir::FunctionOpInterface function, llvm::ArrayRef<RuntimeValue> args,
                  mlir::Operation *site = nullptr);
  EvalResult call(llvm::StringRef name, llvm::ArrayRef<RuntimeValue> args);

  /// Runs a region to its terminator and returns the terminator's operands, or
  /// what its handler gives if it has one.
  EvalResult run(mlir::Region &region, llvm::ArrayRef<RuntimeValue> args,
                 const Frame *parent = nullptr);

  /// The function of this name, as seen from `from`; null if there is none.
  mlir::FunctionOpInterface lookup(mlir::Operation *from, mlir::SymbolRefAttr name);

  /// An error at `op`, with the calls that led to it as notes.
  mlir::InFlightDiagnostic error(mlir::Operation *op);

  /// From now on adds the work of all ops that run to `counts`; null ends this. A derivative
  /// request counts the evaluations of the function that its answer takes.
  void countInto(Work *counts) { work = counts; }
  /// Where work is counted; null if it is not counted.
  Work *getWork() const { return work; }

  /// Rounds to `type`, unless a derivative is being computed (`Widening`).
  double round(double value, mlir::Type type) const {
    return widened ? value : roundToType(value, llvm::cast<mlir::FloatType>(type));
  }

  /// Whether a derivative is being computed.
  bool isWidened() const { return widened; }

  /// Entering a call, a region or a nested linear function; fails at `op` where
  /// the nesting is too deep.
  class Nesting {
  public:
    Nesting(Interpreter &interpreter) : interpreter(interpreter) { ++interpreter.depth; }
    ~Nesting() { --interpreter.depth; }
    llvm::LogicalResult check(mlir::Operation *op);

  private:
    Interpreter &interpreter;
  };

  /// While it lives floats of all types are computed as f64, so that a
  /// difference quotient is one of the function that the program means.
  class Widening {
  public:
    Widening(Interpreter &interpreter) : interpreter(interpreter), before(interpreter.widened) {
      interpreter.widened = true;
    }
    ~Widening() { interpreter.widened = before; }

  private:
    Interpreter &interpreter;
    bool before;
  };

  /// While this object lives, code runs only to find the shapes of its results, on elements that do
  /// not exist. An element that is read outside of an array is zero, no work is counted, and a run
  /// that takes too many steps fails without an error message.
  class ShapeRun {
  public:
    explicit ShapeRun(Interpreter &interpreter);
    ~ShapeRun();

  private:
    Interpreter &interpreter;
    bool isOutermost;
    Work *work;
    std::unique_ptr<mlir::ScopedDiagnosticHandler> silence;
  };

  /// The values that count as constant while a derivative is computed (`chad.stop_gradient`), in
  /// the order in which they are evaluated. They are recorded when the function is evaluated at the
  /// point, and used again when it is evaluated at points nearby.
  class Constants {
  public:
    enum Mode { Find, Give };
    Constants(Interpreter &interpreter, std::vector<RuntimeValue> &values, Mode mode)
        : interpreter(interpreter), outer(interpreter.constants), values(values), mode(mode) {
      interpreter.constants = this;
    }
    ~Constants() { interpreter.constants = outer; }

  private:
    friend class Interpreter;
    RuntimeValue take(const RuntimeValue &value);

    Interpreter &interpreter;
    Constants *outer;
    std::vector<RuntimeValue> &values;
    Mode mode;
    size_t next = 0;
  };

  /// `value`, which counts as constant in the derivatives that are being computed.
  RuntimeValue constant(const RuntimeValue &value) {
    return constants && !shapeSteps ? constants->take(value) : value;
  }

  /// A box that holds `payload`.
  RuntimeValue box(llvm::ArrayRef<RuntimeValue> payload);
  /// The values that a box holds; null if it is empty.
  const ValueList *open(const RuntimeValue &box) const;

private:
  EvalResult runOp(mlir::Operation *op, Frame &frame);
  /// Counts the work of `op` without that of its regions.
  void count(mlir::Operation *op, llvm::ArrayRef<RuntimeValue> operands,
             llvm::ArrayRef<RuntimeValue> results);
  /// Moves to the successor of a branch; null where `op` ends the region.
  llvm::FailureOr<mlir::Block *> takeBranch(mlir::Operation *op, Frame &frame);

  mlir::Operation *root;
  OpHandlers handlers;
  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Type, bool> representable;
  llvm::SmallVector<mlir::Operation *> callSites;
  std::vector<ValueList> boxes;
  unsigned depth = 0;
  bool widened = false;
  Constants *constants = nullptr;
  Work *work = nullptr;
  /// In a `ShapeRun`: the number of ops that may still run.
  std::optional<uint64_t> shapeSteps;
};

/// One op that is being evaluated: its operands, its regions, its errors.
class Evaluation {
public:
  Evaluation(Interpreter &interpreter, mlir::Operation *op, const Frame &frame)
      : interpreter(interpreter), op(op), frame(frame) {}
  /// Without an environment: only to report errors at `op`, and to make values.
  Evaluation(Interpreter &interpreter, mlir::Operation *op);

  const RuntimeValue &get(mlir::Value value) const { return frame.lookup(value); }
  RuntimeValues get(mlir::ValueRange values) const;
  /// All operands, in order.
  RuntimeValues operands() const { return get(op->getOperands()); }
  double f(mlir::Value value) const { return get(value).asDouble(); }
  int64_t index(mlir::Value value) const { return get(value).asIndex(); }
  llvm::SmallVector<int64_t> indices(mlir::ValueRange values) const;
  const Tensor &tensor(mlir::Value value) const { return get(value).asTensor(); }

  /// Runs a region of the op with these values for its arguments.
  EvalResult run(mlir::Region &region, llvm::ArrayRef<RuntimeValue> args) {
    return interpreter.run(region, args, &frame);
  }

  /// Runs the region on these values to find the shapes of its results (`ShapeRun`); nothing if
  /// that fails.
  std::optional<RuntimeValues> runForShapes(mlir::Region &region,
                                            llvm::ArrayRef<RuntimeValue> args);

  mlir::InFlightDiagnostic error() const { return interpreter.error(op); }

  /// Checks `0 <= index < extent`.
  llvm::LogicalResult checkIndex(int64_t index, int64_t extent) const;
  /// The number of elements of a tensor, after checking that it can be made.
  llvm::FailureOr<int64_t> checkShape(llvm::ArrayRef<int64_t> shape) const;
  /// The tensor whose elements are all `number`.
  EvalResult splat(llvm::ArrayRef<int64_t> shape, Number number) const;
  /// The shape of `type` with the next of `sizes` for each dynamic extent.
  llvm::SmallVector<int64_t> fillShape(mlir::ShapedType type, llvm::ArrayRef<int64_t> sizes) const;

  Interpreter &interpreter;
  mlir::Operation *op;
  const Frame &frame;
};

/// The array of type `type` with these elements; elements that are tensors must have one shape. If
/// there are no elements, the inner extents are those of `sample`, if it is given.
llvm::FailureOr<RuntimeValue> arrayOf(const Evaluation &eval, mlir::Type type,
                                      llvm::ArrayRef<RuntimeValue> elements,
                                      const RuntimeValue *sample = nullptr);

} // namespace chad

#endif // CHAD_INTERPRETER_INTERPRETER_H
