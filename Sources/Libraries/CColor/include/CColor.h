// Matrices between kinds of Y'CbCr, which libyuv lacks. In C because a loop in Swift takes a second for 12 megapixels in a
// debug build.
#pragma once
#include "CScreen.h"
#include <stddef.h>
#include <stdint.h>

/// Factors times 8192. Gray stays gray in every kind of Y'CbCr, so luma has no part in the new chroma.
typedef struct {
    /// Luma that stands for black.
    int32_t black;
    int32_t y_y, y_cb, y_cr;
    int32_t cb_cb, cb_cr;
    int32_t cr_cb, cr_cr;
} color_matrix;

/// Applies a matrix to `rows` (1 or 2) rows of luma and the row of Cb, Cr pairs at half the width that belongs to them,
/// taking the pairs apart. The result has full range.
void color_transform(
    const uint8_t *luma, ptrdiff_t luma_stride, const uint8_t *chroma, int width, int rows, const color_matrix *matrix,
    uint8_t *target, ptrdiff_t target_stride, uint8_t *cb, uint8_t *cr);
