// Pixels from several others: sums, samples and what lies around each pixel.
#include "CFilters.h"
#include "Curves.h"

/// Value `tap` of a sum is `offsets[tap]` floats away, or without offsets `tap * step`.
INLINE void weigh(
    float bias, const float *source, const ptrdiff_t *offsets, ptrdiff_t step, const float *weights, int taps,
    float *restrict target, int count
) {
    // Sums of a block stay in registers.
    enum { block = 32 };
    int start = 0;
    for (; start + block <= count; start += block) {
        float sums[block];
        for (int i = 0; i < block; i++) sums[i] = bias;
        for (int tap = 0; tap < taps; tap++) {
            const float *values = source + start + (offsets ? offsets[tap] : tap * step);
            float weight = weights[tap];
            for (int i = 0; i < block; i++) sums[i] += weight * values[i];
        }
        for (int i = 0; i < block; i++) target[start + i] = sums[i];
    }
    for (int i = start; i < count; i++) {
        float sum = bias;
        for (int tap = 0; tap < taps; tap++) sum += weights[tap] * source[i + (offsets ? offsets[tap] : tap * step)];
        target[i] = sum;
    }
}

VECTORIZED
void filters_weigh(
    const float *source, ptrdiff_t step, const float *weights, int taps, float *restrict target, int count
) {
    weigh(0, source, NULL, step, weights, taps, target, count);
}

VECTORIZED
void filters_weigh_around(
    float bias, const float *source, const ptrdiff_t *offsets, const float *weights, int taps, float *restrict target, int count
) {
    weigh(bias, source, offsets, 0, weights, taps, target, count);
}

VECTORIZED
void filters_resample(
    const float *source, const int32_t *starts, const float *weights, int taps, float *restrict target, int count
) {
    for (int i = 0; i < count; i++) target[i] = 0;
    for (int tap = 0; tap < taps; tap++) {
        const float *weight = weights + (ptrdiff_t)tap * count;
        for (int i = 0; i < count; i++) target[i] += weight[i] * source[starts[i] + tap];
    }
}

VECTORIZED
void filters_add_groups(const float *source, int factor, float *restrict target, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < factor; k++) target[i] += source[(ptrdiff_t)i * factor + k];
}

INLINE int limited(int value, int last) { return value < 0 ? 0 : value > last ? last : value; }

VECTORIZED
void filters_sample(
    const filters_buffer *buffer, float x, float y, float dx, float dy, bool nearest, float *pixels, ptrdiff_t plane, int count
) {
    const filters_buffer b = *buffer;
    for (int i = 0; i < count; i++) {
        float px = x + i * dx, py = y + i * dy;
        float fx = __builtin_floorf(nearest ? px + 0.5f : px), fy = __builtin_floorf(nearest ? py + 0.5f : py);
        float tx = nearest ? 0 : px - fx, ty = nearest ? 0 : py - fy;
        // Far outside is as outside, and fits an integer.
        int left = (int)least(most(fx, -2), (float)b.width), low = (int)least(most(fy, -2), (float)b.height);
        float sums[4] = {0};
        for (int corner = 0; corner < 4; corner++) {
            int cx = left + (corner & 1), cy = low + (corner >> 1);
            float weight = (corner & 1 ? tx : 1 - tx) * (corner >> 1 ? ty : 1 - ty);
            bool inside = cx >= 0 && cx < b.width && cy >= 0 && cy < b.height;
            if (!(inside || b.repeats) || weight == 0) continue;
            const float *p = b.base + limited(cy, b.height - 1) * b.row + limited(cx, b.width - 1);
            for (int c = 0; c < 4; c++) sums[c] += weight * p[c * b.plane];
        }
        for (int c = 0; c < 4; c++) pixels[c * plane + i] = sums[c];
    }
}

VECTORIZED
void filters_enlarge(
    const filters_buffer *buffer, float x, float y, float dx, float *pixels, ptrdiff_t plane, int count
) {
    const filters_buffer b = *buffer;
    // The two rows are mixed first, for the few values that are needed.
    float mixed[part + 2];
    int low = (int)__builtin_floorf(y), left = (int)__builtin_floorf(x);
    int needed = (int)__builtin_floorf(x + (count - 1) * dx) - left + 2;
    float ty = y - low;
    for (int c = 0; c < 4; c++) {
        const float *under = b.base + low * b.row + c * b.plane + left, *over = under + b.row;
        for (int i = 0; i < needed; i++) mixed[i] = under[i] + (over[i] - under[i]) * ty;
        float *restrict target = pixels + c * plane;
        for (int i = 0; i < count; i++) {
            float place = x + i * dx - left;
            int at = (int)place;
            target[i] = mixed[at] + (mixed[at + 1] - mixed[at]) * (place - at);
        }
    }
}

void filters_transpose(
    const float *source, ptrdiff_t row, float *target, ptrdiff_t target_row, int width, int height
) {
    enum { block = 16 };
    for (int y0 = 0; y0 < height; y0 += block)
        for (int x0 = 0; x0 < width; x0 += block)
            for (int y = y0; y < height && y < y0 + block; y++)
                for (int x = x0; x < width && x < x0 + block; x++) target[x * target_row + y] = source[y * row + x];
}

void filters_reverse(float *values, int count) {
    for (int i = 0; i < count / 2; i++) {
        float other = values[i];
        values[i] = values[count - 1 - i];
        values[count - 1 - i] = other;
    }
}

VECTORIZED
void filters_edges(
    float amount, const float *above, const float *below, ptrdiff_t source_plane, float *pixels, ptrdiff_t plane, int count
) {
    for (int c = 0; c < 3; c++) {
        const float *a = above + c * source_plane, *b = below + c * source_plane;
        for (int i = 0; i < count; i++) {
            float rising = a[i] - b[i + 2], falling = a[i + 2] - b[i];
            pixels[c * plane + i] = amount * root(rising * rising + falling * falling);
        }
    }
}

INLINE float middle_of(float a, float b, float c) { return most(least(a, b), least(most(a, b), c)); }

VECTORIZED
void filters_median(
    const float *source, ptrdiff_t row, ptrdiff_t source_plane, float *restrict pixels, ptrdiff_t plane, int count
) {
    // Columns are sorted first; each is in three squares. The middle of the greatest of their lowest, the middle of their
    // middles and the least of their highest is that of all nine.
    float low[part + 2], middle[part + 2], high[part + 2];
    for (int c = 0; c < 4; c++) {
        const float *values = source + c * source_plane - 1;
        for (int i = 0; i < count + 2; i++) {
            float below = values[i - row], own = values[i], above = values[i + row];
            low[i] = least(below, least(own, above));
            middle[i] = middle_of(below, own, above);
            high[i] = most(below, most(own, above));
        }
        for (int i = 0; i < count; i++)
            pixels[c * plane + i] = middle_of(
                most(low[i], most(low[i + 1], low[i + 2])), middle_of(middle[i], middle[i + 1], middle[i + 2]),
                least(high[i], least(high[i + 1], high[i + 2])));
    }
}

VECTORIZED
void filters_reduce_noise(
    float level, float sharpness, const float *source, ptrdiff_t row, ptrdiff_t source_plane, float *restrict pixels,
    ptrdiff_t plane, int count
) {
    for (int i = 0; i < count; i++) {
        const float *own = source + i;
        float alike[4], all[4], number = 1;
        for (int c = 0; c < 4; c++) alike[c] = all[c] = own[c * source_plane];
#pragma clang loop unroll(full)
        for (int k = 0; k < 9; k++) {
            if (k == 4) continue;
            const float *other = own + (k / 3 - 1) * row + k % 3 - 1;
            float difference = luminance(
                other[0] - own[0], other[source_plane] - own[source_plane], other[2 * source_plane] - own[2 * source_plane]);
            bool is_alike = magnitude(difference) <= level;
            number += is_alike ? 1 : 0;
            for (int c = 0; c < 4; c++) {
                float value = other[c * source_plane];
                all[c] += value;
                alike[c] += is_alike ? value : 0;
            }
        }
        float mean = 1 / number, amount = sharpness * (1 - number / 9);
        for (int c = 0; c < 4; c++)
            pixels[c * plane + i] = alike[c] * mean + (own[c * source_plane] - all[c] / 9) * amount;
    }
}

VECTORIZED
filters_color filters_mean_of_line(
    const float *source, int width, int height, float x, float y, float dx, float dy, int count
) {
    typedef float color __attribute__((ext_vector_type(4), aligned(4)));
    const float right = (float)(width - 1), top = (float)(height - 1);
    color sum = 0;
    for (int i = 0; i < count; i++) {
        // What is beyond an edge is as at the edge.
        float px = least(most(x + i * dx, 0), right), py = least(most(y + i * dy, 0), top);
        int column = (int)px, row = (int)py;
        float across = px - column, up = py - row;
        const color *low = (const color *)source + (ptrdiff_t)row * width + column, *high = row < height - 1 ? low + width : low;
        int next = column < width - 1;
        color under = low[0] + (low[next] - low[0]) * across, over = high[0] + (high[next] - high[0]) * across;
        sum += under + (over - under) * up;
    }
    sum /= count;
    return (filters_color){sum.x, sum.y, sum.z, sum.w};
}

VECTORIZED
void filters_hexagons(
    const filters_hexagon_row *one, const filters_hexagon_row *other, float width, ptrdiff_t colors_plane,
    float *restrict pixels, ptrdiff_t plane, int count
) {
    const filters_hexagon_row a = *one, b = *other;
    const int between = (int)(b.colors - a.colors);
    int32_t nearest[part];
    for (int i = 0; i < count; i++) {
        float x = a.start + i, y = b.start + i;
        int column_a = (int)(x / width + 0.5f), column_b = (int)(y / width + 0.5f);
        float dx = x - column_a * width, dy = y - column_b * width;
        nearest[i] = dx * dx + a.away <= dy * dy + b.away ? column_a : between + column_b;
    }
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < count; i++) pixels[c * plane + i] = a.colors[c * colors_plane + nearest[i]];
}

VECTORIZED
void filters_sums(const float *pixels, ptrdiff_t plane, int count, double sums[4]) {
    for (int c = 0; c < 4; c++) {
        double sum = 0;
        for (int i = 0; i < count; i++) sum += pixels[c * plane + i];
        sums[c] += sum;
    }
}
