//===- BufferTypes.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Bufferize/BufferTypes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <atomic>
#include <map>

using namespace mlir;
using namespace chad;
using bufferization::BufferizableOpInterface;

using Concept = BufferizableOpInterface::Concept;
using GetBufferType = decltype(Concept::getBufferType);

namespace {
/// The answers to questions for the types of buffers, while one question is answered.
struct Answers {
  /// A value, and the arguments of loops around it that are being asked for, each as often as it
  /// is: MLIR stops where it meets one for the second time.
  using Question = SmallVector<void *, 4>;

  static Question create(Value value, ArrayRef<Value> stack) {
    Question question = {value.getAsOpaquePointer()};
    Operation *parent = value.getParentBlock()->getParentOp();
    for (Value asked : stack)
      if (isa<BlockArgument>(asked) && asked != value &&
          asked.getParentBlock()->getParentOp()->isAncestor(parent))
        question.push_back(asked.getAsOpaquePointer());
    question.push_back(reinterpret_cast<void *>(llvm::count(stack, value)));
    return question;
  }

  std::map<Question, bufferization::BufferLikeType> known;
  unsigned depth = 0;
};
} // namespace

/// Those of this thread. They are forgotten with each outermost question, since ops and values
/// change between two of these.
static Answers &getAnswers() {
  static thread_local Answers answers;
  return answers;
}

/// The method that the model of an op had before, which is the same in all contexts.
template <typename OpTy> static std::atomic<GetBufferType> original = nullptr;

template <typename OpTy>
static FailureOr<bufferization::BufferLikeType>
getBufferTypeOnce(const Concept *model, Operation *op, Value value,
                  const bufferization::BufferizationOptions &options,
                  const bufferization::BufferizationState &state, SmallVector<Value> &stack) {
  Answers &answers = getAnswers();
  if (answers.depth == 0)
    answers.known.clear();
  Answers::Question question = Answers::create(value, stack);
  if (auto it = answers.known.find(question); it != answers.known.end())
    return it->second;
  ++answers.depth;
  FailureOr<bufferization::BufferLikeType> type =
      original<OpTy>.load()(model, op, value, options, state, stack);
  --answers.depth;
  if (succeeded(type))
    answers.known.try_emplace(question, *type);
  return type;
}

template <typename OpTy> static void memoize(MLIRContext *context) {
  auto name = RegisteredOperationName::lookup(OpTy::getOperationName(), context);
  Concept *model = name ? name->template getInterface<BufferizableOpInterface>() : nullptr;
  if (!model || model->getBufferType == &getBufferTypeOnce<OpTy>)
    return;
  original<OpTy> = model->getBufferType;
  model->getBufferType = &getBufferTypeOnce<OpTy>;
}

void chad::memoizeBufferTypes(MLIRContext *context) {
  memoize<scf::IfOp>(context);
  memoize<scf::ForOp>(context);
  memoize<scf::WhileOp>(context);
}
