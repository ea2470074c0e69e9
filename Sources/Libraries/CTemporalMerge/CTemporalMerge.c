#include "CTemporalMerge.h"
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
/// Compiled twice; the loader chooses the version that the processor supports. Not with the thread sanitizer: the
/// loader chooses before the sanitizer of clang 21 is set up, which then crashes.
#define VECTORIZED __attribute__((target_clones("avx2", "default")))
#else
#define VECTORIZED
#endif

/// How many samples have sums that fit the first-level cache.
enum { part = 256 };

static inline int min(int a, int b) { return a < b ? a : b; }
static inline int16_t distance(int16_t a, int16_t b) { return (int16_t)(a > b ? a - b : b - a); }

#define SAMPLE uint8_t
#define SHIFT 0
#define DEPTH 8
#define NAME(x) x##_8
#include "samples.h"
#undef SAMPLE
#undef SHIFT
#undef DEPTH
#undef NAME

#define SAMPLE uint16_t
#define SHIFT 6
#define DEPTH 10
#define NAME(x) x##_10
#include "samples.h"

void merge_count(const uint16_t *values, const uint8_t *bins, int count, int shift, uint32_t *histogram) {
    for (int i = 0; i < count; i++) {
        histogram[bins[i] * merge_steps + min(values[i] >> shift, merge_steps - 1)]++;
    }
}

void merge_count_sums(const int32_t *values, const uint8_t *bins, int count, int shift, uint32_t *histogram) {
    for (int i = 0; i < count; i++) {
        histogram[bins[i] * merge_steps + min(abs(values[i]) >> shift, merge_steps - 1)]++;
    }
}

/// 1 up to `full`, 0 from `none` on.
static inline float ramp(float value, float full, float none) {
    float rest = (none - value) / (none - full);
    return rest > 1 ? 1 : rest < 0 ? 0 : rest;
}

void merge_weigh(
    const uint16_t *luma, const int32_t *sums, const uint16_t *chroma, const uint8_t *bins, int count,
    const merge_limits *limits, uint8_t *weights
) {
    for (int i = 0; i < count; i++) {
        const merge_limits *limit = &limits[bins[i]];
        float weight = ramp(luma[i], limit->luma_full, limit->luma_none)
            * ramp((float)abs(sums[i]), limit->sum_full, limit->sum_none)
            * ramp(chroma[i], limit->chroma_full, limit->chroma_none);
        weights[i] = (uint8_t)(weight * merge_full_weight + 0.5f);
    }
}

static inline uint8_t least(uint8_t a, uint8_t b, uint8_t c) {
    uint8_t low = a < b ? a : b;
    return low < c ? low : c;
}

VECTORIZED
void merge_erode(uint8_t *restrict weights, int columns, int rows, uint8_t *restrict scratch) {
    for (int y = 0; y < rows; y++) {
        const uint8_t *row = weights + (ptrdiff_t)y * columns;
        uint8_t *restrict target = scratch + (ptrdiff_t)y * columns;
        target[0] = least(row[0], row[min(1, columns - 1)], row[0]);
        for (int x = 1; x < columns - 1; x++) target[x] = least(row[x - 1], row[x], row[x + 1]);
        target[columns - 1] = least(row[columns - 1], row[columns > 1 ? columns - 2 : 0], row[columns - 1]);
    }
    for (int y = 0; y < rows; y++) {
        const uint8_t *above = scratch + (ptrdiff_t)(y > 0 ? y - 1 : 0) * columns;
        const uint8_t *row = scratch + (ptrdiff_t)y * columns;
        const uint8_t *below = scratch + (ptrdiff_t)min(y + 1, rows - 1) * columns;
        uint8_t *restrict target = weights + (ptrdiff_t)y * columns;
        for (int x = 0; x < columns; x++) target[x] = least(above[x], row[x], below[x]);
    }
}

void merge_normalize(uint8_t *const *weights, int frames, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t total = merge_full_weight;
        for (int frame = 0; frame < frames; frame++) total += weights[frame][i];
        for (int frame = 0; frame < frames; frame++) {
            weights[frame][i] = (uint8_t)((weights[frame][i] * (uint32_t)merge_weight_sum + total / 2) / total);
        }
    }
}

/// Sets up to four samples, from `position` on, to one value.
static inline void put(int16_t *target, int position, int width, int16_t value) {
    for (int x = position; x < min(position + 4, width); x++) target[x] = value;
}

void merge_spread(
    const uint8_t *row, const uint8_t *neighbor, int count, int width, uint8_t *restrict scratch,
    int16_t *restrict target
) {
    for (int i = 0; i < count; i++) scratch[i] = (uint8_t)((3 * row[i] + neighbor[i] + 2) >> 2);
    for (int i = 0; i < count; i++) {
        int left = scratch[i > 0 ? i - 1 : 0], right = scratch[min(i + 1, count - 1)];
        put(target, 8 * i, width, (int16_t)((3 * scratch[i] + left + 2) >> 2));
        put(target, 8 * i + 4, width, (int16_t)((3 * scratch[i] + right + 2) >> 2));
    }
    for (int x = 8 * count; x < width; x++) target[x] = scratch[count - 1];
}

void merge_spread_limits(
    const uint8_t *bins, const int16_t *limits, int count, int width, int16_t *restrict target
) {
    for (int i = 0; i < count; i++) {
        put(target, 8 * i, width, limits[bins[i]]);
        put(target, 8 * i + 4, width, limits[bins[i]]);
    }
    for (int x = 8 * count; x < width; x++) target[x] = limits[bins[count - 1]];
}
