// libheif's types and constants, and its functions through pointers.
//
// The library is not linked: it brings in HEVC and AV1 codecs, which a program that reads no HEIF file never needs. It is
// opened by hfx_load() on first use.
#pragma once

#include <libheif/heif.h>

// Every function that is used; one line here makes it callable as hfx_functions.name.
#define HFX_FUNCTIONS(X)                         \
    X(heif_context_alloc)                        \
    X(heif_context_free)                         \
    X(heif_context_get_primary_image_handle)     \
    X(heif_context_read_from_memory_without_copy) \
    X(heif_context_set_maximum_image_size_limit) \
    X(heif_decode_image)                         \
    X(heif_decoding_options_alloc)               \
    X(heif_decoding_options_free)                \
    X(heif_image_get_bits_per_pixel_range)       \
    X(heif_image_get_chroma_format)              \
    X(heif_image_get_plane_readonly)             \
    X(heif_image_get_primary_height)             \
    X(heif_image_get_primary_width)              \
    X(heif_image_handle_get_height)              \
    X(heif_image_handle_get_nclx_color_profile)  \
    X(heif_image_handle_get_list_of_thumbnail_IDs) \
    X(heif_image_handle_get_number_of_thumbnails) \
    X(heif_image_handle_get_thumbnail)           \
    X(heif_image_handle_get_width)               \
    X(heif_image_handle_release)                 \
    X(heif_image_release)                        \
    X(heif_nclx_color_profile_free)

/// The functions, under their own names.
typedef struct hfx_functions {
#define HFX_MEMBER(name) __typeof__(&name) name;
    HFX_FUNCTIONS(HFX_MEMBER)
#undef HFX_MEMBER
} hfx_functions;

/// Opens the library and finds the functions.
///
/// Not thread-safe: call it once. On failure `*problem` is a sentence in static storage and NULL is returned.
const hfx_functions *hfx_load(const char **problem);
