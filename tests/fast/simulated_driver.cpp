// What fast/cuda.py needs of the NVIDIA driver, with a card that is simulated on the processor: its
// memory is the processor's, and a kernel runs thread after thread before its launch returns. What
// a real driver would refuse is refused.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>

static struct {
  unsigned x;
} blockIdx, blockDim, threadIdx;
#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(...)
#include "batch.cu"
#include "house_lanes.cu"
#include "random_lanes.cu"

namespace {

constexpr int SUCCESS = 0, INVALID_VALUE = 1, NOT_FOUND = 500;          // as in cuda.h
constexpr int STACK_SIZE = 0, MULTIPROCESSORS = 16, DISABLE_TIMING = 2;  // as in cuda.h
constexpr int DEVICE = 7;
using Launch = std::function<void(void **)>;

template <class... Arguments, size_t... AT>
Launch launch_of(void (*kernel)(Arguments...), std::index_sequence<AT...>) {
  return [kernel](void **at) { kernel(*static_cast<Arguments *>(at[AT])...); };
}

template <class... Arguments>
Launch launch_of(void (*kernel)(Arguments...)) {
  return launch_of(kernel, std::index_sequence_for<Arguments...>{});
}

#define KERNEL(NAME) {#NAME, launch_of(NAME)}
#define GAME(NAME) \
  KERNEL(NAME##_random_lanes), KERNEL(NAME##_house_lanes), KERNEL(NAME##_run_lanes)
std::map<std::string, Launch> kernels = {
    GAME(rummy_battle), GAME(scorzo), GAME(thumbs_up), GAME(victor_or_victim), GAME(victory_rummy),
};
int allocations;  // of memory and of events
int context;
std::map<void *, void *> waits;  // the stream that each stream last waited for
void *launched_on, *synchronized;
std::string failing;  // the function that fails

struct Event {
  void *recorded_on = nullptr;
};

int check(bool allowed, const char *function) {
  return allowed && failing != function ? SUCCESS : INVALID_VALUE;
}

}  // namespace

#define DRIVER extern "C" __attribute__((visibility("default"))) int
#define CHECK(ALLOWED) \
  if (int error = check(ALLOWED, __func__)) return error

// What tests ask of the simulated card, and what they let fail.
DRIVER simulated_reset() {
  waits.clear();
  launched_on = synchronized = &context;  // no stream
  return SUCCESS;
}
DRIVER simulated_allocations() { return allocations; }
DRIVER simulated_failure(const char *function) { return failing = function, SUCCESS; }
DRIVER simulated_wait(void *stream, void *other) {
  return waits.count(stream) != 0 && waits[stream] == other;
}
DRIVER simulated_launch(void *stream) { return launched_on == stream; }
DRIVER simulated_synchronization(void *stream) { return synchronized == stream; }

DRIVER cuInit(unsigned flags) {
  CHECK(flags == 0);
  return SUCCESS;
}
DRIVER cuDeviceGetCount(int *count) {
  *count = failing != __func__;
  return SUCCESS;
}
DRIVER cuDeviceGet(int *device, int number) {
  CHECK(number == 0);
  return *device = DEVICE, SUCCESS;
}
DRIVER cuDeviceGetName(char *name, int size, int device) {
  CHECK(device == DEVICE);
  return std::snprintf(name, static_cast<size_t>(size), "simulated"), SUCCESS;
}
DRIVER cuDeviceGetAttribute(int *value, int attribute, int device) {
  CHECK(attribute == MULTIPROCESSORS && device == DEVICE);
  return *value = 2, SUCCESS;
}
DRIVER cuDevicePrimaryCtxRetain(void **opened, int device) {
  CHECK(device == DEVICE);
  return *opened = &context, SUCCESS;
}
DRIVER cuCtxSetCurrent(void *opened) {
  CHECK(opened == &context);
  return SUCCESS;
}
DRIVER cuCtxSetLimit(int limit, size_t size) {
  CHECK(limit == STACK_SIZE && size > 0);
  return SUCCESS;
}

DRIVER cuMemAlloc_v2(uint64_t *address, size_t size) {
  CHECK(size > 0);
  *address = reinterpret_cast<uint64_t>(std::malloc(size));
  return allocations++, SUCCESS;
}
DRIVER cuMemFree_v2(uint64_t address) {
  CHECK(address != 0);
  std::free(reinterpret_cast<void *>(address));
  return allocations--, SUCCESS;
}
DRIVER cuMemsetD8_v2(uint64_t to, int byte, size_t size) {
  return std::memset(reinterpret_cast<void *>(to), byte, size), SUCCESS;
}
DRIVER cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) {
  return std::memcpy(reinterpret_cast<void *>(to), from, size), SUCCESS;
}
DRIVER cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size) {
  return std::memcpy(to, reinterpret_cast<void *>(from), size), SUCCESS;
}

DRIVER cuModuleLoadData(void **module, const void *text) {
  CHECK(text != nullptr);
  return *module = &kernels, SUCCESS;
}
DRIVER cuModuleGetFunction(void **function, void *module, const char *name) {
  CHECK(module == &kernels && name != nullptr);
  auto found = kernels.find(name);
  if (found == kernels.end()) return NOT_FOUND;
  return *function = &found->second, SUCCESS;
}
DRIVER cuLaunchKernel(void *function, unsigned blocks, unsigned blocks_y, unsigned blocks_z,
                      unsigned threads, unsigned threads_y, unsigned threads_z, unsigned shared,
                      void *stream, void **arguments, void **extra) {
  CHECK(blocks_y == 1 && blocks_z == 1 && threads_y == 1 && threads_z == 1);
  CHECK(shared == 0 && extra == nullptr);
  launched_on = stream;
  blockDim.x = threads;
  for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
    for (threadIdx.x = 0; threadIdx.x < threads; threadIdx.x++)
      (*static_cast<Launch *>(function))(arguments);
  return SUCCESS;
}

DRIVER cuStreamSynchronize(void *stream) {
  synchronized = stream;
  return SUCCESS;
}
DRIVER cuEventCreate(void **event, unsigned flags) {
  CHECK(flags == DISABLE_TIMING);
  *event = new Event;
  return allocations++, SUCCESS;
}
DRIVER cuEventRecord(void *event, void *stream) {
  return static_cast<Event *>(event)->recorded_on = stream, SUCCESS;
}
DRIVER cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
  CHECK(flags == 0);
  return waits[stream] = static_cast<Event *>(event)->recorded_on, SUCCESS;
}
DRIVER cuEventDestroy_v2(void *event) {
  CHECK(event != nullptr);
  delete static_cast<Event *>(event);
  return allocations--, SUCCESS;
}
