// From high dynamic range to a screen's. In C because the compiler vectorizes these loops.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum { screen_hlg, screen_pq } screen_transfer;

/// What a picture's numbers mean. Factors lead to samples of 0 … 1.
typedef struct {
    screen_transfer transfer;
    /// Luma is `y_scale * sample - y_black`; what chroma adds follows from `sample * chroma_scale - chroma_middle`.
    float y_scale, y_black, chroma_scale, chroma_middle;
    float red_cr, green_cb, green_cr, blue_cb;
    /// From the picture's primaries to the screen's, in light: rows for red, green, blue.
    float primaries[9];
} screen_colors;

/// Converts a row of luma and its row of chroma at half the width to opaque blue, green, red, alpha. `step` is the
/// distance between two values of Cb, in samples.
void screen_row_8(
    const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, int step, int width, const screen_colors *colors,
    uint8_t *target);
void screen_row_16(
    const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, int step, int width, const screen_colors *colors,
    uint8_t *target);

/// Converts a row of blue, green, red, alpha; alpha stays. `target` may be `source`.
void screen_row_bgra(const uint8_t *source, int width, const screen_colors *colors, uint8_t *target);

/// The nearest 8-bit values of `count` samples of `bits` bits.
void color_narrow(const uint16_t *source, int bits, int count, uint8_t *target);
