//===- XLA.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions as targets of XLA's foreign function interface: a call from code that JAX has compiled
// reads and writes XLA's arrays without copies. One handler serves all functions; the attribute
// `target` chooses the function.

#include "Arrays.h"
#include "DeviceArrays.h"
#include "Program.h"
#include "chad/GPURuntime/Runtime.h"
#include "xla/ffi/api/ffi.h"
#include "llvm/ADT/ScopeExit.h"
#include <cstring>
#include <deque>
#include <nanobind/stl/shared_ptr.h>

namespace nb = nanobind;
namespace ffi = xla::ffi;
using namespace chad;
using namespace chad::python;

namespace {
/// The functions that calls may name. They live as long as the process, since XLA keeps compiled
/// code.
struct Targets {
  std::mutex mutex;
  std::deque<std::shared_ptr<Function>> functions;

  Function *find(int64_t target) {
    std::lock_guard<std::mutex> lock(mutex);
    bool isKnown = target >= 0 && target < static_cast<int64_t>(functions.size());
    return isKnown ? functions[target].get() : nullptr;
  }
};
} // namespace

static Targets &targets() {
  static auto *instance = new Targets;
  return *instance;
}

static bool hasElements(ffi::DataType type, Element element) {
  switch (element) {
  case Element::F64:
    return type == ffi::DataType::F64;
  case Element::F32:
    return type == ffi::DataType::F32;
  case Element::F16:
    return type == ffi::DataType::F16;
  case Element::BF16:
    return type == ffi::DataType::BF16;
  case Element::I64:
    return type == ffi::DataType::S64 || type == ffi::DataType::U64;
  case Element::I32:
    return type == ffi::DataType::S32 || type == ffi::DataType::U32;
  case Element::I16:
    return type == ffi::DataType::S16 || type == ffi::DataType::U16;
  case Element::I8:
    return type == ffi::DataType::S8 || type == ffi::DataType::U8;
  case Element::I1:
    return type == ffi::DataType::PRED;
  }
  return false;
}

static BufferView view(ffi::AnyBuffer buffer) {
  BufferView view;
  view.data = buffer.untyped_data();
  for (int64_t extent : buffer.dimensions())
    view.shape.push_back(extent);
  return view;
}

static ffi::Error invalid(const std::string &why) {
  return ffi::Error(ffi::ErrorCode::kInvalidArgument, "chad: " + why);
}

static ffi::Error runTarget(ffi::RemainingArgs args, ffi::RemainingRets rets, int64_t target) {
  Function *function = targets().find(target);
  if (!function)
    return invalid("there is no function #" + std::to_string(target));
  const std::vector<ValueType> &argTypes = function->getArgs(), &types = function->getResults();
  if (args.size() != argTypes.size() || rets.size() != types.size())
    return invalid("'" + function->getName() + "' has another number of arguments or results");
  std::unique_ptr<Call> call = function->acquire();
  auto fail = [&](const std::string &why) {
    function->release(std::move(call));
    return invalid("'" + function->getName() + "': " + why);
  };
  for (size_t i = 0; i < argTypes.size(); ++i) {
    auto buffer = args.get<ffi::AnyBuffer>(i);
    if (!buffer.has_value() || argTypes[i].isHandle() ||
        !hasElements(buffer->element_type(), argTypes[i].element))
      return fail("argument #" + std::to_string(i) + " is to be of type " + argTypes[i].text);
    call->args[i] = view(*buffer);
  }
  std::string why;
  if (!function->bind(*call, why))
    return fail(why);
  std::vector<BufferView> places;
  for (size_t i = 0; i < types.size(); ++i) {
    auto buffer = rets.get<ffi::AnyBuffer>(i);
    if (!buffer.has_value() || types[i].isHandle() ||
        !hasElements((*buffer)->element_type(), types[i].element))
      return fail("result #" + std::to_string(i) + " is of type " + types[i].text);
    places.push_back(view(**buffer));
    call->prepared->giveMemory(i, places.back());
  }
  bool isDone = succeeded(call->prepared->run(why));
  for (size_t i = 0; isDone && i < types.size(); ++i) {
    BufferView result = call->prepared->resultView(i);
    if (!types[i].isArray && function->getProgram().getDevice() == Device::CPU)
      std::memcpy(places[i].data, result.data, sizeOf(types[i].element));
    else if (!types[i].isArray)
      isDone = copyDeviceArray(kindOf(function->getProgram().getDevice()), places[i].data,
                               result.data, sizeOf(types[i].element), why);
    else if (result.shape != places[i].shape) {
      why = "result #" + std::to_string(i) + " has another shape than was promised";
      isDone = false;
    }
  }
  for (size_t i = 0; i < types.size(); ++i)
    call->prepared->giveMemory(i, BufferView());
  if (!isDone)
    return fail(why);
  function->release(std::move(call));
  return ffi::Error::Success();
}

/// Runs a target on arrays on a GPU, by its number, in XLA's stream, in which the arrays are
/// written and read.
static ffi::Error runTargetInStream(void *stream, int32_t number, ffi::RemainingArgs args,
                                    ffi::RemainingRets rets, int64_t target) {
  DeviceScope scope(number);
  setDeviceStream(stream);
  llvm::scope_exit reset([] { setDeviceStream(nullptr); });
  return runTarget(args, rets, target);
}

XLA_FFI_DEFINE_HANDLER(handler, runTarget,
                       ffi::Ffi::Bind().RemainingArgs().RemainingRets().Attr<int64_t>("target"));
XLA_FFI_DEFINE_HANDLER(streamHandler, runTargetInStream,
                       ffi::Ffi::Bind()
                           .Ctx<ffi::PlatformStream<void *>>()
                           .Ctx<ffi::DeviceOrdinal>()
                           .RemainingArgs()
                           .RemainingRets()
                           .Attr<int64_t>("target"));

namespace chad::python {
void bindXLA(nb::module_ &module) {
  module.def("xla_handler", [](bool isInStream) {
    return nb::capsule(reinterpret_cast<void *>(isInStream ? streamHandler : handler));
  });
  module.def("add_xla_target", [](std::shared_ptr<Function> function) {
    std::lock_guard<std::mutex> lock(targets().mutex);
    targets().functions.push_back(std::move(function));
    return targets().functions.size() - 1;
  });
}
} // namespace chad::python
