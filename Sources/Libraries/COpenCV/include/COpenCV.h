// What is used of OpenCV, behind functions of C: its own interface is C++.
//
// The library is neither linked nor needed to build: ocv_load() opens it. Its headers are not used either. The few types
// that pass the border are declared in COpenCV.cpp; version 4.6, whose name is in the library's, fixes their layout.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Rows of 8-bit samples.
typedef struct ocv_picture {
    const uint8_t *base;
    int width;
    int height;
    size_t bytes_per_row;
} ocv_picture;

/// A found object in pixels, and how many overlapping windows of the search agreed on it.
typedef struct ocv_object {
    int x;
    int y;
    int width;
    int height;
    int votes;
} ocv_object;

typedef struct ocv_point {
    int x;
    int y;
} ocv_point;

/// A convex quadrilateral in pixels: its corners in the order of its outline.
typedef struct ocv_quadrilateral {
    ocv_point corners[4];
} ocv_quadrilateral;

typedef struct ocv_cascade ocv_cascade;

/// Whether the library's file is where Debian has it; loads nothing.
int ocv_is_installed(void);

/// Opens the library and finds the functions; later calls return what the first one did. Any thread.
///
/// Returns NULL, or after a failure a sentence in static storage.
const char *ocv_load(void);

/// Reads a cascade of classifiers. NULL if the file is not one. After ocv_load().
ocv_cascade *ocv_cascade_open(const char *file);

void ocv_cascade_close(ocv_cascade *cascade);

/// Finds upright objects of at least `smallest` pixels. One thread at a time for each cascade.
///
/// `step` is the ratio of one searched size to the next. An object that gets fewer than `votes` is left out. Returns how
/// many were written to `objects`, or -1 if the library failed.
int ocv_cascade_find(
    ocv_cascade *cascade, ocv_picture picture, double step, int votes, int smallest, ocv_object *objects, int capacity);

/// Finds outlines with four corners, by the edges in the picture. After ocv_load(); any thread.
///
/// `low` and `high` are Canny's thresholds; `smallest` the least area of an outline in pixels. One outline is often found
/// twice, from inside and outside. Returns how many were written, or -1 if the library failed.
int ocv_find_quadrilaterals(
    ocv_picture picture, double low, double high, double smallest, ocv_quadrilateral *found, int capacity);

typedef struct ocv_contours ocv_contours;

/// Finds the outlines of what is not 0, and of the holes in it. After ocv_load(); any thread.
///
/// NULL if the library failed.
ocv_contours *ocv_contours_find(ocv_picture picture);

void ocv_contours_free(ocv_contours *contours);

int ocv_contours_count(const ocv_contours *contours);

/// The pixels where an outline turns; valid as long as the contours.
const ocv_point *ocv_contours_points(const ocv_contours *contours, int index, int *count);

/// The outline around this one, -1 for none.
int ocv_contours_parent(const ocv_contours *contours, int index);

/// How far something moved, in samples to the right and down, and how sure that is: 1 for the same picture.
typedef struct ocv_shift {
    double x;
    double y;
    double response;
} ocv_shift;

/// Finds how the contents of `to` lie in relation to those of `from`, by phase correlation. Both have rows of `width`
/// samples without padding, whose edges should fade out. After ocv_load(); any thread. Returns 0, or -1 if it failed.
int ocv_find_shift(const float *from, const float *to, int width, int height, ocv_shift *shift);

/// Finds where places of `from` are in `to`, as seen from another direction, by what stands out in both.
///
/// `features`: how many places are compared. `matrix`: three rows of three numbers, for columns of x, y and 1 in pixels.
/// `matches`: how many places look alike. Returns how many of them agree with the matrix, 0 if there is none, or -1 if the
/// library failed. After ocv_load(); any thread.
int ocv_find_homography(ocv_picture from, ocv_picture to, int features, double *matrix, int *matches);

#ifdef __cplusplus
}
#endif
