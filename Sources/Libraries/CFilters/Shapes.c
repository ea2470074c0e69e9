// What lies in a shape around each pixel, as one value.
#include "CFilters.h"
#include "Curves.h"

#include <math.h>

/// The greatest and the least ignore the first of two values if it is NaN.
INLINE float combined(filters_fold fold, float a, float b) {
    switch (fold) {
    case filters_mean: return a + b;
    case filters_greatest: return most(a, b);
    case filters_least: return least(a, b);
    }
}

/// What combines with a value to that value.
INLINE float nothing(filters_fold fold) {
    return fold == filters_mean ? 0 : fold == filters_greatest ? -INFINITY : INFINITY;
}

enum { lines = 64, block = 32 };

/// At most `lines` rows of at most `block` values, which stay in the first-level cache.
///
/// The values around the middle of a row are combined to a run that becomes longer and longer. A run is as long as the shape
/// is wide in some row: there it is a part of the results above and below. So a shape costs as much as its height and width,
/// not its area, and no value is taken out of a sum again.
INLINE void fold_block(
    filters_fold fold, const int32_t *halves, int reach, float factor, const float *source, ptrdiff_t source_row,
    float *target, ptrdiff_t target_row, int width, int height
) {
    float results[lines][block];
    for (int y = 0; y < height; y++)
        for (int i = 0; i < width; i++) results[y][i] = nothing(fold);
    for (int y = -reach; y < height + reach; y++) {
        const float *values = source + y * source_row;
        float run[block];
        for (int i = 0; i < width; i++) run[i] = combined(fold, values[i], nothing(fold));
        int half = 0;
        for (int away = reach; away >= 0; away--) {
            int below = y - away, above = y + away;
            if (below >= height || above < 0) break;
            while (half < halves[away]) {
                half++;
                for (int i = 0; i < width; i++)
                    run[i] = combined(fold, values[i - half], combined(fold, values[i + half], run[i]));
            }
            if (below >= 0)
                for (int i = 0; i < width; i++) results[below][i] = combined(fold, run[i], results[below][i]);
            if (above < height && away > 0)
                for (int i = 0; i < width; i++) results[above][i] = combined(fold, run[i], results[above][i]);
        }
    }
    for (int y = 0; y < height; y++)
        for (int i = 0; i < width; i++) target[y * target_row + i] = results[y][i] * factor;
}

INLINE void fold_plane(
    filters_fold fold, const int32_t *halves, int reach, const float *source, ptrdiff_t source_row, float *target,
    ptrdiff_t target_row, int width, int height
) {
    int area = 2 * halves[0] + 1;
    for (int away = 1; away <= reach; away++) area += 2 * (2 * halves[away] + 1);
    float factor = fold == filters_mean ? 1.0f / area : 1;
    for (int y = 0; y < height; y += lines) {
        int rows = height - y < lines ? height - y : lines;
        const float *from = source + y * source_row;
        float *to = target + y * target_row;
        int x = 0;
        // A width that the compiler knows is vectorized.
        for (; x + block <= width; x += block)
            fold_block(fold, halves, reach, factor, from + x, source_row, to + x, target_row, block, rows);
        if (x < width)
            fold_block(fold, halves, reach, factor, from + x, source_row, to + x, target_row, width - x, rows);
    }
}

VECTORIZED
void filters_fold_shape(
    filters_fold fold, const int32_t *halves, int reach, const float *source, ptrdiff_t source_row, float *restrict target,
    ptrdiff_t target_row, int width, int height
) {
    switch (fold) {
    case filters_mean:
        fold_plane(filters_mean, halves, reach, source, source_row, target, target_row, width, height);
        break;
    case filters_greatest:
        fold_plane(filters_greatest, halves, reach, source, source_row, target, target_row, width, height);
        break;
    case filters_least:
        fold_plane(filters_least, halves, reach, source, source_row, target, target_row, width, height);
        break;
    }
}

VECTORIZED
void filters_range(
    const float *restrict lowest, ptrdiff_t other, const float *restrict alpha, float *restrict pixels, ptrdiff_t plane, int count
) {
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < count; i++) {
            float range = pixels[c * plane + i] - lowest[c * other + i];
            pixels[c * plane + i] = alpha[i] < 1 ? least(range, most(alpha[i], 0)) : range;
        }
    for (int i = 0; i < count; i++) pixels[3 * plane + i] = alpha[i];
}
