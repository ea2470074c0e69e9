#include "CMotion.h"
#include <math.h>
#include <stdlib.h>

// A rotated picture is made in two passes, each along one direction. The first resamples each row horizontally, the
// second mixes rows vertically. So memory is read in order, and the second pass consists of vector instructions.
// Positions have 16 fractional bits, of which 8 decide how pixels are mixed.

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
/// Compiled twice; the loader chooses the version that the processor supports. Not with the thread sanitizer: the
/// loader chooses before the sanitizer of clang 21 is set up, which then crashes.
#define VECTORIZED __attribute__((target_clones("avx2", "default")))
#else
#define VECTORIZED
#endif

static inline int64_t fixed(double value) { return llround(value * 65536); }

static inline int limit(int row, int height) { return row < 0 ? 0 : row < height ? row : height - 1; }

/// Where a row of the first pass is kept.
static inline int slot(int row, int count) { return (row % count + count) % count; }

/// How many samples from `y` on, at most `most`, lie between the same two rows.
static inline int steps_in_row(int64_t y, int32_t step, int most) {
    int64_t fraction = y & 65535;
    int64_t count = most;
    if (step > 0) count = (65535 - fraction) / step + 1;
    if (step < 0) count = fraction / -(int64_t)step + 1;
    return count < most ? (int)count : most;
}

#define SAMPLE uint8_t
#define WIDE uint16_t
#define COUNT 1
#define NAME(x) x##_8
#include "warp.h"
#undef COUNT
#undef NAME
#define COUNT 2
#define NAME(x) x##_pairs_8
#include "warp.h"
#undef COUNT
#undef NAME
#undef SAMPLE
#undef WIDE

#define SAMPLE uint16_t
#define WIDE uint32_t
#define COUNT 1
#define NAME(x) x##_16
#include "warp.h"
#undef COUNT
#undef NAME
#define COUNT 2
#define NAME(x) x##_pairs_16
#include "warp.h"
