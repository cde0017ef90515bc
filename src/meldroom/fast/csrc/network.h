// The network of a learned bot: from the row of a position to one number for each action. The twin
// of bots/network.py, to the last bit: both add up doubles in the same order, input by input.
#pragma once
#include "abi.h"

namespace meldroom {

constexpr int MAX_LAYER = 4096, LANES = 8;  // outputs that are worked on together

// Layer by layer the biases and then the weights, input by input. Outputs are filled up to a
// multiple of LANES with zeros.
struct Network {
  const float *numbers;
  const i32 *sizes;  // of the row, the hidden layers and the actions
  int layers;
};

constexpr int filled_up(int outputs) { return (outputs + LANES - 1) / LANES * LANES; }

// Add to every output what the inputs that are not zero give; four at a time, but one by one.
inline void add_inputs(const double *inputs, int many, const float *weights, double *to, int outputs) {
  constexpr int AT_ONCE = 4;
  int chosen[AT_ONCE], found = 0;
  for (int input = 0; input < many; input++) {
    if (inputs[input] == 0) continue;
    chosen[found++] = input;
    if (found < AT_ONCE) continue;
    found = 0;
    const float *first = weights + static_cast<i64>(chosen[0]) * outputs;
    const float *second = weights + static_cast<i64>(chosen[1]) * outputs;
    const float *third = weights + static_cast<i64>(chosen[2]) * outputs;
    const float *fourth = weights + static_cast<i64>(chosen[3]) * outputs;
    double a = inputs[chosen[0]], b = inputs[chosen[1]];
    double c = inputs[chosen[2]], d = inputs[chosen[3]];
    for (int at = 0; at < outputs; at += LANES) {
      double sums[LANES];  // stay in registers
      UNROLL for (int lane = 0; lane < LANES; lane++)
        sums[lane] = to[at + lane] + a * static_cast<double>(first[at + lane]);
      UNROLL for (int lane = 0; lane < LANES; lane++)
        sums[lane] += b * static_cast<double>(second[at + lane]);
      UNROLL for (int lane = 0; lane < LANES; lane++)
        sums[lane] += c * static_cast<double>(third[at + lane]);
      UNROLL for (int lane = 0; lane < LANES; lane++)
        to[at + lane] = sums[lane] + d * static_cast<double>(fourth[at + lane]);
    }
  }
  for (int left = 0; left < found; left++) {
    const float *column = weights + static_cast<i64>(chosen[left]) * outputs;
    double input = inputs[chosen[left]];
    for (int at = 0; at < outputs; at += LANES)
      UNROLL for (int lane = at; lane < at + LANES; lane++)
        to[lane] += input * static_cast<double>(column[lane]);
  }
}

// Rate every action; `ratings` has room for MAX_LAYER.
inline void rate_actions(const Network &network, const float *row, double *ratings) {
  double inputs[MAX_LAYER];
  for (int at = 0; at < network.sizes[0]; at++) inputs[at] = static_cast<double>(row[at]);
  const float *numbers = network.numbers;
  for (int layer = 0; layer < network.layers; layer++) {
    int many = network.sizes[layer], outputs = filled_up(network.sizes[layer + 1]);
    if (layer > 0)
      for (int at = 0; at < many; at++) inputs[at] = ratings[at] > 0 ? ratings[at] : 0;
    for (int at = 0; at < outputs; at++) ratings[at] = static_cast<double>(*numbers++);
    add_inputs(inputs, many, numbers, ratings, outputs);
    numbers += static_cast<i64>(many) * outputs;
  }
}

}  // namespace meldroom

#define TWIN_NETWORK                                                                               \
  EXPORT void rate_actions(const void *network, const float *row, double *ratings) {               \
    meldroom::rate_actions(*static_cast<const meldroom::Network *>(network), row, ratings);        \
  }
