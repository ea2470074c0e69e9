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

#ifdef __cplusplus
}
#endif
