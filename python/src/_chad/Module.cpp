//===- Module.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The extension module chad._chad.

#include "Arrays.h"
#include "DeviceArrays.h"
#include "Lapack.h"
#include "Program.h"
#include "chad/ExecutionEngine/Memory.h"
#include <cstring>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace chad;
using namespace chad::python;

#ifdef CHAD_PYTHON_XLA
/// Defined in XLA.cpp.
namespace chad::python {
void bindXLA(nb::module_ &module);
}
#endif

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static nb::list toPython(const std::vector<Message> &messages) {
  nb::list all;
  nb::object type = nb::module_::import_("chad.errors").attr("Diagnostic");
  for (const Message &message : messages)
    all.append(type(message.severity, message.text, message.file, message.line, message.column,
                    nb::tuple(toPython(message.notes))));
  return all;
}

[[noreturn]] static void raiseFailure(const Failure &failure) {
  nb::object type = nb::module_::import_("chad.errors").attr("CompileError");
  nb::object error = type(failure.why, toPython(failure.messages));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

static void warn(const std::vector<Message> &messages) {
  if (!messages.empty())
    nb::module_::import_("chad.errors").attr("warn")(toPython(messages));
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The options of chad.compile, by name.
static CompilerOptions readOptions(nb::dict dict) {
  CompilerOptions options;
  options.libraries = getLapack();
  for (auto [key, value] : dict) {
    auto name = nb::cast<std::string>(key);
    if (name == "optimization")
      options.optimizationLevel = nb::cast<unsigned>(value);
    else if (name == "device")
      options.device = readDevice(nb::cast<std::string>(value));
    else if (name == "target_cpu")
      options.targetCPU = nb::cast<std::string>(value);
    else if (name == "vector_math")
      options.useVectorMath = nb::cast<bool>(value);
    else if (name == "approximate_math")
      options.approximateMath = nb::cast<bool>(value);
    else if (name == "exact_floats")
      options.exactFloats = nb::cast<bool>(value);
    else if (name == "check_extents")
      options.checkExtents = nb::cast<bool>(value);
    else if (name == "check_bounds")
      options.checkBounds = nb::cast<bool>(value);
    else if (name == "threads")
      options.threads = nb::cast<unsigned>(value);
    else if (name == "thread_grain")
      options.threadGrain = nb::cast<unsigned>(value);
    else if (name == "vectorize_everywhere")
      options.vectorizeEverywhere = nb::cast<bool>(value);
    else if (name == "max_flops_per_byte")
      options.maxFlopsPerByte = nb::cast<double>(value);
    else if (name == "lapack") {
      if (!nb::cast<bool>(value))
        options.libraries.clear();
    } else if (name == "verify_each")
      options.verifyEach = nb::cast<bool>(value);
    else
      throw nb::type_error(("there is no option '" + name + "'").c_str());
  }
  return options;
}

static std::vector<Request> readRequests(nb::list list) {
  std::vector<Request> requests;
  for (nb::handle item : list) {
    auto [name, function, kind, wrt, of] =
        nb::cast<std::tuple<std::string, std::string, std::string, std::vector<int64_t>,
                            std::vector<int64_t>>>(item);
    requests.push_back({name, function, kind, wrt, of});
  }
  return requests;
}

static llvm::StringRef view(const nb::bytes &bytes) { return {bytes.c_str(), bytes.size()}; }

static std::shared_ptr<Program> compile(nb::bytes source, const std::string &fileName,
                                        nb::dict optionDict, nb::list requestList) {
  CompilerOptions options = readOptions(optionDict);
  std::vector<Request> requests = readRequests(requestList);
  Failure failure;
  std::shared_ptr<Program> program;
  {
    nb::gil_scoped_release release;
    program = Program::create(view(source), fileName, options, requests, failure);
  }
  if (!program)
    raiseFailure(failure);
  warn(failure.messages);
  return program;
}

static std::string lowerTo(nb::bytes source, const std::string &fileName, const std::string &stage,
                           nb::dict optionDict, nb::list requestList) {
  CompilerOptions options = readOptions(optionDict);
  std::vector<Request> requests = readRequests(requestList);
  Failure failure;
  std::optional<std::string> text;
  {
    nb::gil_scoped_release release;
    if (stage == "mlir" || stage == "llvm") {
      std::string code;
      (stage == "mlir" ? options.mlirText : options.llvmText) = &code;
      if (Program::create(view(source), fileName, options, requests, failure))
        text = code;
    } else {
      text = lower(view(source), fileName, stage, options, requests, failure);
    }
  }
  if (!text)
    raiseFailure(failure);
  return *text;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// A call that is in use. The destructor returns it to its function, unless it is kept.
struct Lease {
  explicit Lease(Function &function) : function(function), call(function.acquire()) {}
  ~Lease() {
    if (call)
      function.release(std::move(call));
  }
  Function &function;
  std::unique_ptr<Call> call;
};

/// The arrays to which results are written; None for a result without one.
struct Destinations {
  /// As the caller gave them, and what keeps their memory alive.
  std::vector<nb::object> arrays, kept;
  std::vector<BufferView> views;

  Destinations(Function &function, nb::handle out, const std::vector<BufferView> &args);
  bool isEmpty() const { return arrays.empty(); }
};
} // namespace

static bool overlap(const void *a, size_t aBytes, const void *b, size_t bBytes) {
  auto *x = static_cast<const char *>(a), *y = static_cast<const char *>(b);
  return aBytes && bBytes && x < y + bBytes && y < x + aBytes;
}

Destinations::Destinations(Function &function, nb::handle out,
                           const std::vector<BufferView> &args) {
  const std::vector<ValueType> &types = function.getResults();
  if (out.is_none())
    return;
  bool isSequence = nb::isinstance<nb::tuple>(out) || nb::isinstance<nb::list>(out);
  if (!isSequence && types.size() == 1) {
    arrays.push_back(nb::borrow(out));
  } else if (isSequence) {
    for (nb::handle item : out)
      arrays.push_back(nb::borrow(item));
  }
  if (arrays.size() != types.size())
    raise("ArgumentError", "'" + function.getName() + "' has " + std::to_string(types.size()) +
                               " results: 'out' must be a tuple of as many arrays, or None for "
                               "some of them");
  views.resize(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (arrays[i].is_none())
      continue;
    kept.push_back(readDestination(arrays[i], types[i], views[i], function, i));
    size_t bytes = byteSize(views[i], types[i]);
    for (size_t k = 0; k < args.size(); ++k)
      if (!function.getArgs()[k].isUnit &&
          overlap(views[i].data, bytes, args[k].data, byteSize(args[k], function.getArgs()[k])))
        raise("ArgumentError", "'out' for result #" + std::to_string(i) + " of '" +
                                   function.getName() + "' overlaps argument #" +
                                   std::to_string(k) + ", which is read while it is written");
    for (size_t k = 0; k < i; ++k)
      if (!arrays[k].is_none() &&
          overlap(views[i].data, bytes, views[k].data, byteSize(views[k], types[k])))
        raise("ArgumentError", "'out' for results #" + std::to_string(k) + " and #" +
                                   std::to_string(i) + " of '" + function.getName() + "' overlap");
  }
}

/// Puts a function or a box that the program has returned in its place.
static nb::object readHandle(nb::handle value, Function &function, unsigned i, uint64_t &scalar,
                             BufferView &view) {
  const ValueType &type = function.getArgs()[i];
  std::string what = "argument #" + std::to_string(i) + " of '" + function.getName() + "'";
  std::shared_ptr<Handle> handle;
  if (!nb::try_cast(value, handle, false) || !handle)
    raise(
        "ArgumentError",
        what + " is of type " + type.text +
            ": what a function of the same program has returned; a function of Python is passed by "
            "chad.from_program");
  if (handle->program.get() != &function.getProgram())
    raise("ArgumentError", what + " is of another program");
  if (handle->transposed)
    raise("ArgumentError", what + " is a transpose: pass the linear function, and transpose it in "
                                  "the program");
  if (handle->record != type.record)
    raise("ArgumentError",
          what + " is of type " + type.text + ", and was given a value of type " + handle->text);
  scalar = reinterpret_cast<uintptr_t>(handle->memory.get());
  view.data = &scalar;
  view.shape.clear();
  return nb::borrow(value);
}

/// Puts all arguments in their places, and returns what keeps them alive.
static std::vector<nb::object> readArguments(Function &function, Call &call, nb::handle args,
                                             bool isInPlace) {
  const std::vector<ValueType> &types = function.getArgs();
  size_t count = nb::len(args);
  if (count != types.size())
    raise("ArgumentError", "'" + function.getName() + "' takes " + std::to_string(types.size()) +
                               " arguments, got " + std::to_string(count));
  std::vector<nb::object> kept;
  kept.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    nb::handle arg = PyTuple_GET_ITEM(args.ptr(), i);
    kept.push_back(types[i].isHandle() ? readHandle(arg, function, i, call.scalars[i], call.args[i])
                                       : readArgument(arg, types[i], call.scalars[i], call.args[i],
                                                      isInPlace, function, i));
  }
  std::string why;
  if (!function.bind(call, why))
    raise("ArgumentError", why);
  return kept;
}

/// The GPU of the arrays of a call that lie on one; a negative number if none does.
static int findGPU(const Function &function, const std::vector<nb::object> &arguments,
                   const std::vector<nb::object> &destinations) {
  int number = -1;
  for (const std::vector<nb::object> *list : {&arguments, &destinations})
    for (const nb::object &value : *list) {
      std::shared_ptr<DeviceArray> array;
      if (!value.is_valid() || !nb::try_cast(value, array, false) || !array)
        continue;
      if (number >= 0 && number != array->number)
        raise("ArgumentError", "'" + function.getName() + "' is given arrays on GPU " +
                                   std::to_string(number) + " and on GPU " +
                                   std::to_string(array->number) + ": copy them to one");
      number = array->number;
    }
  return number;
}

static void run(Function &function, PreparedCall &call) {
  std::string why;
  bool isDone;
  {
    nb::gil_scoped_release release;
    isDone = succeeded(call.run(why));
  }
  if (!isDone)
    raise("RunError", why);
}

/// Completes a result in `array`: an array is there already, a scalar is copied.
static void finish(const Function &function, PreparedCall &call, const ValueType &type,
                   const BufferView &array, unsigned i) {
  BufferView view = call.resultView(i);
  if (!type.isArray) {
    Device device = function.getProgram().getDevice();
    if (device == Device::CPU)
      std::memcpy(array.data, view.data, sizeOf(type.element));
    else
      copyOnDevice(kindOf(device), array.data, view.data, sizeOf(type.element));
    return;
  }
  if (view.shape == array.shape)
    return;
  std::string shape;
  for (int64_t extent : view.shape)
    shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
  raise("ArgumentError", "the array for result #" + std::to_string(i) +
                             " has another shape than the result, which is (" + shape + ")");
}

static nb::object pack(std::vector<nb::object> values) {
  if (values.empty())
    return nb::none();
  if (values.size() == 1)
    return values.front();
  nb::object tuple = nb::steal(PyTuple_New(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    PyTuple_SET_ITEM(tuple.ptr(), i, values[i].release().ptr());
  return tuple;
}

/// Whether one of the values is a sum.
static bool hasSums(const std::vector<ValueTree> &trees) {
  return llvm::any_of(trees, [](const ValueTree &tree) { return tree.isSum; });
}

/// Calls the function with the values that stand for sums.
static std::vector<nb::object> callWithoutSums(Function &function, nb::handle args,
                                               nb::handle out) {
  Lease lease(function);
  std::vector<nb::object> kept = readArguments(function, *lease.call, args, false);
  PreparedCall &call = *lease.call->prepared;
  Destinations destinations(function, out, lease.call->args);
  int gpu = findGPU(function, kept, destinations.kept);
  DeviceScope scope(gpu);
  call.keepResultsOnDevice(gpu >= 0);
  const std::vector<ValueType> &types = function.getResults();
  // The destructor takes back memory that was given to the call, also after an error.
  struct Loan {
    PreparedCall &call;
    Destinations &destinations;
    ~Loan() {
      for (size_t i = 0; i < destinations.views.size(); ++i)
        if (destinations.views[i].data)
          call.giveMemory(i, BufferView());
    }
  } loan{call, destinations};
  for (size_t i = 0; i < destinations.views.size(); ++i)
    if (destinations.views[i].data)
      call.giveMemory(i, destinations.views[i]);
  run(function, call);
  std::vector<nb::object> results;
  results.reserve(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i].isHandle()) {
      results.push_back(nb::cast(function.getProgram().makeHandle(types[i], call.takeResult(i))));
      continue;
    }
    if (destinations.isEmpty() || destinations.arrays[i].is_none()) {
      results.push_back(takeResult(call, types[i], i));
      continue;
    }
    finish(function, call, types[i], destinations.views[i], i);
    results.push_back(destinations.arrays[i]);
  }
  return results;
}

/// The names of types of elements.
static const char *nameOf(Element element) {
  static const char *names[] = {"f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "i1"};
  return names[static_cast<int>(element)];
}

/// The extents; None for one that is not known, and in place of all of a scalar.
static nb::object shapeOf(const ValueType &type) {
  if (!type.isArray)
    return nb::none();
  nb::list shape;
  for (int64_t extent : type.shape)
    shape.append(extent < 0 ? nb::none() : nb::object(nb::int_(extent)));
  return nb::tuple(shape);
}

/// The trees as the module _sums reads them.
static nb::tuple toPython(const std::vector<ValueTree> &trees) {
  nb::list all;
  for (const ValueTree &tree : trees) {
    nb::object shape = shapeOf(tree.type);
    if (!tree.isSum) {
      all.append(nb::make_tuple(nameOf(tree.type.element), shape));
      continue;
    }
    nb::list alternatives;
    for (const std::vector<ValueTree> &alternative : tree.alternatives)
      alternatives.append(toPython(alternative));
    nb::object rank = nb::none();
    if (tree.type.isArray)
      rank = nb::int_(tree.type.shape.size());
    all.append(nb::make_tuple(rank, nb::tuple(alternatives),
                              tree.type.isArray ? shape : nb::object(nb::tuple())));
  }
  return nb::tuple(all);
}

static nb::object callFunction(Function &function, nb::args args, nb::handle out) {
  if (function.getArgTrees().empty() && function.getResultTrees().empty())
    return pack(callWithoutSums(function, args, out));
  if (!out.is_none() && hasSums(function.getResultTrees()))
    raise("ArgumentError",
          "'" + function.getName() +
              "' returns a sum, which has no place in memory: call it without 'out'");
  nb::object sums = nb::module_::import_("chad._sums");
  nb::object flat = args;
  if (hasSums(function.getArgTrees()))
    flat = sums.attr("flatten")(function.getName(), toPython(function.getArgTrees()), args,
                                deviceName(function.getProgram().getDevice()));
  std::vector<nb::object> results = callWithoutSums(function, flat, out);
  if (hasSums(function.getResultTrees()))
    results = nb::cast<std::vector<nb::object>>(
        sums.attr("unflatten")(toPython(function.getResultTrees()), results));
  return pack(std::move(results));
}

/// Applies a function that a program has returned.
static nb::object callHandle(std::shared_ptr<Handle> handle, nb::args args, nb::handle out) {
  std::shared_ptr<Function> apply = handle->apply;
  if (!apply)
    raise("ArgumentError", "a value of type " + handle->text + " cannot be called");
  std::shared_ptr<Handle> given = handle->transposed ? handle->transposed : handle;
  nb::tuple all = nb::steal<nb::tuple>(PyTuple_New(args.size() + 1));
  PyTuple_SET_ITEM(all.ptr(), 0, nb::cast(given).release().ptr());
  for (size_t i = 0; i < args.size(); ++i)
    PyTuple_SET_ITEM(all.ptr(), i + 1, nb::object(args[i]).release().ptr());
  return callFunction(*apply, nb::borrow<nb::args>(all), out);
}

/// The transpose of a linear function.
static std::shared_ptr<Handle> transposeHandle(std::shared_ptr<Handle> handle) {
  if (handle->transposed)
    return handle->transposed;
  if (!handle->transpose)
    raise("ArgumentError", "a value of type " + handle->text +
                               " has no transpose: only linear "
                               "functions, !chad.lfun, have one");
  auto result = std::make_shared<Handle>(*handle);
  std::swap(result->apply, result->transpose);
  result->text = "the transpose of " + handle->text;
  result->transposed = handle;
  return result;
}

namespace {
/// A call whose arguments and results keep their memory.
class Prepared {
public:
  Prepared(std::shared_ptr<Function> function, nb::args args, nb::handle out)
      : function(checked(std::move(function))), lease(*this->function),
        kept(readArguments(*this->function, *lease.call, args, true)),
        destinations(*this->function, out, lease.call->args) {
    if (hasSums(this->function->getResultTrees()))
      raise("ArgumentError", "'" + this->function->getName() +
                                 "' returns a sum, which has no place in memory: call it");
    for (const ValueType &type : this->function->getResults())
      if (type.isHandle())
        raise("ArgumentError", "'" + this->function->getName() + "' returns a value of type " +
                                   type.text + ", which has no place in memory: call it");
    PreparedCall &call = *lease.call->prepared;
    gpu = findGPU(*this->function, kept, destinations.kept);
    call.keepResultsOnDevice(gpu >= 0);
    size_t count = this->function->getResults().size();
    destinations.arrays.resize(count, nb::none());
    destinations.views.resize(count);
    for (size_t i = 0; i < count; ++i)
      if (!destinations.arrays[i].is_none())
        call.giveMemory(i, destinations.views[i]);
  }
  ~Prepared() {
    for (size_t i = 0; i < destinations.views.size(); ++i)
      lease.call->prepared->giveMemory(i, BufferView());
  }

  void run() {
    if (isRunning)
      raise("RunError", "'" + function->getName() +
                            "': this call is running in another thread; prepare one for each");
    isRunning = true;
    struct Reset {
      bool &flag;
      ~Reset() { flag = false; }
    } reset{isRunning};
    PreparedCall &call = *lease.call->prepared;
    DeviceScope scope(gpu);
    ::run(*function, call);
    if (!hasRun)
      allocate(call);
    for (unsigned i = 0; i < destinations.views.size(); ++i)
      if (!function->getResults()[i].isUnit)
        finish(*function, call, function->getResults()[i], destinations.views[i], i);
  }

  nb::object results() const {
    if (!hasRun)
      raise("RunError", "'" + function->getName() + "': this call has not run yet");
    return pack(destinations.arrays);
  }

  nb::object callAndReturn() {
    run();
    return results();
  }

private:
  /// Arrays stay in place, and tuples are none.
  static std::shared_ptr<Function> checked(std::shared_ptr<Function> function) {
    if (hasSums(function->getArgTrees()))
      raise("ArgumentError",
            "'" + function->getName() + "' takes a sum, which has no place in memory: call it");
    return function;
  }
  /// Allocates arrays for results without one, when their shapes are known after the first run.
  void allocate(PreparedCall &call) {
    const std::vector<ValueType> &types = function->getResults();
    std::vector<unsigned> added;
    for (unsigned i = 0; i < types.size(); ++i)
      if (destinations.arrays[i].is_none() && !types[i].isUnit) {
        destinations.arrays[i] = copyResult(call, types[i], i);
        destinations.kept.push_back(
            readDestination(destinations.arrays[i], types[i], destinations.views[i], *function, i));
        added.push_back(i);
      }
    for (unsigned i = 0; i < types.size(); ++i)
      if (!types[i].isUnit)
        finish(*function, call, types[i], destinations.views[i], i);
    hasRun = true;
    if (added.empty())
      return;
    // Memory cannot be given while results of a run are in use: the results of this run are copied,
    // and the run is repeated.
    for (unsigned i : added)
      call.giveMemory(i, destinations.views[i]);
    ::run(*function, call);
  }

  std::shared_ptr<Function> function;
  Lease lease;
  std::vector<nb::object> kept;
  Destinations destinations;
  int gpu = -1; ///< That has arrays of the call.
  bool hasRun = false, isRunning = false;
};
} // namespace

namespace {
/// Finds the function for arguments that are arrays and numbers, among the functions of earlier
/// calls.
class Dispatcher {
public:
  /// Remembers the function for arguments like these, and the arrays that are passed after the
  /// arguments. Does nothing if an argument is not an array or a number.
  void add(nb::tuple args, std::shared_ptr<Function> function, nb::tuple hidden, bool isDynamic) {
    Entry entry{{}, std::move(function), std::move(hidden)};
    for (nb::handle arg : args) {
      std::optional<LeafPattern> pattern = LeafPattern::of(arg.ptr(), isDynamic);
      if (!pattern)
        return;
      entry.patterns.push_back(std::move(*pattern));
    }
    if (entries.size() == maxEntries)
      entries.erase(entries.begin());
    entries.push_back(std::move(entry));
  }

  /// Calls the function for the arguments, and returns its results; NotImplemented if there is
  /// none.
  nb::object call(nb::tuple args) {
    for (Entry &entry : entries) {
      if (!entry.fits(args))
        continue;
      // The entry may be removed while the interpreter's lock is released.
      std::shared_ptr<Function> function = entry.function;
      if (!entry.hidden.size())
        return callFunction(*function, nb::borrow<nb::args>(args), nb::none());
      nb::object all = nb::steal(PySequence_Concat(args.ptr(), entry.hidden.ptr()));
      if (!all.is_valid())
        throw nb::python_error();
      return callFunction(*function, nb::borrow<nb::args>(all), nb::none());
    }
    return nb::borrow(Py_NotImplemented);
  }

private:
  static constexpr size_t maxEntries = 8;
  struct Entry {
    std::vector<LeafPattern> patterns;
    std::shared_ptr<Function> function;
    nb::tuple hidden;

    bool fits(const nb::tuple &args) const {
      if (args.size() != patterns.size())
        return false;
      for (size_t i = 0; i < patterns.size(); ++i)
        if (!patterns[i].fits(PyTuple_GET_ITEM(args.ptr(), i)))
          return false;
      return true;
    }
  };
  std::vector<Entry> entries;
};
} // namespace

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static nb::list describeTypes(const std::vector<ValueType> &types,
                              const std::vector<ValueTree> &trees) {
  nb::list all;
  auto add = [&](const ValueType &type) {
    all.append(nb::make_tuple(type.text, type.isUnit || type.isHandle() ? "" : nameOf(type.element),
                              shapeOf(type)));
  };
  if (trees.empty())
    llvm::for_each(types, add);
  for (const ValueTree &tree : trees) {
    ValueType type = tree.type;
    type.isUnit |= tree.isSum;
    add(type);
  }
  return all;
}

NB_MODULE(_chad, m) {
  initializeArrays();
  // Functions that XLA may call live as long as the process.
  nb::set_leak_warnings(false);
  m.attr("version") = CHAD_VERSION;
  m.def("set_converter", &setConverter);
  m.def("set_bfloat16", &setBFloat16);
  m.def("set_lapack", [](nb::dict addresses, bool isWide) {
    std::unordered_map<std::string, uintptr_t> found;
    for (auto [name, address] : addresses)
      found[nb::cast<std::string>(name)] = nb::cast<uintptr_t>(address);
    setLapack(found, isWide);
    nb::list names;
    for (const auto &[name, function] : getLapack())
      names.append(name);
    return names;
  });
  m.def("compile", &compile, nb::arg("source"), nb::arg("file_name"), nb::arg("options"),
        nb::arg("requests"));
  m.def("lower", &lowerTo, nb::arg("source"), nb::arg("file_name"), nb::arg("stage"),
        nb::arg("options"), nb::arg("requests"));
  m.def("memory_statistics", [] {
    MemoryStatistics statistics = getMemoryStatistics();
    nb::dict result;
    result["allocations"] = statistics.allocations;
    result["live"] = statistics.live;
    result["live_bytes"] = statistics.liveBytes;
    result["peak_bytes"] = statistics.peakBytes;
    return result;
  });
  m.def("trim_memory", &trimMemory);

  nb::class_<Program>(m, "Program")
      .def_prop_ro("names", &Program::getFunctionNames)
      .def_prop_ro("parts",
                   [](Program &program) {
                     nb::list all;
                     for (const SplitParts &parts : program.getParts())
                       all.append(nb::make_tuple(parts.forward, parts.backward, parts.isEarly,
                                                 parts.isRead));
                     return all;
                   })
      .def("function", [](Program &program, const std::string &name) {
        std::shared_ptr<Function> function = program.getFunction(name);
        if (!function)
          throw nb::key_error(("the program has no public function '" + name + "'").c_str());
        return function;
      });
  nb::class_<Function>(m, "Function", nb::is_weak_referenceable())
      .def_prop_ro("name", &Function::getName)
      .def_prop_ro("_args", [](Function &f) { return describeTypes(f.getArgs(), f.getArgTrees()); })
      .def_prop_ro("_results",
                   [](Function &f) { return describeTypes(f.getResults(), f.getResultTrees()); })
      .def("__call__", &callFunction, nb::arg("args"), nb::kw_only(), nb::arg("out") = nb::none())
      .def(
          "prepare",
          [](std::shared_ptr<Function> function, nb::args args, nb::handle out) {
            return new Prepared(std::move(function), args, out);
          },
          nb::rv_policy::take_ownership, nb::arg("args"), nb::kw_only(),
          nb::arg("out") = nb::none(), "A call on arrays that stay in place.");
  nb::class_<Handle>(m, "Handle", nb::is_weak_referenceable())
      .def_prop_ro("type", [](const Handle &handle) { return handle.text; })
      .def("__call__", &callHandle, nb::arg("args"), nb::kw_only(), nb::arg("out") = nb::none())
      .def("transpose", &transposeHandle);
  nb::class_<Dispatcher>(m, "Dispatcher")
      .def(nb::init<>())
      .def("add", &Dispatcher::add)
      .def("call", &Dispatcher::call);
  nb::class_<Prepared>(m, "Prepared")
      .def("run", &Prepared::run)
      .def("__call__", &Prepared::callAndReturn)
      .def_prop_ro("results", &Prepared::results);
  bindDeviceArrays(m);
#ifdef CHAD_PYTHON_XLA
  bindXLA(m);
  m.attr("has_xla") = true;
#else
  m.attr("has_xla") = false;
#endif
}
