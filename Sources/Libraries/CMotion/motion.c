#include "CMotion.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// MARK: Shrinking

/// Samples of a row that are summed at a time.
enum { part = 2048 };

#define SHRINK(NAME, SAMPLE, SHIFT) \
    void NAME(motion_plane source, int factor, motion_plane target) { \
        uint32_t sums[part]; \
        int columns = part / factor, area = factor * factor; \
        for (int row = 0; row < target.height; row++) { \
            for (int first = 0; first < target.width; first += columns) { \
                int count = target.width - first < columns ? target.width - first : columns; \
                memset(sums, 0, sizeof(uint32_t) * (size_t)(count * factor)); \
                for (int line = 0; line < factor; line++) { \
                    const SAMPLE *samples = \
                        (const SAMPLE *)(source.base + (row * factor + line) * source.stride) + first * factor; \
                    for (int i = 0; i < count * factor; i++) sums[i] += (uint32_t)(samples[i] >> SHIFT); \
                } \
                uint8_t *result = target.base + row * target.stride + first; \
                for (int i = 0; i < count; i++) { \
                    uint32_t sum = (uint32_t)area / 2; \
                    for (int j = 0; j < factor; j++) sum += sums[i * factor + j]; \
                    result[i] = (uint8_t)(sum / (uint32_t)area); \
                } \
            } \
        } \
    }
SHRINK(motion_shrink_8, uint8_t, 0)
SHRINK(motion_shrink_16, uint16_t, 8)

// MARK: Points

/// Weaker changes are noise. The square of twice a slope in levels a pixel.
static const int least_structure = 12 * 12;
/// Pixels at the edges of a picture that hold no point.
enum { margin = 2 };

int motion_points(motion_plane picture, int cell, motion_point *points) {
    int count = 0;
    for (int top = margin; top + cell <= picture.height - margin; top += cell) {
        for (int left = margin; left + cell <= picture.width - margin; left += cell) {
            int best = least_structure;
            motion_point found = {.x = -1};
            for (int y = top; y < top + cell; y++) {
                const uint8_t *row = picture.base + y * picture.stride;
                for (int x = left; x < left + cell; x++) {
                    int dx = row[x + 1] - row[x - 1], dy = row[x + picture.stride] - row[x - picture.stride];
                    int structure = dx * dx + dy * dy;
                    if (structure <= best) continue;
                    best = structure;
                    found = (motion_point){
                        .x = (int16_t)x, .y = (int16_t)y, .value = row[x], .dx = dx / 2.0f, .dy = dy / 2.0f};
                }
            }
            if (found.x >= 0) points[count++] = found;
        }
    }
    return count;
}

// MARK: Alignment
//
// The Gauss-Newton method, in the inverse compositional form of Baker and Matthews. The points' gradients say which
// small motion of the first picture explains the differences, and its inverse is composed with the guess. The unknowns
// are that motion, and gain and offset of the brightness. Points that fit badly get no weight (Tukey).

enum { unknowns = 5, most_rounds = 12 };
/// A point that differs by less, in levels, is found again.
static const float found_again = 12;

/// Solves a symmetric, positive system in place by Cholesky's method.
static void solve(double a[unknowns][unknowns], double b[unknowns]) {
    for (int i = 0; i < unknowns; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(fmax(sum, 1e-9)) : sum / a[j][j];
        }
    }
    for (int i = 0; i < unknowns; i++) {
        for (int k = 0; k < i; k++) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = unknowns - 1; i >= 0; i--) {
        for (int k = i + 1; k < unknowns; k++) b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
}

/// The value between four pixels, or -1 outside of the picture.
static inline float value_at(motion_plane picture, float x, float y) {
    if (!(x >= 0 && y >= 0 && x < (float)(picture.width - 1) && y < (float)(picture.height - 1))) return -1;
    int column = (int)x, row = (int)y;
    float right = x - (float)column, lower = y - (float)row;
    const uint8_t *at = picture.base + row * picture.stride + column;
    float top = at[0] + right * (at[1] - at[0]);
    float bottom = at[picture.stride] + right * (at[picture.stride + 1] - at[picture.stride]);
    return top + lower * (bottom - top);
}

/// The middle of the absolute values that are not NaN.
static float median(const float *values, int count) {
    enum { steps_per_level = 8, bins = 256 * steps_per_level };
    static const float top = bins - 1;
    uint32_t histogram[bins] = {0};
    uint32_t total = 0;
    for (int i = 0; i < count; i++) {
        if (isnan(values[i])) continue;
        float step = fabsf(values[i]) * steps_per_level;
        histogram[(int)(step < top ? step : top)]++;
        total++;
    }
    uint32_t sum = 0;
    for (int i = 0; i < bins; i++) {
        sum += histogram[i];
        if (2 * sum >= total) return ((float)i + 0.5f) / steps_per_level;
    }
    return 0;
}

double motion_align(const motion_point *points, int count, motion_plane picture, motion *guess) {
    if (count == 0) return 0;
    float middle_x = (float)(picture.width - 1) / 2, middle_y = (float)(picture.height - 1) / 2;
    // Angles count by how far they move the edge, so that all unknowns are of one size.
    float reach = middle_x;
    float *differences = malloc(sizeof(float) * (size_t)count);
    float *rest = malloc(sizeof(float) * (size_t)count);
    if (!differences || !rest) {
        free(differences);
        free(rest);
        return 0;
    }
    double gain = 0, offset = 0;
    int found = 0;
    for (int round = 0; round < most_rounds; round++) {
        float cosine = (float)cos(guess->angle), sine = (float)sin(guess->angle);
        for (int i = 0; i < count; i++) {
            float x = (float)points[i].x - middle_x, y = (float)points[i].y - middle_y;
            float value = value_at(
                picture, cosine * x - sine * y + (float)guess->x + middle_x,
                sine * x + cosine * y + (float)guess->y + middle_y);
            differences[i] = value < 0 ? NAN : value - points[i].value;
            rest[i] = differences[i] - (float)(gain * (points[i].value - 128) + offset);
        }
        float limit = 4.685f * 1.4826f * median(rest, count);
        if (limit < 6) limit = 6;
        double a[unknowns][unknowns] = {{0}}, b[unknowns] = {0};
        found = 0;
        for (int i = 0; i < count; i++) {
            if (fabsf(rest[i]) < found_again) found++;
            float part = rest[i] / limit;
            if (!(part * part < 1)) continue;
            float weight = (1 - part * part) * (1 - part * part);
            float x = (float)points[i].x - middle_x, y = (float)points[i].y - middle_y;
            float slopes[unknowns] = {
                points[i].dx, points[i].dy, (points[i].dy * x - points[i].dx * y) / reach, points[i].value - 128, 1};
            for (int j = 0; j < unknowns; j++) {
                for (int k = 0; k <= j; k++) a[j][k] += weight * slopes[j] * slopes[k];
                b[j] += weight * slopes[j] * differences[i];
            }
        }
        // Without structure in a direction, the picture does not say how it moved there: it did not.
        for (int j = 0; j < unknowns; j++) a[j][j] += 100;
        solve(a, b);
        gain = b[3];
        offset = b[4];
        double turn = b[2] / reach;
        guess->angle -= turn;
        double c = cos(guess->angle), s = sin(guess->angle);
        guess->x -= c * b[0] - s * b[1];
        guess->y -= s * b[0] + c * b[1];
        if (fabs(b[0]) + fabs(b[1]) + fabs(b[2]) < 0.003) break;
    }
    free(differences);
    free(rest);
    return (double)found / count;
}
