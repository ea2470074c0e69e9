// Curves between codes and light, without libm's functions, which are not vectorized.
#pragma once
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
/// Compiled twice; the loader chooses the version that the processor supports. Not with the thread sanitizer: the
/// loader chooses before the sanitizer of clang 21 is set up, which then crashes.
#define VECTORIZED __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define VECTORIZED
#endif

#define INLINE static inline __attribute__((always_inline))

/// The most pixels of a run.
enum { part = 512 };

INLINE float least(float a, float b) { return a < b ? a : b; }
INLINE float most(float a, float b) { return a > b ? a : b; }
INLINE float magnitude(float value) { return __builtin_fabsf(value); }
/// As `sqrtf`, which is not vectorized, because it may set `errno`.
INLINE float root(float value) { return __builtin_elementwise_sqrt(value); }
/// Source: ITU-R BT.709-6, 3.2.
INLINE float luminance(float r, float g, float b) { return 0.2126f * r + 0.7152f * g + 0.0722f * b; }

// The polynomials are interpolations at Chebyshev's nodes; a power is off by a millionth of itself at most.

/// Of a positive value.
INLINE float binary_logarithm(float value) {
    int32_t bits;
    memcpy(&bits, &value, 4);
    // The significand that is left is from the root of 1/2 to the root of 2.
    int32_t exponent = (bits - 0x3f3504f3) >> 23;
    bits -= exponent << 23;
    float m;
    memcpy(&m, &bits, 4);
    float t = m - 1;
    return exponent
        + t * (1.44269496f + t * (-0.721352759f + t * (0.480924039f + t * (-0.360241986f + t * (0.287075611f
            + t * (-0.248821806f + t * (0.234209851f + t * -0.146203534f)))))));
}

INLINE float binary_power(float value) {
    float limited = least(most(value, -126), 127);
    int32_t whole = (int32_t)(limited + (limited < 0 ? -0.5f : 0.5f));
    float f = limited - whole;
    float fraction = 1.00000008f
        + f * (0.693147207f + f * (0.240221074f + f * (0.0555032721f + f * (0.0096760371f + f * 0.00134004322f))));
    int32_t bits = (whole + 127) << 23;
    float power;
    memcpy(&power, &bits, 4);
    return power * fraction;
}

/// Of a value that is not negative.
INLINE float raise(float value, float power) {
    float result = binary_power(power * binary_logarithm(most(value, 1e-30f)));
    return value > 0 ? result : 0;
}

/// Source: IEC 61966-2-1, extended to negative values by symmetry and beyond 1.
INLINE float srgb_light(float code) {
    float c = magnitude(code);
    float light = c <= 0.04045f ? c * (1 / 12.92f) : raise((c + 0.055f) * (1 / 1.055f), 2.4f);
    return __builtin_copysignf(light, code);
}

/// Source: IEC 61966-2-1. NaN becomes 0, as it does from codes to light.
INLINE float srgb_code(float light) {
    float l = most(magnitude(light), 0);
    float code = l <= 0.0031308f ? l * 12.92f : 1.055f * raise(l, 1 / 2.4f) - 0.055f;
    return __builtin_copysignf(code, light);
}

/// The same up to `usual_end`, where nearly all codes are: off by 0.01 of 255 at most, and three times as fast.
INLINE float usual_srgb_light(float code) {
    float c = magnitude(code);
    float curve = 0.000879625645f
        + c * (0.0343230062f + c * (0.49817473f + c * (0.784324486f + c * (-0.609665382f + c * (0.468937575f
            + c * (-0.22402048f + c * 0.0470450941f))))));
    return __builtin_copysignf(c <= 0.04045f ? c * (1 / 12.92f) : curve, code);
}

/// The same up to `usual_end`.
INLINE float usual_srgb_code(float light) {
    float l = magnitude(light);
    float r = root(root(l));
    float curve = -0.061770483f
        + r * (0.166583296f + r * (1.23735075f + r * (-0.543900078f + r * (0.260012311f + r * -0.0582693103f))));
    return __builtin_copysignf(l <= 0.0031308f ? l * 12.92f : curve, light);
}

static const float usual_end = 1.05f;

/// The light of the scene; white is 1. Source: ITU-R BT.2100-2, table 5 (inverse OETF); BT.2408, 2.2 (white is at 0.265).
INLINE float hlg_light(float code) {
    float c = most(code, 0);
    const float a = 0.17883277f, b = 0.28466892f, o = 0.55991073f;
    float light = c <= 0.5f ? c * c * (1 / 3.0f) : (binary_power((c - o) * (1.44269504f / a)) + b) * (1 / 12.0f);
    return light * (1 / 0.26496256f);
}

/// The light of the screen; white is 1. Source: ITU-R BT.2100-2, table 4 (EOTF); BT.2408, 2.2 (white is at 203 cd/m²).
INLINE float pq_light(float code) {
    float p = raise(most(code, 0), 32 / 2523.0f);
    float q = most(p - 0.8359375f, 0) / (18.8515625f - 18.6875f * p);
    return raise(q, 16384 / 2610.0f) * (10000 / 203.0f);
}
