//===- CHeader.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The C header of a compiled program.

#include "CInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The element's name in C, and in names of arrays.
static std::pair<StringRef, std::string> namesOf(Type scalar) {
  if (isa<IndexType>(scalar))
    return {"int64_t", "i64"};
  std::string shortName;
  llvm::raw_string_ostream(shortName) << scalar;
  StringRef name = llvm::TypeSwitch<Type, StringRef>(scalar)
                       .Case([](Float64Type) { return "double"; })
                       .Case([](Float32Type) { return "float"; })
                       // Not every C compiler has these types: C sees their bits.
                       .Case<Float16Type, BFloat16Type>([](Type) { return "uint16_t"; })
                       .Case([](IntegerType type) -> StringRef {
                         switch (type.getWidth()) {
                         case 1:
                           return "bool";
                         case 8:
                           return "int8_t";
                         case 16:
                           return "int16_t";
                         case 32:
                           return "int32_t";
                         default:
                           return "int64_t";
                         }
                       });
  return {name, shortName};
}

static std::string arrayTypeOf(const CValue &value) {
  return "chad_" + namesOf(value.getScalar()).second + "_" +
         std::to_string(value.getShape().size()) + "d";
}

/// Programs that include several headers define each type once.
static void printArrayType(raw_ostream &os, const CValue &value) {
  std::string name = arrayTypeOf(value);
  std::string guard = llvm::StringRef(name).upper() + "_DEFINED";
  os << "#ifndef " << guard << "\n#define " << guard << "\ntypedef struct {\n  "
     << namesOf(value.getScalar()).first << " *data;\n  int64_t shape[" << value.getShape().size()
     << "];\n} " << name << ";\n#endif\n";
}

/// Prints the struct of a sum, whose fields are `values`.
static void printSumType(raw_ostream &os, const CParameter &parameter, ArrayRef<CValue> values) {
  os << "/* " << parameter.sum << " */\ntypedef struct {\n";
  for (const CValue &value : values) {
    os << "  ";
    if (value.isArray())
      os << arrayTypeOf(value);
    else
      os << (value.numAlternatives ? StringRef("int64_t") : namesOf(value.getScalar()).first);
    os << ' ' << value.field << ";\n";
  }
  os << "} " << parameter.typeName << ";\n";
}

static constexpr llvm::StringLiteral common = R"(#ifndef CHAD_C_INTERFACE
#define CHAD_C_INTERFACE
enum chad_status {
  CHAD_OK = 0,
  CHAD_BAD_ARGUMENT = 1, /* an argument's shape is not what its type demands */
  CHAD_BAD_RESULT = 2,   /* the memory given for a result has another shape */
  CHAD_CHECK_FAILED = 3, /* a check of the program failed */
  CHAD_NO_MEMORY = 4,
  CHAD_NO_DEVICE = 5     /* there is no GPU, or it does not do what it is asked for */
};
/* What went wrong in the last call of this thread that failed. */
const char *chad_last_error(void);
/* Frees the memory of a result: keeps it for later calls. free() gives it back. */
void chad_free(void *data);
/* Gives back all memory that is kept for later calls. */
void chad_trim(void);
/* Gives back a value whose type has no definition: what a function returned in memory of
   its own. Others that were made of it stay. NULL is allowed. */
void chad_release(void *value);
#endif

)";

static constexpr llvm::StringLiteral forDevices = R"(#ifndef CHAD_GPU_INTERFACE
#define CHAD_GPU_INTERFACE
/* Arrays may lie on the GPU. Calls of this thread work in the stream, a CUstream, in
   which such arrays were made; NULL: in a stream of the thread's own. */
void chad_set_stream(void *stream);
/* Calls of this thread use the GPU of this number, in the order of the driver; with a
   negative one, that which the environment names. A stream belongs to one GPU. */
void chad_set_device(int32_t number);
#endif

)";

/// Prints a function; with `parameters`, those are its arguments in C.
static void printFunction(raw_ostream &os, const CFunction &function, StringRef prefix,
                          StringRef parameters) {
  os << "\n/* " << function.name << ": " << function.type << " */\nint32_t " << function.symbol
     << '(';
  llvm::ListSeparator comma;
  if (!parameters.empty())
    os << comma << parameters;
  for (const CParameter &parameter : function.argParameters) {
    if (!parameters.empty())
      break;
    os << comma;
    const CValue &arg = function.args[parameter.first];
    if (parameter.sum)
      os << "const " << parameter.typeName << " *" << parameter.name;
    else if (arg.isHandle())
      os << "const " << handleTypeOf(cast<BoxType>(arg.type), prefix) << " *" << arg.name;
    else if (arg.isArray())
      os << "const " << arrayTypeOf(arg) << " *" << arg.name;
    else
      os << namesOf(arg.getScalar()).first << ' ' << arg.name;
  }
  for (const CParameter &parameter : function.resultParameters) {
    const CValue &result = function.results[parameter.first];
    if (parameter.sum)
      os << comma << parameter.typeName << " *" << parameter.name;
    else if (result.isHandle())
      os << comma << handleTypeOf(cast<BoxType>(result.type), prefix) << " **" << result.name;
    else
      os << comma
         << (result.isArray() ? arrayTypeOf(result) : namesOf(result.getScalar()).first.str())
         << " *" << result.name;
  }
  os << (function.args.empty() && function.results.empty() ? "void);\n" : ");\n");
}

FailureOr<std::string> chad::printHeader(ModuleOp module, const InterfaceOptions &interface,
                                         StringRef fileName, std::string &why) {
  OwningOpRef<ModuleOp> copy = module.clone();
  ExportedValues exported;
  if (failed(exportFunctionValues(*copy, interface, why, /*hides=*/false, &exported)))
    return failure();
  FailureOr<std::vector<CFunction>> functions = describeInterface(*copy, interface, why);
  if (failed(functions))
    return failure();
  std::string text, guard = "CHAD_";
  for (char c : llvm::sys::path::filename(fileName))
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  llvm::raw_string_ostream os(text);
  os << "/* Functions of a compiled program.\n   Arrays are contiguous, row by row; shapes count "
        "elements. A result array whose\n   data is NULL gets memory, to be freed by chad_free; "
        "otherwise it is written\n   where data points, and must have the right shape, and overlap "
        "nothing else. Results\n   "
        "that are NULL are left out. */\n";
  os << "#ifndef " << guard << "\n#define " << guard
     << "\n\n#include <stdbool.h>\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" "
        "{\n#endif\n\n"
     << common << (interface.device == Device::CPU ? StringRef() : StringRef(forDevices));
  llvm::StringSet<> printed;
  for (const CFunction &function : *functions)
    for (const CValue &value : llvm::concat<const CValue>(function.args, function.results))
      if (value.isArray() && printed.insert(arrayTypeOf(value)).second)
        printArrayType(os, value);
  for (const CFunction &function : *functions)
    for (auto [parameters, values] :
         {std::pair(ArrayRef(function.argParameters), ArrayRef(function.args)),
          std::pair(ArrayRef(function.resultParameters), ArrayRef(function.results))})
      for (const CParameter &parameter : parameters)
        if (parameter.sum && printed.insert(parameter.typeName).second)
          printSumType(os, parameter, values.slice(parameter.first, parameter.count));
  for (const CFunction &function : *functions)
    for (const CValue &value : llvm::concat<const CValue>(function.args, function.results))
      if (auto box = dyn_cast<BoxType>(value.type)) {
        std::string name = handleTypeOf(box, interface.prefix);
        if (printed.insert(name).second)
          os << "typedef struct " << name << ' ' << name << ";\n";
      }
  for (const CFunction &function : *functions)
    printFunction(os, function, interface.prefix, exported.makers.lookup(function.name));
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}
