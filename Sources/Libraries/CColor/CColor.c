#include "CColor.h"

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
/// Compiled twice; the loader chooses the version that the processor supports. Not with the thread sanitizer: the
/// loader chooses before the sanitizer of clang 21 is set up, which then crashes.
#define VECTORIZED __attribute__((target_clones("avx2", "default")))
#else
#define VECTORIZED
#endif

enum { part = 512, shift = 13 };

static inline uint8_t sample(int32_t value) {
    int32_t rounded = (value + (1 << (shift - 1))) >> shift;
    return (uint8_t)(rounded < 0 ? 0 : rounded > 255 ? 255 : rounded);
}

VECTORIZED
void color_transform(
    const uint8_t *luma, ptrdiff_t luma_stride, const uint8_t *chroma, int width, int rows, const color_matrix *matrix,
    uint8_t *restrict target, ptrdiff_t target_stride, uint8_t *restrict cb, uint8_t *restrict cr
) {
    const color_matrix m = *matrix;
    const int32_t middle = 128 << shift;
    for (int start = 0; start < width; start += part) {
        int count = width - start < part ? width - start : part;
        // What chroma adds to luma, for each pixel.
        int32_t added[part + 1];
        const uint8_t *pairs = chroma + start;
        for (int x = 0; x < (count + 1) / 2; x++) {
            int32_t u = pairs[2 * x] - 128, v = pairs[2 * x + 1] - 128;
            cb[start / 2 + x] = sample(middle + m.cb_cb * u + m.cb_cr * v);
            cr[start / 2 + x] = sample(middle + m.cr_cb * u + m.cr_cr * v);
            int32_t sum = m.y_cb * u + m.y_cr * v - m.y_y * m.black;
            added[2 * x] = sum;
            added[2 * x + 1] = sum;
        }
        for (int row = 0; row < rows; row++) {
            const uint8_t *source = luma + row * luma_stride + start;
            uint8_t *restrict result = target + row * target_stride + start;
            for (int x = 0; x < count; x++) result[x] = sample(m.y_y * source[x] + added[x]);
        }
    }
}
