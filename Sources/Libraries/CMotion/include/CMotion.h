// How one picture of a stream moved against the one before it, and moving a picture: the loops over all pixels of
// video stabilization.
//
// In C because in Swift they are as fast only with unsafe arithmetic throughout, and fifty times slower in a debug build.
//
// Rows hold 8-bit samples, or 16-bit ones; strides are in bytes. `_16` is the second kind.
#pragma once
#include <stddef.h>
#include <stdint.h>

// MARK: Moving a picture

/// Where a pixel of the new picture comes from, in pixels from the left and upper edge of the old one:
/// (x0 + xx * column + xy * row, y0 + yx * column + yy * row).
typedef struct {
    double xx, xy, x0;
    double yx, yy, y0;
} motion_map;

/// A plane to read from or write to. At most 32767 samples wide and high.
typedef struct {
    uint8_t *base;
    ptrdiff_t stride;
    int width, height;
} motion_plane;

/// Fills `target` with what `map` finds in `source`, mixed from the four nearest pixels; beyond the edges, the pixels of
/// the edge. The map turns by less than 45 degrees and does not mirror. `_pairs` is for planes of interleaved pairs,
/// whose width is in pairs.
void motion_warp_8(motion_plane source, motion_plane target, motion_map map);
void motion_warp_pairs_8(motion_plane source, motion_plane target, motion_map map);
void motion_warp_16(motion_plane source, motion_plane target, motion_map map);
void motion_warp_pairs_16(motion_plane source, motion_plane target, motion_map map);

// MARK: Finding a motion

/// The mean of `factor` by `factor` samples (1, 2, 4 or 8), in 8 bits each.
void motion_shrink_8(motion_plane source, int factor, motion_plane target);
void motion_shrink_16(motion_plane source, int factor, motion_plane target);

/// A place where the picture changes, and how.
typedef struct {
    int16_t x, y;
    float value;
    /// By how much the value rises from one pixel to the next.
    float dx, dy;
} motion_point;

/// The most structured place of each cell of `cell` by `cell` pixels that has any, without the edges of the picture.
///
/// Returns how many there are: at most (width / cell) * (height / cell).
int motion_points(motion_plane picture, int cell, motion_point *points);

/// How the contents of a picture moved: turned by `angle` (radians, clockwise) around the middle, then shifted.
typedef struct {
    double x, y, angle;
} motion;

/// Refines `guess` so that `points` of one picture are found again in another of the same size. What moves by itself,
/// and a change of brightness, has little effect.
///
/// Returns the part of the points that were found again, 0 to 1.
double motion_align(const motion_point *points, int count, motion_plane picture, motion *guess);
