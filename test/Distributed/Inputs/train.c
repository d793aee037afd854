//===- train.c ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Logistic regression by gradient descent with momentum, on the ranks of MPI. Each rank has a part
// of the rows and all parameters; a step is a gradient of its part, and a sum over the ranks.
//
//   mpirun -n 2 ./train [--rows=N] [--parameters=D] [--steps=S]
//                       [--checkpoint=FILE] [--every=K] [--fail-at=STEP]
//   mpirun -n 2 ./train --measure [--parameters=D]

#include "loss.h"
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, numRanks;

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// Ends all ranks: one that returned alone would leave the others waiting for its sum.
static void fail(const char *what, const char *why) {
  fprintf(stderr, "rank %d: %s: %s\n", rank, what, why);
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static double *allocate(int64_t count) {
  double *memory = calloc((size_t)(count ? count : 1), sizeof(double));
  if (!memory)
    fail("memory", "there is not enough");
  return memory;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// A number in [-1, 1) that depends on `key` alone, by the mixer of SplitMix64 (Steele, Lea & Flood
/// 2014).
static double randomAt(uint64_t key) {
  uint64_t z = (key + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

struct Rows {
  double *x, *y;
  int64_t count;
};

/// Rows first, ..., last - 1 of the data, which are the same for any number of ranks.
static struct Rows makeRows(int64_t first, int64_t last, int64_t numParameters) {
  struct Rows rows = {allocate((last - first) * numParameters), allocate(last - first),
                      last - first};
  for (int64_t i = first; i < last; ++i) {
    double z = 0;
    for (int64_t j = 0; j < numParameters; ++j) {
      double x = randomAt((uint64_t)(i * numParameters + j));
      rows.x[(i - first) * numParameters + j] = x;
      z += x * randomAt((uint64_t)(-1 - j));
    }
    rows.y[i - first] = z + 0.1 * randomAt((uint64_t)i << 32) > 0;
  }
  return rows;
}

//===----------------------------------------------------------------------===//
// The gradient
//===----------------------------------------------------------------------===//

/// Writes the gradient of the loss of this rank's rows, and behind it the loss.
static void gradientOfPart(double *weights, struct Rows rows, int64_t numParameters, double *sums) {
  chad_f64_1d w = {weights, {numParameters}}, y = {rows.y, {rows.count}};
  chad_f64_2d x = {rows.x, {rows.count, numParameters}};
  chad_f64_1d byW = {sums, {numParameters}};
  if (chad_loss_value_and_grad(&w, &x, &y, &sums[numParameters], &byW) != CHAD_OK)
    fail("the gradient", chad_last_error());
}

/// The same of all rows, on each rank: one message carries gradient and loss.
static void gradientOfAll(double *weights, struct Rows rows, int64_t numParameters, double *sums) {
  gradientOfPart(weights, rows, numParameters, sums);
  MPI_Allreduce(MPI_IN_PLACE, sums, (int)numParameters + 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

/// All that a run goes on from: the steps that are done, then weights and velocity.
struct Header {
  char magic[8];
  int64_t numParameters, step;
};

static const char magic[8] = "chadrun";

/// Writes a new file, and then gives it the name of the old one: a run that ends in between leaves
/// the old one.
static void writeCheckpoint(const char *path, int64_t step, const double *state,
                            int64_t numParameters) {
  char temporary[4096];
  if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary)
    fail(path, "the name is too long");
  struct Header header = {.numParameters = numParameters, .step = step};
  memcpy(header.magic, magic, sizeof magic);
  size_t count = 2 * (size_t)numParameters;
  FILE *file = fopen(temporary, "wb");
  bool isWritten = file && fwrite(&header, sizeof header, 1, file) == 1 &&
                   fwrite(state, sizeof *state, count, file) == count && !fflush(file) &&
                   !fsync(fileno(file));
  if ((file && fclose(file)) || !isWritten || rename(temporary, path))
    fail(path, "cannot be written");
}

/// Reads a checkpoint on rank 0, if there is one, and sends it to all ranks. Returns the steps that
/// are done.
static int64_t readCheckpoint(const char *path, double *state, int64_t numParameters) {
  struct Header header = {.step = 0};
  FILE *file = rank == 0 ? fopen(path, "rb") : NULL;
  if (file) {
    size_t count = 2 * (size_t)numParameters;
    if (fread(&header, sizeof header, 1, file) != 1 || memcmp(header.magic, magic, sizeof magic) ||
        header.numParameters != numParameters || fread(state, sizeof *state, count, file) != count)
      fail(path, "is not a checkpoint of this run");
    fclose(file);
  }
  MPI_Bcast(&header.step, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  MPI_Bcast(state, 2 * (int)numParameters, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return header.step;
}

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

struct Options {
  int64_t rows, parameters, steps, every, failAt;
  const char *checkpoint;
  bool measure;
};

static void train(struct Options options) {
  int64_t n = options.rows, d = options.parameters;
  // Parts differ by one row at most; a rank may have none.
  struct Rows rows = makeRows(n * rank / numRanks, n * (rank + 1) / numRanks, d);
  double *state = allocate(2 * d), *weights = state, *velocity = state + d, *sums = allocate(d + 1);
  int64_t step = options.checkpoint ? readCheckpoint(options.checkpoint, state, d) : 0;
  if (rank == 0 && step)
    printf("goes on after step %lld\n", (long long)step);
  double shortest = 1e9;
  while (step < options.steps) {
    double start = MPI_Wtime();
    gradientOfAll(weights, rows, d, sums);
    for (int64_t j = 0; j < d; ++j) {
      velocity[j] = 0.9 * velocity[j] - 0.5 * sums[j] / (double)n;
      weights[j] += velocity[j];
    }
    ++step;
    double seconds = MPI_Wtime() - start;
    shortest = seconds < shortest ? seconds : shortest;
    if (step == options.failAt && rank == numRanks - 1)
      fail("a failure", "on purpose");
    if (options.checkpoint && rank == 0 && (step % options.every == 0 || step == options.steps))
      writeCheckpoint(options.checkpoint, step, state, d);
  }
  gradientOfAll(weights, rows, d, sums);
  if (rank == 0) {
    printf("%d ranks, %lld rows, step %lld: loss %.15g\n", numRanks, (long long)n, (long long)step,
           sums[d] / (double)n);
    fprintf(stderr, "the shortest step: %.3g s\n", shortest);
  }
  free(rows.x), free(rows.y), free(state), free(sums);
}

//===----------------------------------------------------------------------===//
// Measurements
//===----------------------------------------------------------------------===//

/// Prints the shortest times of gradients on one rank, and of sums over all ranks.
static void measure(struct Options options) {
  enum { runs = 30 };
  int64_t d = options.parameters;
  double *weights = allocate(d), *sums = allocate(d + 1);
  for (int64_t count = 64; count <= 4096 && numRanks == 1; count *= 4) {
    struct Rows rows = makeRows(0, count, d);
    double best = 1e9;
    for (int run = 0; run < runs; ++run) {
      double start = MPI_Wtime();
      gradientOfPart(weights, rows, d, sums);
      double seconds = MPI_Wtime() - start;
      best = seconds < best ? seconds : best;
    }
    printf("gradient %lld rows %.4g s\n", (long long)count, best);
    free(rows.x), free(rows.y);
  }
  for (int count = 1; count <= 1 << 20 && numRanks > 1; count *= 32) {
    double *buffer = allocate(count), best = 1e9;
    for (int run = 0; run < runs; ++run) {
      MPI_Barrier(MPI_COMM_WORLD);
      double start = MPI_Wtime();
      MPI_Allreduce(MPI_IN_PLACE, buffer, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      double seconds = MPI_Wtime() - start;
      best = seconds < best ? seconds : best;
    }
    double slowest;
    MPI_Allreduce(&best, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
      printf("allreduce %d ranks %lld bytes %.4g s\n", numRanks, 8LL * count, slowest);
    free(buffer);
  }
  free(weights), free(sums);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &numRanks);
  struct Options options = {.rows = 1000, .parameters = 20, .steps = 30, .every = 10};
  for (int i = 1; i < argc; ++i) {
    long long number;
    if (sscanf(argv[i], "--rows=%lld", &number) == 1 && number > 0)
      options.rows = number;
    else if (sscanf(argv[i], "--parameters=%lld", &number) == 1 && number > 0 && number < 1 << 30)
      options.parameters = number;
    else if (sscanf(argv[i], "--steps=%lld", &number) == 1 && number >= 0)
      options.steps = number;
    else if (sscanf(argv[i], "--every=%lld", &number) == 1 && number > 0)
      options.every = number;
    else if (sscanf(argv[i], "--fail-at=%lld", &number) == 1)
      options.failAt = number;
    else if (!strncmp(argv[i], "--checkpoint=", 13))
      options.checkpoint = argv[i] + 13;
    else if (!strcmp(argv[i], "--measure"))
      options.measure = true;
    else
      fail(argv[i], "is no option");
  }
  (options.measure ? measure : train)(options);
  MPI_Finalize();
  return EXIT_SUCCESS;
}
