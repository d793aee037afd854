//===- Graph.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Derivation.h"
#include "Drawing.h"
#include "Names.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// What is linear
//===----------------------------------------------------------------------===//

static bool isLinear(Type type) {
  if (auto context = dyn_cast<CtxType>(type))
    return !context.getComponents().empty() && llvm::all_of(context.getComponents(), isLinear);
  return isLinearType(type);
}

/// Whether the op belongs to the linear part: it makes linear values and nothing else.
static bool isLinear(Operation *op) {
  if (!op->getNumResults() || op->hasTrait<mlir::OpTrait::IsTerminator>())
    return false;
  if (isa<FromLinearOp>(op))
    return true;
  return llvm::all_of(op->getResultTypes(), [](Type type) { return isLinear(type); });
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c;
  }
  return quoted + "\"";
}

static std::string shorten(std::string text, size_t length = 28) {
  if (text.size() <= length)
    return text;
  text.resize(length);
  // The text must not end in the middle of a UTF-8 character.
  while (!text.empty() && (text.back() & 0xC0) == 0x80)
    text.pop_back();
  if (!text.empty() && (text.back() & 0x80))
    text.pop_back();
  return text + "…";
}

template <typename T> static std::string str(const T &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// A type as a short label: `tensor<2xf64>` as `2xf64`, and a linear type as its primal type.
static std::string shortType(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    return shortType(lin.getPrimal());
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    std::string text = str(type);
    return text.substr(7, text.size() - 8);
  }
  return shorten(str(type));
}

static std::string constantText(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    SmallString<16> text;
    number.getValue().toString(text, /*FormatPrecision=*/4, /*FormatMaxPadding=*/4);
    return text.str().str();
  }
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getType().isInteger(1) ? (number.getValue().isZero() ? "false" : "true")
                                         : str(number.getValue());
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    return constantText(splat.getSplatValue<Attribute>()) + ", …";
  return shorten(str(value), 16);
}

static std::string labelOf(Operation *op) {
  StringRef name = op->getName().getStringRef();
  StringRef dialect = op->getName().getDialectNamespace();
  std::string label = name.drop_front(dialect.empty() ? 0 : dialect.size() + 1).str();
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return label + " " + arith::stringifyCmpFPredicate(compare.getPredicate()).str();
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return label + " " + arith::stringifyCmpIPredicate(compare.getPredicate()).str();
  for (NamedAttribute attribute : op->getAttrs()) {
    if (attribute.getName().getValue().contains("Segment"))
      continue;
    if (auto symbol = dyn_cast<SymbolRefAttr>(attribute.getValue()))
      label += " @" + symbol.getRootReference().getValue().str();
    else if (auto number = dyn_cast<IntegerAttr>(attribute.getValue()))
      label += " " + str(number.getValue());
    else if (auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute.getValue()))
      label += " [" +
               llvm::join(llvm::map_range(numbers.asArrayRef(),
                                          [](int64_t i) { return std::to_string(i); }),
                          ", ") +
               "]";
  }
  return shorten(label);
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

namespace {
class GraphWriter {
public:
  explicit GraphWriter(llvm::raw_ostream &os) : os(os) {}

  void write(func::FuncOp root) {
    os << "digraph {\n"
          "  graph [bgcolor=\"transparent\", fontname=\"sans-serif\", fontsize=11, ranksep=0.3, "
          "nodesep=0.2, compound=true]\n"
          "  node [fontname=\"sans-serif\", fontsize=11, shape=box, style=\"rounded,filled\", "
          "fillcolor=\"#ffffff\", height=0.3, width=0.4, margin=\"0.08,0.04\"]\n"
          "  edge [arrowsize=0.6, fontname=\"sans-serif\", fontsize=9]\n";
    for (func::FuncOp function : chad::explain::withCallees(root))
      if (!function.isDeclaration()) {
        AsmState functionState(function, chad::explain::printingFlags());
        state = &functionState;
        openCluster("fn", "@" + function.getName().str());
        writeRegion(function.getBody(), /*inLinear=*/false, "");
        os << "  }\n";
      }
    // Linear parts are written last, but ops that are written before may use their values: all
    // edges come after all nodes.
    for (const Use &use : uses)
      writeEdge(producers.lookup(use.value), use.node, use.value.getType(), use.label);
    os << edges << "}\n";
  }

private:
  std::string newNode() { return "n" + std::to_string(numNodes++); }

  void openCluster(StringRef kind, StringRef label) {
    os << "  subgraph cluster_" << numClusters++ << " {\n    label=" << quote(label)
       << "; class=" << quote(kind);
    if (kind == "lin")
      os << "; style=\"rounded,filled\"; color=\"#b4530a\"; fillcolor=\"#fdf1e3\"; "
            "fontcolor=\"#b4530a\"";
    else
      os << "; style=\"rounded" << (kind == "reg" ? ",dashed" : "") << "\"; color=\"#8a8f98\"";
    os << '\n';
  }

  std::string nameOf(Value value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.printAsOperand(stream, *state);
    return text.substr(0, text.find('#'));
  }

  std::string resultName(Operation *op) {
    return op->getNumResults() ? "\n" + nameOf(op->getResult(0)) : "";
  }

  void writeNode(const std::string &node, StringRef label, StringRef kind, StringRef extra = "") {
    os << "    " << node << " [label=" << quote(label) << ", class=" << quote(kind) << extra
       << (kind.contains("lin") ? ", color=\"#b4530a\"" : "") << "]\n";
  }

  void writeArguments(Block &block) {
    for (BlockArgument argument : block.getArguments()) {
      std::string node = newNode();
      producers[argument] = node;
      writeNode(node, nameOf(argument) + "\n" + shortType(argument.getType()),
                isLinear(argument.getType()) ? "arg lin" : "arg", ", shape=ellipse");
    }
  }

  void writeEdge(const std::string &from, const std::string &to, Type type, StringRef label = "") {
    bool linear = isLinear(type),
         array = isa<RankedTensorType>(type) ||
                 (isa<LinType>(type) && isa<RankedTensorType>(cast<LinType>(type).getPrimal()));
    edges += "  " + from + " -> " + to + " [class=\"" + (linear ? "lin" : "val") + "\"";
    if (linear)
      edges += ", color=\"#b4530a\"";
    if (array)
      edges += ", penwidth=2";
    if (!label.empty())
      edges += ", headlabel=" + quote(label) + ", labeldistance=1.2";
    edges += "]\n";
  }

  /// Edges to `node` from what produces the operands. A constant is drawn where it is used.
  void writeOperands(Operation *op, const std::string &node) {
    bool ordered = op->getNumOperands() == 2 && !op->getNumRegions() &&
                   !op->hasTrait<mlir::OpTrait::IsCommutative>() &&
                   op->getOperand(0).getType() == op->getOperand(1).getType() &&
                   !op->hasTrait<mlir::OpTrait::IsTerminator>();
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      Attribute constant;
      if (operand.getDefiningOp() && matchPattern(operand, m_Constant(&constant))) {
        std::string leaf = newNode();
        writeNode(leaf, constantText(constant), "const", ", shape=plaintext, style=\"\"");
        writeEdge(leaf, node, operand.getType(), ordered ? std::to_string(i + 1) : "");
        continue;
      }
      uses.push_back({operand, node, ordered ? std::to_string(i + 1) : ""});
    }
  }

  void writeOp(Operation *op, bool inLinear) {
    if (op->hasTrait<mlir::OpTrait::ConstantLike>())
      return;
    std::string node = newNode();
    bool linear = isLinear(op);
    if (!op->getNumRegions()) {
      writeNode(node, labelOf(op) + resultName(op), linear ? "op lin" : "op");
      writeOperands(op, node);
      for (Value result : op->getResults())
        producers[result] = node;
      return;
    }
    bool isLambda = isa<LFunLambdaOp>(op);
    openCluster(isLambda ? "lin" : "reg", isLambda ? "linear function" : "");
    writeNode(node, isLambda ? "λ" : labelOf(op) + resultName(op),
              linear || isLambda ? "op lin" : "op", ", style=\"filled,bold\"");
    writeOperands(op, node);
    SmallVector<std::string> exits;
    for (Region &region : op->getRegions())
      if (!region.empty())
        exits.push_back(writeRegion(region, inLinear || isLambda, node));
    std::string result = exits.size() == 1 ? exits.front() : newNode();
    if (exits.size() != 1) {
      writeNode(result, "result", linear ? "op lin" : "op");
      for (const std::string &exit : exits)
        if (op->getNumResults())
          writeEdge(exit, result, op->getResult(0).getType());
    }
    os << "  }\n";
    for (Value value : op->getResults())
      producers[value] = result;
  }

  /// Writes the blocks of a region that is entered from the node `header`; returns the
  /// node that leaves it.
  std::string writeRegion(Region &region, bool inLinear, const std::string &header) {
    std::string exit;
    for (Block &block : region) {
      writeArguments(block);
      if (!header.empty())
        for (BlockArgument argument : block.getArguments())
          writeEdge(header, producers[argument], argument.getType());
    }
    for (Block &block : region) {
      SmallVector<Operation *> linearPart;
      for (Operation &op : block.without_terminator())
        if (!inLinear && isLinear(&op))
          linearPart.push_back(&op);
        else
          writeOp(&op, inLinear);
      if (!linearPart.empty()) {
        openCluster("lin", "linear");
        for (Operation *op : linearPart)
          writeOp(op, /*inLinear=*/true);
        os << "  }\n";
      }
      Operation *terminator = &block.back();
      exit = newNode();
      writeNode(exit, labelOf(terminator), "exit", ", shape=ellipse");
      writeOperands(terminator, exit);
    }
    return exit;
  }

  struct Use {
    Value value;
    std::string node, label;
  };

  llvm::raw_ostream &os;
  AsmState *state = nullptr;
  unsigned numNodes = 0, numClusters = 0;
  DenseMap<Value, std::string> producers;
  std::vector<Use> uses;
  std::string edges;
};
} // namespace

std::string chad::explain::writeGraph(func::FuncOp function) {
  std::string graph;
  llvm::raw_string_ostream os(graph);
  GraphWriter(os).write(function);
  return graph;
}

size_t chad::explain::countNodes(func::FuncOp root) {
  size_t nodes = 0;
  for (func::FuncOp function : withCallees(root))
    function.walk([&](Operation *op) { ++nodes; });
  return nodes;
}
