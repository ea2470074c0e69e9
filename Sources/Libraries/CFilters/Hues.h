// Colors as hue, saturation and luminosity. Source: W3C, Compositing and Blending Level 1, 10.2 (non-separable blend modes).
#pragma once
#include "Curves.h"

typedef struct { float r, g, b; } color;

INLINE float least_of(color c) { return least(least(c.r, c.g), c.b); }
INLINE float most_of(color c) { return most(most(c.r, c.g), c.b); }
INLINE float luminosity(color c) { return 0.3f * c.r + 0.59f * c.g + 0.11f * c.b; }
INLINE float saturation(color c) { return most_of(c) - least_of(c); }

/// Nearer to a gray, by a factor.
INLINE color toward_gray(color c, float gray, float factor) {
    return (color){ gray + (c.r - gray) * factor, gray + (c.g - gray) * factor, gray + (c.b - gray) * factor };
}

/// The color with another luminosity; what would be outside of 0 … 1 loses saturation instead.
INLINE color with_luminosity(color c, float wanted) {
    float d = wanted - luminosity(c);
    color moved = { c.r + d, c.g + d, c.b + d };
    float low = least_of(moved), high = most_of(moved);
    if (low < 0 && low < wanted) moved = toward_gray(moved, wanted, most(wanted, 0) / (wanted - low));
    // Light beyond white has no saturation left.
    if (high > 1 && high > wanted) moved = toward_gray(moved, wanted, most(1 - wanted, 0) / (high - wanted));
    return moved;
}

/// The color with another saturation, and 0 as its least component.
INLINE color with_saturation(color c, float wanted) {
    float low = least_of(c), range = most_of(c) - low;
    float factor = range > 0 ? wanted / range : 0;
    return (color){ (c.r - low) * factor, (c.g - low) * factor, (c.b - low) * factor };
}
