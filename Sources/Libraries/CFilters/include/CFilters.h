// What is done with the pixels of filtered pictures. In C because the compiler vectorizes these loops.
//
// A run of pixels is four rows of floats: red, green, blue, alpha, `plane` floats from one to the next. Colors are multiplied
// by alpha unless a function says that it wants them straight.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// From samples to codes of 0 … 1: luma is `y_scale * sample - y_black`, chroma `c_scale * sample - c_middle`.
typedef struct {
    float y_scale, y_black, c_scale, c_middle;
    float red_cr, green_cb, green_cr, blue_cb;
} filters_ycbcr;

/// A row of Y'CbCr. Steps are distances in samples; `shift` is 1 if two pixels share their chroma. Pixel 0 is `x` pixels from
/// the start of the row.
void filters_load_ycbcr_8(
    const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, int luma_step, int chroma_step, int shift, int x, int count,
    const filters_ycbcr *colors, float *pixels, ptrdiff_t plane);
void filters_load_ycbcr_16(
    const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, int luma_step, int chroma_step, int shift, int x, int count,
    const filters_ycbcr *colors, float *pixels, ptrdiff_t plane);

/// Where components lie in a pixel of bytes; `alpha` is -1 without alpha.
typedef struct { int size, red, green, blue, alpha; } filters_bytes;

void filters_load_bytes(
    const uint8_t *source, const filters_bytes *layout, int count, float *pixels, ptrdiff_t plane);
void filters_store_bytes(
    const float *pixels, ptrdiff_t plane, int count, const filters_bytes *layout, uint8_t *target);
/// Red, green, blue, alpha as floats or half floats.
void filters_load_floats(const float *source, int count, float *pixels, ptrdiff_t plane);
void filters_store_floats(const float *pixels, ptrdiff_t plane, int count, float *target);
void filters_load_halves(const uint16_t *source, int count, float *pixels, ptrdiff_t plane);
void filters_store_halves(const float *pixels, ptrdiff_t plane, int count, uint16_t *target);
/// Red, green, blue, alpha as little-endian words of 16 bits.
void filters_store_words(const float *pixels, ptrdiff_t plane, int count, uint16_t *target);

/// From codes to samples: a row of luma, or of chroma at half the width from two rows (or one twice).
typedef struct {
    float red, green, blue, y_scale, y_black, cb_scale, cr_scale, c_middle, largest;
} filters_to_ycbcr;
void filters_store_luma_8(
    const float *pixels, ptrdiff_t plane, int count, const filters_to_ycbcr *colors, uint8_t *target);
void filters_store_chroma_8(
    const float *upper, const float *lower, ptrdiff_t plane, int count, const filters_to_ycbcr *colors, uint8_t *target);
void filters_store_luma_16(
    const float *pixels, ptrdiff_t plane, int count, const filters_to_ycbcr *colors, uint16_t *target);
void filters_store_chroma_16(
    const float *upper, const float *lower, ptrdiff_t plane, int count, const filters_to_ycbcr *colors, uint16_t *target);

// MARK: One picture

bool filters_is_opaque(const float *alpha, int count);
void filters_premultiply(float *pixels, ptrdiff_t plane, int count);
void filters_unpremultiply(float *pixels, ptrdiff_t plane, int count);
void filters_fill(float *target, float value, int count);

typedef enum { filters_srgb, filters_hlg, filters_pq } filters_curve;
/// Straight colors, codes to light and back; negative values are mirrored. HLG and PQ only to light.
void filters_to_light(filters_curve curve, float *pixels, ptrdiff_t plane, int count);
void filters_to_code(float *pixels, ptrdiff_t plane, int count);

/// Three rows of factors for red, green, blue and alpha. Alpha stays. What a constant adds to straight colors is a factor of
/// alpha here.
void filters_matrix(const float matrix[12], float *pixels, ptrdiff_t plane, int count);
/// Straight colors and alpha: four rows of factors for red, green, blue, alpha and 1.
void filters_matrix_5(const float matrix[20], float *pixels, ptrdiff_t plane, int count);
/// Straight colors.
void filters_power(float power, float *pixels, ptrdiff_t plane, int count);
/// Straight colors of 0 … 1: for each of red, green, blue the four factors of a cubic polynomial.
void filters_cubic(const float factors[12], float *pixels, ptrdiff_t plane, int count);
/// Straight colors and alpha, limited to four least and four greatest values.
void filters_clamp(const float least[4], const float greatest[4], float *pixels, ptrdiff_t plane, int count);
/// Colors move away from gray, the grayer ones more.
void filters_vibrance(float amount, float *pixels, ptrdiff_t plane, int count);
/// Straight codes of 0 … 1: dark parts become brighter by `shadows` (-1 … 1), bright ones darker by `1 - highlights`.
void filters_highlights_shadows(float highlights, float shadows, float *pixels, ptrdiff_t plane, int count);
/// Straight codes of 0 … 1 are rounded down to levels.
void filters_posterize(float levels, float *pixels, ptrdiff_t plane, int count);

/// A run begins at (x, y), the middle of its first pixel.
typedef struct { float x, y, center_x, center_y, inner, outer, amount; } filters_circle;
/// Colors are multiplied by 1 inside, by `1 - amount` outside, smoothly between.
void filters_vignette(const filters_circle *circle, float *pixels, ptrdiff_t plane, int count);
void filters_radial_gradient(
    const filters_circle *circle, const float inside[4], const float outside[4], float *pixels, ptrdiff_t plane, int count);
/// The color at `t + i * step`, limited to 0 … 1, between two; smooth if wanted.
void filters_linear_gradient(
    float t, float step, bool smooth, const float from[4], const float to[4], float *pixels, ptrdiff_t plane, int count);

// MARK: Two pictures; `other` is from one component of the second to the next

typedef enum {
    filters_over, filters_in, filters_out, filters_atop, filters_add, filters_multiply_colors, filters_maximum,
    filters_minimum, filters_multiply, filters_screen, filters_overlay, filters_darken, filters_lighten, filters_color_dodge,
    filters_color_burn, filters_hard_light, filters_soft_light, filters_difference, filters_exclusion, filters_linear_burn,
    filters_linear_dodge, filters_subtract, filters_divide, filters_pin_light, filters_linear_light,
    filters_vivid_light, filters_by_hue, filters_by_saturation, filters_by_color, filters_by_luminosity
} filters_mode;
/// The run `pixels` is the upper picture and becomes the result.
void filters_blend(
    filters_mode mode, float *pixels, ptrdiff_t plane, const float *below, ptrdiff_t other, int count);
/// The first, where the mask's value is 1; `below`, where it is 0.
void filters_mask(
    float *pixels, ptrdiff_t plane, const float *below, ptrdiff_t other, const float *mask, int count);
/// A mask's values, in place of its alpha: its gray multiplied by alpha.
void filters_mask_from_gray(float *pixels, ptrdiff_t plane, int count);
/// `pixels + amount * (pixels - blurred)`; with `luminance`, the same is added to red, green and blue.
void filters_sharpen(
    float amount, bool luminance, float *pixels, ptrdiff_t plane, const float *blurred, ptrdiff_t other, int count);
/// `pixels + amount * blurred`, as light that is added.
void filters_glow(
    float amount, float *pixels, ptrdiff_t plane, const float *blurred, ptrdiff_t other, int count);

// MARK: Neighborhoods

/// Adds up `taps` rows of `count` values, `step` floats from one to the next.
void filters_weigh(
    const float *source, ptrdiff_t step, const float *weights, int taps, float *target, int count);
/// Adds up `taps` values around each of `count`, and a bias; `offsets` are from the value, in floats.
void filters_weigh_around(
    float bias, const float *source, const ptrdiff_t *offsets, const float *weights, int taps, float *target, int count);
/// Each value is the sum of `taps` values from `starts[i]` on; weights lie tap after tap.
void filters_resample(
    const float *source, const int32_t *starts, const float *weights, int taps, float *target, int count);
/// Adds up `factor` values that lie side by side, for `count` values.
void filters_add_groups(const float *source, int factor, float *target, int count);
/// Each pixel between the four nearest of a buffer, at (x + i * dx, y + i * dy), in pixels from the middle of the first.
/// Rows are `row` floats apart, and in a row the components `plane`. Outside is clear, unless it repeats the edge.
typedef struct {
    const float *base;
    ptrdiff_t row, plane;
    int width, height;
    bool repeats;
} filters_buffer;
void filters_sample(
    const filters_buffer *buffer, float x, float y, float dx, float dy, bool nearest, float *pixels, ptrdiff_t plane, int count);
/// The same along a row, where every place is inside.
void filters_enlarge(
    const filters_buffer *buffer, float x, float y, float dx, float *pixels, ptrdiff_t plane, int count);
/// Exchanges rows and columns.
void filters_transpose(
    const float *source, ptrdiff_t row, float *target, ptrdiff_t target_row, int width, int height);
void filters_reverse(float *values, int count);
/// Edges: how much the red, green and blue of four neighbors differ. Rows above and below are one pixel wider on each side.
void filters_edges(
    float amount, const float *above, const float *below, ptrdiff_t source_plane, float *pixels, ptrdiff_t plane, int count);
/// Each component is the fifth of nine in order: those of the pixel and its eight neighbors. Rows of the source are `row`
/// floats apart; `source` is the first of the same pixels. At most 512 pixels.
void filters_median(
    const float *source, ptrdiff_t row, ptrdiff_t source_plane, float *pixels, ptrdiff_t plane, int count);
/// The mean of the pixel and those of its eight neighbors whose luminance differs by no more than `level`. The fewer there
/// are, the more is added of what the pixel differs from all nine, up to `sharpness` of it. The source is as for the median.
void filters_reduce_noise(
    float level, float sharpness, const float *source, ptrdiff_t row, ptrdiff_t source_plane, float *pixels, ptrdiff_t plane,
    int count);

typedef struct { float red, green, blue, alpha; } filters_color;
/// The mean of `count` places from (x, y) on, in pixels from the middle of the first pixel. Each place is interpolated
/// from four pixels; the edge is repeated beyond it. The source has the four components of a pixel side by side.
filters_color filters_mean_of_line(
    const float *source, int width, int height, float x, float y, float dx, float dy, int count);

/// A row of hexagons: the red of the first one, which has those of the others beside it; how far right of its middle the
/// first pixel is; and the square of how far above or below it is.
typedef struct { const float *colors; float start, away; } filters_hexagon_row;
/// Each pixel has the color of the nearest hexagon of two rows of the same memory; `width` is from one hexagon to the next.
/// At most 512 pixels.
void filters_hexagons(
    const filters_hexagon_row *one, const filters_hexagon_row *other, float width, ptrdiff_t colors_plane, float *pixels,
    ptrdiff_t plane, int count);

/// The sums of the four components.
void filters_sums(const float *pixels, ptrdiff_t plane, int count, double sums[4]);

// MARK: Shapes

typedef enum { filters_mean, filters_greatest, filters_least } filters_fold;
/// Folds the values in a shape around each value of `height` rows. The shape has `halves[n]` values to the left and to
/// the right in the rows `n` above and below, up to `halves[reach]`; none of `halves` is greater than the one before.
/// The greatest and the least ignore NaN.
void filters_fold_shape(
    filters_fold fold, const int32_t *halves, int reach, const float *source, ptrdiff_t source_row, float *target,
    ptrdiff_t target_row, int width, int height);
/// `pixels` are the greatest colors and become how far they are from the lowest: no brighter than alpha where the picture is
/// not opaque.
void filters_range(
    const float *lowest, ptrdiff_t other, const float *alpha, float *pixels, ptrdiff_t plane, int count);
