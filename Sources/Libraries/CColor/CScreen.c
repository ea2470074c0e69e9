#include "CScreen.h"

#include <string.h>

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
/// As in CColor.c.
#define VECTORIZED __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define VECTORIZED
#endif

#define INLINE static inline __attribute__((always_inline))

enum { part = 256 };

/// Some pixels: codes, then light, then codes again.
typedef struct {
    float red[part], green[part], blue[part];
} pixels;

INLINE float least(float a, float b) { return a < b ? a : b; }
INLINE float most(float a, float b) { return a > b ? a : b; }
/// As `sqrtf`, which is not vectorized, because it may set `errno`.
INLINE float root(float value) { return __builtin_elementwise_sqrt(value); }

// Powers and logarithms would take five times as long. Each polynomial below is the interpolation at Chebyshev's nodes of
// what its comment says; the shown code that comes out is off by 0.2 of 255 at most.

/// The light of the scene; white is 1. Source: ITU-R BT.2100-2, table 5 (inverse OETF); BT.2408, 2.2 (white is at 0.265).
INLINE float hlg_light(float code) {
    // The square root of light, from 0.5 to 1.
    float bright = 0.5564931f + code * (-1.4282547f + code * (4.1451429f + code * (-3.7537833f + code * 2.4228719f)));
    float both = code <= 0.5f ? code * 1.1215443f : bright;
    return both * both;
}

/// The light of the screen; white is 1. All that is brighter than 2461 cd/m² counts as that.
/// Source: ITU-R BT.2100-2, table 4 (EOTF); BT.2408, 2.2 (white is at 203 cd/m²).
INLINE float pq_light(float code) {
    float c = least(code, 0.85f);
    // The fourth root of light, from 0.05 to 0.85.
    float fourth =
        0.05795868f + c * (1.56487101f + c * (-2.11728939f + c * (7.17117058f + c * (-9.20158961f + c * (6.92017197f + c * -1.75970697f)))));
    float square = fourth * fourth;
    return square * square;
}

/// BT.709's curve: what a camera without high dynamic range writes of the same light. Source: ITU-R BT.709-6, 1.2.
INLINE float camera_code(float light) {
    float r = least(root(most(light, 0)), 1.95f);
    // 1.099 r^0.9 - 0.099, from 0.134 to 1.95.
    float curve = -0.08243475f + r * (1.26321225f + r * (-0.31997739f + r * (0.20149984f + r * (-0.07337468f + r * 0.01093813f))));
    return light < 0.018f ? 4.5f * most(light, 0) : curve;
}

/// Source: IEC 61966-2-1.
INLINE float screen_code(float light) {
    float r = least(root(root(most(light, 0))), 2.65f);
    // 1.055 r^(5/3) - 0.055, from 0.237 to 2.65.
    float curve = -0.07256588f + r * (0.25284701f + r * (0.98982706f + r * (-0.21271148f + r * (0.04717728f + r * -0.00472853f))));
    return light < 0.0031308f ? 12.92f * most(light, 0) : curve;
}

/// The factor of a color's codes, so that the largest fits. Below the knee nothing changes. Above it the curve goes on
/// smoothly, and the brightest value of the format becomes the screen's white.
INLINE float fitting(float largest, float brightest) {
    const float knee = 0.94f, rest = 1 - knee;
    // The curve is knee + bend * above / (above + rest).
    float bend = rest * (brightest - knee + rest) / (brightest - knee);
    float above = most(largest - knee, 0);
    float factor = (knee * rest + (knee + bend) * above) / ((above + rest) * largest);
    return largest > knee ? factor : 1;
}

INLINE uint32_t byte(float value) { return (uint32_t)(int32_t)(least(value, 255) + 0.5f); }

/// One pass for each kind of curve, so that each is vectorized.
#define SHOW(to_light, to_code, brightest)                                                          \
    for (int x = 0; x < count; x++) {                                                               \
        float r = to_light(least(most(p->red[x], 0), 1));                                           \
        float g = to_light(least(most(p->green[x], 0), 1));                                         \
        float b = to_light(least(most(p->blue[x], 0), 1));                                          \
        float red = to_code(m[0] * r + m[1] * g + m[2] * b);                                        \
        float green = to_code(m[3] * r + m[4] * g + m[5] * b);                                      \
        float blue = to_code(m[6] * r + m[7] * g + m[8] * b);                                       \
        float factor = 255 * fitting(most(red, most(green, blue)), brightest);                      \
        result[x] = 0xff000000u | byte(red * factor) << 16 | byte(green * factor) << 8 | byte(blue * factor); \
    }

/// From codes to the pixels of a screen.
INLINE void show(
    const pixels *p, int count, const screen_colors *colors, uint32_t *restrict result
) {
    const float *m = colors->primaries;
    if (colors->transfer == screen_hlg) {
        // The codes of the most light: 3.77 and 12.1.
        SHOW(hlg_light, camera_code, 1.8987f)
    } else {
        SHOW(pq_light, screen_code, 2.9288f)
    }
}

/// What chroma adds to luma, for `count` pixels.
INLINE void add_chroma(
    pixels *p, int index, float cb, float cr, const screen_colors *c
) {
    float u = cb * c->chroma_scale - c->chroma_middle, v = cr * c->chroma_scale - c->chroma_middle;
    float red = c->red_cr * v, green = c->green_cb * u + c->green_cr * v, blue = c->blue_cb * u;
    p->red[2 * index] = p->red[2 * index + 1] = red;
    p->green[2 * index] = p->green[2 * index + 1] = green;
    p->blue[2 * index] = p->blue[2 * index + 1] = blue;
}

#define SHOW_ROW                                                                                      \
    const screen_colors c = *colors;                                                                  \
    pixels p;                                                                                         \
    uint32_t result[part];                                                                            \
    for (int start = 0; start < width; start += part) {                                               \
        int count = width - start < part ? width - start : part;                                      \
        for (int x = 0; x < (count + 1) / 2; x++) {                                                   \
            add_chroma(&p, x, cb[(start / 2 + x) * step], cr[(start / 2 + x) * step], &c);            \
        }                                                                                             \
        for (int x = 0; x < count; x++) {                                                             \
            float y = luma[start + x] * c.y_scale - c.y_black;                                        \
            p.red[x] += y;                                                                            \
            p.green[x] += y;                                                                          \
            p.blue[x] += y;                                                                           \
        }                                                                                             \
        show(&p, count, &c, result);                                                                  \
        memcpy(target + 4 * (size_t)start, result, 4 * (size_t)count);                                \
    }

VECTORIZED
void screen_row_8(
    const uint8_t *luma, const uint8_t *cb, const uint8_t *cr, int step, int width, const screen_colors *colors,
    uint8_t *target
) {
    SHOW_ROW
}

VECTORIZED
void screen_row_16(
    const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, int step, int width, const screen_colors *colors,
    uint8_t *target
) {
    SHOW_ROW
}

VECTORIZED
void screen_row_bgra(const uint8_t *source, int width, const screen_colors *colors, uint8_t *target) {
    const screen_colors c = *colors;
    pixels p;
    uint32_t result[part];
    for (int start = 0; start < width; start += part) {
        int count = width - start < part ? width - start : part;
        const uint8_t *bytes = source + 4 * (size_t)start;
        for (int x = 0; x < count; x++) {
            p.blue[x] = bytes[4 * x] * (1 / 255.0f);
            p.green[x] = bytes[4 * x + 1] * (1 / 255.0f);
            p.red[x] = bytes[4 * x + 2] * (1 / 255.0f);
        }
        show(&p, count, &c, result);
        for (int x = 0; x < count; x++) {
            uint32_t pixel = (result[x] & 0xffffff) | (uint32_t)bytes[4 * x + 3] << 24;
            memcpy(target + 4 * (size_t)(start + x), &pixel, 4);
        }
    }
}

VECTORIZED
void color_narrow(const uint16_t *source, int bits, int count, uint8_t *target) {
    int shift = bits - 8, half = 1 << shift >> 1;
    for (int x = 0; x < count; x++) {
        int32_t nearest = (source[x] + half) >> shift;
        target[x] = (uint8_t)(nearest > 255 ? 255 : nearest);
    }
}
