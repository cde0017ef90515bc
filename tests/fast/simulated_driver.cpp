// What fast/cuda.py needs of the NVIDIA driver, with a card that is simulated on the processor: its
// memory is the processor's, and a kernel runs thread after thread before its launch returns.
#include <cstddef>
#include <cstdint>
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

constexpr int SUCCESS = 0, NOT_FOUND = 500;
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
int allocations;

}  // namespace

#define DRIVER extern "C" __attribute__((visibility("default"))) int

DRIVER simulated_allocations() { return allocations; }

DRIVER cuInit(unsigned) { return SUCCESS; }
DRIVER cuDeviceGetCount(int *count) { return *count = 1, SUCCESS; }
DRIVER cuDeviceGet(int *device, int) { return *device = 0, SUCCESS; }
DRIVER cuDeviceGetName(char *name, int, int) { return std::strcpy(name, "simulated"), SUCCESS; }
DRIVER cuDeviceGetAttribute(int *value, int, int) { return *value = 2, SUCCESS; }
DRIVER cuDevicePrimaryCtxRetain(void **, int) { return SUCCESS; }
DRIVER cuCtxSetCurrent(void *) { return SUCCESS; }
DRIVER cuCtxSetLimit(int, size_t) { return SUCCESS; }

DRIVER cuMemAlloc_v2(uint64_t *address, size_t size) {
  *address = reinterpret_cast<uint64_t>(std::malloc(size));
  return allocations++, SUCCESS;
}
DRIVER cuMemFree_v2(uint64_t address) {
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

DRIVER cuModuleLoadData(void **, const void *) { return SUCCESS; }
DRIVER cuModuleGetFunction(void **function, void *, const char *name) {
  auto found = kernels.find(name);
  if (found == kernels.end()) return NOT_FOUND;
  return *function = &found->second, SUCCESS;
}
DRIVER cuLaunchKernel(void *function, unsigned blocks, unsigned, unsigned, unsigned threads,
                      unsigned, unsigned, unsigned, void *, void **arguments, void **) {
  blockDim.x = threads;
  for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++)
    for (threadIdx.x = 0; threadIdx.x < threads; threadIdx.x++)
      (*static_cast<Launch *>(function))(arguments);
  return SUCCESS;
}

DRIVER cuStreamSynchronize(void *) { return SUCCESS; }
DRIVER cuEventCreate(void **, unsigned) { return SUCCESS; }
DRIVER cuEventRecord(void *, void *) { return SUCCESS; }
DRIVER cuStreamWaitEvent(void *, void *, unsigned) { return SUCCESS; }
DRIVER cuEventDestroy_v2(void *) { return SUCCESS; }
