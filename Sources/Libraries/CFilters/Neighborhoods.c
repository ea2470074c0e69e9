// Pixels from several others: sums, samples and what lies around each pixel.
#include "CFilters.h"
#include "Curves.h"

VECTORIZED
void filters_weigh(
    const float *source, ptrdiff_t step, const float *weights, int taps, float *restrict target, int count
) {
    // Sums of a block stay in registers.
    enum { block = 32 };
    int start = 0;
    for (; start + block <= count; start += block) {
        float sums[block] = {0};
        const float *values = source + start;
        for (int tap = 0; tap < taps; tap++, values += step) {
            float weight = weights[tap];
            for (int i = 0; i < block; i++) sums[i] += weight * values[i];
        }
        for (int i = 0; i < block; i++) target[start + i] = sums[i];
    }
    for (int i = start; i < count; i++) {
        float sum = 0;
        for (int tap = 0; tap < taps; tap++) sum += weights[tap] * source[i + tap * step];
        target[i] = sum;
    }
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

VECTORIZED
void filters_sums(const float *pixels, ptrdiff_t plane, int count, double sums[4]) {
    for (int c = 0; c < 4; c++) {
        double sum = 0;
        for (int i = 0; i < count; i++) sum += pixels[c * plane + i];
        sums[c] += sum;
    }
}
