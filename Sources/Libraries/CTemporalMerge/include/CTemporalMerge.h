// The loops over all samples of all frames of a temporal merge.
//
// In C because they must become vector instructions that Swift's SIMD types cannot express: sums of absolute
// differences, narrowing with saturation. They are chosen at run time for processors with AVX2. Also because in a debug
// build they are fifty times slower in Swift, but only five times in C.
//
// Rows hold 8-bit samples, or 16-bit ones whose high 10 bits count. Strides are in bytes. `_10` is the second kind;
// what is said of one function applies to both. A block has 8 by 8 samples of luma and the 4 by 4 pairs of chroma over
// them.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum {
    merge_block = 8,
    /// Steps of brightness, each with its own noise.
    merge_bins = 16,
    /// Steps of a histogram; larger values count as the last step.
    merge_steps = 1024,
    /// A weight of 1 before normalizing, and the sum of all normalized ones.
    merge_full_weight = 64,
    merge_weight_sum = 256,
};

/// How far a block may differ, for one brightness of the reference frame: up to `full` it is fully trusted, from `none`
/// on it shows something else.
typedef struct {
    float luma_full, luma_none;
    float sum_full, sum_none;
    float chroma_full, chroma_none;
} merge_limits;

/// The mean of 4 by 4 samples in 8 bits each: `columns` of them in one row.
void merge_shrink_8(const uint8_t *source, ptrdiff_t stride, int columns, uint8_t *target);
void merge_shrink_10(const uint8_t *source, ptrdiff_t stride, int columns, uint8_t *target);

/// How much two windows differ: the absolute differences of parts of 16 by 8 samples, each limited to `cap` per sample,
/// so that moving things do not dominate. `width` and `height` are multiples of those.
uint64_t merge_distance_8(
    const uint8_t *a, ptrdiff_t stride_a, const uint8_t *b, ptrdiff_t stride_b, int width, int height, int cap);
uint64_t merge_distance_10(
    const uint8_t *a, ptrdiff_t stride_a, const uint8_t *b, ptrdiff_t stride_b, int width, int height, int cap);

/// The sum of the squared differences of two windows.
uint64_t merge_square_distance_8(
    const uint8_t *a, ptrdiff_t stride_a, const uint8_t *b, ptrdiff_t stride_b, int width, int height);
uint64_t merge_square_distance_10(
    const uint8_t *a, ptrdiff_t stride_a, const uint8_t *b, ptrdiff_t stride_b, int width, int height);

/// `count` samples between a row and the next: `x` and `y` eighths of the way to the sample `step` further right, and
/// to the next row.
void merge_between_8(
    const uint8_t *source, ptrdiff_t stride, int step, int x, int y, int count, uint8_t *target);
void merge_between_10(
    const uint8_t *source, ptrdiff_t stride, int step, int x, int y, int count, uint8_t *target);

/// For each of `count` blocks side by side, 8 samples wide and `rows` (at most 8) high: the sum of the absolute differences,
/// and, unless `sums` is null, of the differences.
void merge_compare_8(
    const uint8_t *reference, ptrdiff_t reference_stride, const uint8_t *other, ptrdiff_t other_stride, int rows,
    int count, uint16_t *distances, int32_t *sums);
void merge_compare_10(
    const uint8_t *reference, ptrdiff_t reference_stride, const uint8_t *other, ptrdiff_t other_stride, int rows,
    int count, uint16_t *distances, int32_t *sums);

/// The brightness of each of `count` blocks of luma: 0 to merge_bins - 1.
void merge_brightness_8(const uint8_t *source, ptrdiff_t stride, int count, uint8_t *bins);
void merge_brightness_10(const uint8_t *source, ptrdiff_t stride, int count, uint8_t *bins);

/// Counts values by brightness: `histogram` has merge_bins times merge_steps entries, a step is 1 << shift.
void merge_count(const uint16_t *values, const uint8_t *bins, int count, int shift, uint32_t *histogram);
void merge_count_sums(const int32_t *values, const uint8_t *bins, int count, int shift, uint32_t *histogram);

/// How far each block of a frame can be trusted, 0 to merge_full_weight; `limits` by brightness.
void merge_weigh(
    const uint16_t *luma, const int32_t *sums, const uint16_t *chroma, const uint8_t *bins, int count,
    const merge_limits *limits, uint8_t *weights);

/// Each weight becomes the least of itself and its eight neighbors; `scratch` is as large as `weights`.
void merge_erode(uint8_t *weights, int columns, int rows, uint8_t *scratch);

/// Scales the weights of a block in all frames so that they and the reference frame's add up to merge_weight_sum.
void merge_normalize(uint8_t *const *weights, int frames, int count);

/// The weights for rows of 4 samples' height: those of `row` and, by a quarter, of `neighbor`, each spread over 8
/// samples, and likewise from block to block. `target` has `width` entries; the last block reaches to its end.
/// `scratch` has room for `count` weights.
void merge_spread(
    const uint8_t *row, const uint8_t *neighbor, int count, int width, uint8_t *scratch, int16_t *target);

/// The largest difference that is noise, from the blocks' brightness, for each of `width` samples.
void merge_spread_limits(const uint8_t *bins, const int16_t *limits, int count, int width, int16_t *target);

/// Adds a frame's weighted differences from the reference to `sums`, except those above `limits`.
void merge_add_8(
    const uint8_t *reference, const uint8_t *other, const int16_t *weights, const int16_t *limits, int count,
    int16_t *sums);
void merge_add_10(
    const uint8_t *reference, const uint8_t *other, const int16_t *weights, const int16_t *limits, int count,
    int16_t *sums);

/// The reference and the weighted differences.
void merge_finish_8(const uint8_t *reference, const int16_t *sums, int count, uint8_t *target);
void merge_finish_10(const uint8_t *reference, const int16_t *sums, int count, uint8_t *target);
