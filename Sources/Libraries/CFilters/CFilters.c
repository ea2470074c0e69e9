#include "CFilters.h"
#include "Curves.h"
#include "Hues.h"

#include <string.h>

#define PLANES(p)                                                                                  \
    float *restrict red = (p), *restrict green = (p) + plane, *restrict blue = (p) + 2 * plane,     \
        *restrict alpha = (p) + 3 * plane;                                                          \
    (void)red, (void)green, (void)blue, (void)alpha

// MARK: Loading and storing

#define LOAD_YCBCR(NAME, SAMPLE)                                                                                       \
    INLINE void NAME##_run(                                                                                            \
        const SAMPLE *luma, const SAMPLE *cb, const SAMPLE *cr, int luma_step, int chroma_step, int shift, int x,     \
        int count, const filters_ycbcr *colors, float *pixels, ptrdiff_t plane) {                                     \
        const filters_ycbcr c = *colors;                                                                               \
        PLANES(pixels);                                                                                                \
        int odd = shift ? x & 1 : 0, first = x >> shift, pairs = (count + odd + shift) >> shift;                      \
        float r[part + 2], g[part + 2], b[part + 2];                                                                   \
        for (int i = 0; i < pairs; i++) {                                                                              \
            float u = c.c_scale * cb[(ptrdiff_t)(first + i) * chroma_step] - c.c_middle;                              \
            float v = c.c_scale * cr[(ptrdiff_t)(first + i) * chroma_step] - c.c_middle;                              \
            float dr = c.red_cr * v, dg = c.green_cb * u + c.green_cr * v, db = c.blue_cb * u;                         \
            if (shift) {                                                                                               \
                r[2 * i] = r[2 * i + 1] = dr, g[2 * i] = g[2 * i + 1] = dg, b[2 * i] = b[2 * i + 1] = db;             \
            } else {                                                                                                   \
                r[i] = dr, g[i] = dg, b[i] = db;                                                                       \
            }                                                                                                          \
        }                                                                                                              \
        for (int i = 0; i < count; i++) {                                                                              \
            float y = c.y_scale * luma[(ptrdiff_t)(x + i) * luma_step] - c.y_black;                                   \
            red[i] = y + r[odd + i];                                                                                   \
            green[i] = y + g[odd + i];                                                                                 \
            blue[i] = y + b[odd + i];                                                                                  \
            alpha[i] = 1;                                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    VECTORIZED void NAME(                                                                                              \
        const SAMPLE *luma, const SAMPLE *cb, const SAMPLE *cr, int luma_step, int chroma_step, int shift, int x,     \
        int count, const filters_ycbcr *colors, float *pixels, ptrdiff_t plane                                        \
    ) {                                                                                                                \
        if (luma_step == 1 && chroma_step == 2 && shift == 1)                                                          \
            NAME##_run(luma, cb, cr, 1, 2, 1, x, count, colors, pixels, plane);                                        \
        else                                                                                                           \
            NAME##_run(luma, cb, cr, luma_step, chroma_step, shift, x, count, colors, pixels, plane);                  \
    }

LOAD_YCBCR(filters_load_ycbcr_8, uint8_t)
LOAD_YCBCR(filters_load_ycbcr_16, uint16_t)

INLINE void load_bytes(
    const uint8_t *source, const filters_bytes l, int count, float *pixels, ptrdiff_t plane
) {
    const float unit = 1 / 255.0f;
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        const uint8_t *p = source + (ptrdiff_t)i * l.size;
        red[i] = p[l.red] * unit;
        green[i] = p[l.green] * unit;
        blue[i] = p[l.blue] * unit;
        alpha[i] = l.alpha < 0 ? 1 : p[l.alpha] * unit;
    }
}

static const filters_bytes bgra = {4, 2, 1, 0, 3}, rgba = {4, 0, 1, 2, 3};

INLINE bool same(const filters_bytes *a, const filters_bytes *b) { return memcmp(a, b, sizeof *a) == 0; }

VECTORIZED
void filters_load_bytes(
    const uint8_t *source, const filters_bytes *layout, int count, float *pixels, ptrdiff_t plane
) {
    if (same(layout, &bgra)) load_bytes(source, bgra, count, pixels, plane);
    else if (same(layout, &rgba)) load_bytes(source, rgba, count, pixels, plane);
    else load_bytes(source, *layout, count, pixels, plane);
}

INLINE uint32_t byte(float value) { return (uint32_t)(int32_t)(least(most(value, 0), 1) * 255 + 0.5f); }

VECTORIZED
void filters_store_bytes(
    const float *pixels, ptrdiff_t plane, int count, const filters_bytes *layout, uint8_t *target
) {
    const float *red = pixels, *green = pixels + plane, *blue = pixels + 2 * plane, *alpha = pixels + 3 * plane;
    const filters_bytes l = *layout;
    if (l.size == 4) {
        const int r = 8 * l.red, g = 8 * l.green, b = 8 * l.blue, a = l.alpha < 0 ? 8 * (6 - l.red - l.green - l.blue) : 8 * l.alpha;
        uint32_t words[part];
        for (int start = 0; start < count; start += part) {
            int run = count - start < part ? count - start : part;
            for (int i = 0; i < run; i++) {
                int at = start + i;
                words[i] = byte(red[at]) << r | byte(green[at]) << g | byte(blue[at]) << b | byte(alpha[at]) << a;
            }
            memcpy(target + 4 * (ptrdiff_t)start, words, 4 * (size_t)run);
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        uint8_t *p = target + (ptrdiff_t)i * l.size;
        p[l.red] = (uint8_t)byte(red[i]);
        if (l.size >= 3) p[l.green] = (uint8_t)byte(green[i]), p[l.blue] = (uint8_t)byte(blue[i]);
    }
}

VECTORIZED
void filters_load_floats(const float *source, int count, float *pixels, ptrdiff_t plane) {
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 4; c++) pixels[c * plane + i] = source[4 * (ptrdiff_t)i + c];
}

VECTORIZED
void filters_store_floats(const float *pixels, ptrdiff_t plane, int count, float *target) {
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 4; c++) target[4 * (ptrdiff_t)i + c] = pixels[c * plane + i];
}

void filters_load_halves(const uint16_t *source, int count, float *pixels, ptrdiff_t plane) {
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 4; c++) {
            _Float16 half;
            memcpy(&half, source + 4 * (ptrdiff_t)i + c, 2);
            pixels[c * plane + i] = (float)half;
        }
}

void filters_store_halves(const float *pixels, ptrdiff_t plane, int count, uint16_t *target) {
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 4; c++) {
            _Float16 half = (_Float16)pixels[c * plane + i];
            memcpy(target + 4 * (ptrdiff_t)i + c, &half, 2);
        }
}

void filters_store_words(const float *pixels, ptrdiff_t plane, int count, uint16_t *target) {
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 4; c++)
            target[4 * (ptrdiff_t)i + c] = (uint16_t)(least(most(pixels[c * plane + i], 0), 1) * 65535 + 0.5f);
}

INLINE float luma_of(const float *p, ptrdiff_t plane, ptrdiff_t i, const filters_to_ycbcr *c) {
    return c->red * p[i] + c->green * p[i + plane] + c->blue * p[i + 2 * plane];
}

#define STORE_YCBCR(BITS, SAMPLE, SHIFT)                                                                              \
    VECTORIZED void filters_store_luma_##BITS(                                                                        \
        const float *pixels, ptrdiff_t plane, int count, const filters_to_ycbcr *colors, SAMPLE *target               \
    ) {                                                                                                               \
        const filters_to_ycbcr c = *colors;                                                                           \
        for (int i = 0; i < count; i++) {                                                                             \
            float y = luma_of(pixels, plane, i, &c) * c.y_scale + c.y_black;                                          \
            target[i] = (SAMPLE)((int32_t)(least(most(y, 0), c.largest) + 0.5f) << SHIFT);                            \
        }                                                                                                             \
    }                                                                                                                 \
    VECTORIZED void filters_store_chroma_##BITS(                                                                      \
        const float *upper, const float *lower, ptrdiff_t plane, int count, const filters_to_ycbcr *colors,           \
        SAMPLE *target                                                                                                \
    ) {                                                                                                               \
        const filters_to_ycbcr c = *colors;                                                                           \
        for (int i = 0; i < (count + 1) / 2; i++) {                                                                   \
            int left = 2 * i, right = 2 * i + 1 < count ? 2 * i + 1 : 2 * i;                                          \
            float y = (luma_of(upper, plane, left, &c) + luma_of(upper, plane, right, &c)                             \
                       + luma_of(lower, plane, left, &c) + luma_of(lower, plane, right, &c)) * 0.25f;                 \
            float r = (upper[left] + upper[right] + lower[left] + lower[right]) * 0.25f;                              \
            const float *ub = upper + 2 * plane, *lb = lower + 2 * plane;                                             \
            float b = (ub[left] + ub[right] + lb[left] + lb[right]) * 0.25f;                                          \
            float cb = (b - y) * c.cb_scale + c.c_middle, cr = (r - y) * c.cr_scale + c.c_middle;                     \
            target[2 * i] = (SAMPLE)((int32_t)(least(most(cb, 0), c.largest) + 0.5f) << SHIFT);                       \
            target[2 * i + 1] = (SAMPLE)((int32_t)(least(most(cr, 0), c.largest) + 0.5f) << SHIFT);                   \
        }                                                                                                             \
    }

STORE_YCBCR(8, uint8_t, 0)
STORE_YCBCR(16, uint16_t, 6)

// MARK: One picture

VECTORIZED
bool filters_is_opaque(const float *alpha, int count) {
    int others = 0;
    for (int i = 0; i < count; i++) others += alpha[i] != 1;
    return others == 0;
}

VECTORIZED
void filters_premultiply(float *pixels, ptrdiff_t plane, int count) {
    PLANES(pixels);
    for (int i = 0; i < count; i++) red[i] *= alpha[i], green[i] *= alpha[i], blue[i] *= alpha[i];
}

VECTORIZED
void filters_unpremultiply(float *pixels, ptrdiff_t plane, int count) {
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        float factor = alpha[i] > 0 ? 1 / alpha[i] : 0;
        red[i] *= factor, green[i] *= factor, blue[i] *= factor;
    }
}

void filters_fill(float *target, float value, int count) {
    for (int i = 0; i < count; i++) target[i] = value;
}

#define EACH_COLOR(NEW)                                                                                                \
    for (int c = 0; c < 3; c++) {                                                                                      \
        float *restrict values = pixels + c * plane;                                                                   \
        for (int i = 0; i < count; i++) {                                                                              \
            float value = values[i];                                                                                   \
            values[i] = (NEW);                                                                                         \
        }                                                                                                              \
    }

INLINE bool are_usual(const float *pixels, ptrdiff_t plane, int count) {
    int others = 0;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < count; i++)
            others += !(magnitude(pixels[c * plane + i]) <= usual_end);
    return others == 0;
}

VECTORIZED
void filters_to_light(filters_curve curve, float *pixels, ptrdiff_t plane, int count) {
    switch (curve) {
    case filters_srgb:
        if (are_usual(pixels, plane, count)) EACH_COLOR(usual_srgb_light(value))
        else EACH_COLOR(srgb_light(value))
        break;
    case filters_hlg: EACH_COLOR(hlg_light(value)) break;
    case filters_pq: EACH_COLOR(pq_light(value)) break;
    }
}

VECTORIZED
void filters_to_code(float *pixels, ptrdiff_t plane, int count) {
    if (are_usual(pixels, plane, count)) EACH_COLOR(usual_srgb_code(value))
    else EACH_COLOR(srgb_code(value))
}

VECTORIZED
void filters_matrix(const float matrix[12], float *pixels, ptrdiff_t plane, int count) {
    float m[12];
    memcpy(m, matrix, sizeof m);
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        float r = red[i], g = green[i], b = blue[i], a = alpha[i];
        red[i] = m[0] * r + m[1] * g + m[2] * b + m[3] * a;
        green[i] = m[4] * r + m[5] * g + m[6] * b + m[7] * a;
        blue[i] = m[8] * r + m[9] * g + m[10] * b + m[11] * a;
    }
}

VECTORIZED
void filters_matrix_5(const float matrix[20], float *pixels, ptrdiff_t plane, int count) {
    float m[20];
    memcpy(m, matrix, sizeof m);
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        float r = red[i], g = green[i], b = blue[i], a = alpha[i];
        red[i] = m[0] * r + m[1] * g + m[2] * b + m[3] * a + m[4];
        green[i] = m[5] * r + m[6] * g + m[7] * b + m[8] * a + m[9];
        blue[i] = m[10] * r + m[11] * g + m[12] * b + m[13] * a + m[14];
        alpha[i] = m[15] * r + m[16] * g + m[17] * b + m[18] * a + m[19];
    }
}

VECTORIZED
void filters_power(float power, float *pixels, ptrdiff_t plane, int count) {
    EACH_COLOR(__builtin_copysignf(raise(magnitude(value), power), value))
}

VECTORIZED
void filters_cubic(const float factors[12], float *pixels, ptrdiff_t plane, int count) {
    for (int c = 0; c < 3; c++) {
        const float *f = factors + 4 * c;
        const float f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
        float *restrict values = pixels + c * plane;
        for (int i = 0; i < count; i++) {
            float value = least(most(values[i], 0), 1);
            values[i] = f0 + value * (f1 + value * (f2 + value * f3));
        }
    }
}

VECTORIZED
void filters_clamp(const float low[4], const float high[4], float *pixels, ptrdiff_t plane, int count) {
    for (int c = 0; c < 4; c++) {
        const float l = low[c], h = high[c];
        float *restrict values = pixels + c * plane;
        for (int i = 0; i < count; i++) values[i] = least(most(values[i], l), h);
    }
}

VECTORIZED
void filters_vibrance(float amount, float *pixels, ptrdiff_t plane, int count) {
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        float r = red[i], g = green[i], b = blue[i];
        float high = most(r, most(g, b)), low = least(r, least(g, b));
        float saturation = high > 0 ? least((high - low) / high, 1) : 0;
        float gray = luminance(r, g, b), factor = 1 + amount * (1 - saturation);
        red[i] = gray + (r - gray) * factor;
        green[i] = gray + (g - gray) * factor;
        blue[i] = gray + (b - gray) * factor;
    }
}

VECTORIZED
void filters_highlights_shadows(float highlights, float shadows, float *pixels, ptrdiff_t plane, int count) {
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        float y = least(most(luminance(red[i], green[i], blue[i]), 0), 1);
        float dark = (1 - y) * (1 - y) * (1 - y), bright = y * y * y;
        float wanted = y + shadows * y * dark * 2 - (1 - highlights) * y * bright * 0.5f;
        float factor = y > 0.0001f ? wanted / y : 1 + shadows * 2;
        red[i] *= factor, green[i] *= factor, blue[i] *= factor;
    }
}

VECTORIZED
void filters_posterize(float levels, float *pixels, ptrdiff_t plane, int count) {
    const float most_level = levels - 1;
    EACH_COLOR(least((float)(int32_t)(least(most(value, 0), 1) * levels), most_level) / most_level)
}

INLINE float circle_place(const filters_circle *c, int i) {
    float dx = c->x + i - c->center_x, dy = c->y - c->center_y;
    float distance = root(dx * dx + dy * dy);
    float t = (distance - c->inner) / most(c->outer - c->inner, 1e-6f);
    return least(most(t, 0), 1);
}

VECTORIZED
void filters_vignette(const filters_circle *circle, float *pixels, ptrdiff_t plane, int count) {
    const filters_circle c = *circle;
    PLANES(pixels);
    for (int i = 0; i < count; i++) {
        float t = circle_place(&c, i);
        float factor = 1 - c.amount * t * t * (3 - 2 * t);
        red[i] *= factor, green[i] *= factor, blue[i] *= factor;
    }
}

INLINE void mix(float t, const float *from, const float *to, float *pixels, ptrdiff_t plane, int i) {
    for (int c = 0; c < 4; c++) pixels[c * plane + i] = from[c] + (to[c] - from[c]) * t;
}

VECTORIZED
void filters_radial_gradient(
    const filters_circle *circle, const float inside[4], const float outside[4], float *pixels, ptrdiff_t plane, int count
) {
    const filters_circle c = *circle;
    for (int i = 0; i < count; i++) mix(circle_place(&c, i), inside, outside, pixels, plane, i);
}

VECTORIZED
void filters_linear_gradient(
    float start, float step, bool smooth, const float from[4], const float to[4], float *pixels, ptrdiff_t plane, int count
) {
    for (int i = 0; i < count; i++) {
        float t = least(most(start + step * i, 0), 1);
        mix(smooth ? t * t * (3 - 2 * t) : t, from, to, pixels, plane, i);
    }
}

// MARK: Two pictures

/// Porter and Duff: factors of the upper and the lower picture.
#define COMPOSE(UPPER, LOWER)                                                                                          \
    for (int i = 0; i < count; i++) {                                                                                  \
        float sa = pixels[3 * plane + i], da = below[3 * other + i];                                                   \
        float upper = (UPPER), lower = (LOWER);                                                                        \
        (void)sa, (void)da;                                                                                            \
        for (int c = 0; c < 4; c++) pixels[c * plane + i] = pixels[c * plane + i] * upper + below[c * other + i] * lower; \
    }

/// Each of the four components by itself, multiplied by alpha.
#define COMBINE(RESULT)                                                                                                \
    for (int c = 0; c < 4; c++)                                                                                        \
        for (int i = 0; i < count; i++) {                                                                              \
            float s = pixels[c * plane + i], d = below[c * other + i];                                                 \
            pixels[c * plane + i] = (RESULT);                                                                          \
        }

/// ISO 32000-1, 11.3.5: a function of straight colors where both pictures are, and each alone elsewhere.
#define BLEND(RESULT)                                                                                                  \
    for (int i = 0; i < count; i++) {                                                                                  \
        float sa = pixels[3 * plane + i], da = below[3 * other + i];                                                   \
        float from_s = sa > 0 ? 1 / sa : 0, from_d = da > 0 ? 1 / da : 0;                                              \
        for (int c = 0; c < 3; c++) {                                                                                  \
            float ps = pixels[c * plane + i], pd = below[c * other + i];                                               \
            float s = ps * from_s, d = pd * from_d;                                                                    \
            pixels[c * plane + i] = ps * (1 - da) + pd * (1 - sa) + sa * da * (RESULT);                                \
        }                                                                                                              \
        pixels[3 * plane + i] = sa + da - sa * da;                                                                     \
    }

/// The same, for a function of whole colors.
#define BLEND_COLORS(RESULT)                                                                                           \
    for (int i = 0; i < count; i++) {                                                                                  \
        float *upper = pixels + i;                                                                                     \
        const float *lower = below + i;                                                                                \
        float sa = upper[3 * plane], da = lower[3 * other];                                                            \
        float from_s = sa > 0 ? 1 / sa : 0, from_d = da > 0 ? 1 / da : 0;                                              \
        color s = { upper[0] * from_s, upper[plane] * from_s, upper[2 * plane] * from_s };                             \
        color d = { lower[0] * from_d, lower[other] * from_d, lower[2 * other] * from_d };                             \
        color mixed = (RESULT);                                                                                        \
        float result[3] = { mixed.r, mixed.g, mixed.b };                                                               \
        for (int c = 0; c < 3; c++)                                                                                    \
            upper[c * plane] =                                                                                         \
                upper[c * plane] * (1 - da) + lower[c * other] * (1 - sa) + sa * da * result[c];                       \
        upper[3 * plane] = sa + da - sa * da;                                                                          \
    }

INLINE float color_dodge(float s, float d) { return d <= 0 ? 0 : s >= 1 ? 1 : least(1, d / (1 - s)); }

INLINE float color_burn(float s, float d) { return d >= 1 ? 1 : s <= 0 ? 0 : 1 - least(1, (1 - d) / s); }

INLINE float soft_light(float s, float d) {
    float curve = d <= 0.25f ? ((16 * d - 12) * d + 4) * d : root(most(d, 0));
    return s <= 0.5f ? d - (1 - 2 * s) * d * (1 - d) : d + (2 * s - 1) * (curve - d);
}

VECTORIZED
void filters_blend(
    filters_mode mode, float *restrict pixels, ptrdiff_t plane, const float *restrict below, ptrdiff_t other, int count
) {
    switch (mode) {
    case filters_over: COMPOSE(1, 1 - sa) break;
    case filters_in: COMPOSE(da, 0) break;
    case filters_out: COMPOSE(1 - da, 0) break;
    case filters_atop: COMPOSE(da, 1 - sa) break;
    case filters_add: COMBINE(c == 3 ? least(s + d, 1) : s + d) break;
    case filters_multiply_colors: COMBINE(s * d) break;
    case filters_maximum: COMBINE(most(s, d)) break;
    case filters_minimum: COMBINE(least(s, d)) break;
    case filters_multiply: BLEND(s * d) break;
    case filters_screen: BLEND(s + d - s * d) break;
    case filters_overlay: BLEND(d <= 0.5f ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)) break;
    case filters_darken: BLEND(least(s, d)) break;
    case filters_lighten: BLEND(most(s, d)) break;
    case filters_color_dodge: BLEND(color_dodge(s, d)) break;
    case filters_color_burn: BLEND(color_burn(s, d)) break;
    case filters_hard_light: BLEND(s <= 0.5f ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)) break;
    case filters_soft_light: BLEND(soft_light(s, d)) break;
    case filters_difference: BLEND(magnitude(s - d)) break;
    case filters_exclusion: BLEND(s + d - 2 * s * d) break;
    case filters_linear_burn: BLEND(most(s + d - 1, 0)) break;
    case filters_linear_dodge: BLEND(least(s + d, 1)) break;
    case filters_subtract: BLEND(most(d - s, 0)) break;
    case filters_divide: BLEND(s <= 0 ? 1 : least(d / s, 1)) break;
    case filters_pin_light: BLEND(s <= 0.5f ? least(d, 2 * s) : most(d, 2 * s - 1)) break;
    case filters_linear_light: BLEND(least(most(d + 2 * s - 1, 0), 1)) break;
    case filters_vivid_light: BLEND(s <= 0.5f ? color_burn(2 * s, d) : color_dodge(2 * s - 1, d)) break;
    case filters_by_hue: BLEND_COLORS(with_luminosity(with_saturation(s, saturation(d)), luminosity(d))) break;
    case filters_by_saturation: BLEND_COLORS(with_luminosity(with_saturation(d, saturation(s)), luminosity(d))) break;
    case filters_by_color: BLEND_COLORS(with_luminosity(s, luminosity(d))) break;
    case filters_by_luminosity: BLEND_COLORS(with_luminosity(d, luminosity(s))) break;
    }
}

VECTORIZED
void filters_mask(
    float *restrict pixels, ptrdiff_t plane, const float *restrict below, ptrdiff_t other, const float *restrict mask, int count
) {
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < count; i++) {
            float under = below[c * other + i];
            pixels[c * plane + i] = under + (pixels[c * plane + i] - under) * mask[i];
        }
}

VECTORIZED
void filters_mask_from_gray(float *pixels, ptrdiff_t plane, int count) {
    PLANES(pixels);
    for (int i = 0; i < count; i++) alpha[i] = least(most(luminance(red[i], green[i], blue[i]), 0), 1);
}

VECTORIZED
void filters_sharpen(
    float amount, bool of_luminance, float *restrict pixels, ptrdiff_t plane, const float *restrict blurred, ptrdiff_t other, int count
) {
    PLANES(pixels);
    if (of_luminance) {
        for (int i = 0; i < count; i++) {
            float added = amount * (luminance(red[i], green[i], blue[i])
                                    - luminance(blurred[i], blurred[i + other], blurred[i + 2 * other]));
            red[i] += added, green[i] += added, blue[i] += added;
        }
    } else {
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < count; i++) {
                float value = pixels[c * plane + i];
                pixels[c * plane + i] = value + amount * (value - blurred[c * other + i]);
            }
    }
}

VECTORIZED
void filters_glow(
    float amount, float *restrict pixels, ptrdiff_t plane, const float *restrict blurred, ptrdiff_t other, int count
) {
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < count; i++) {
            float value = pixels[c * plane + i], light = amount * blurred[c * other + i];
            pixels[c * plane + i] = value + light - least(value, 1) * least(light, 1);
        }
}
