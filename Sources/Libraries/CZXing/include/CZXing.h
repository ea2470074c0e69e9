// The functions of zxing-cpp that are used, for C: the library's own interface is C++.
//
// The library is not linked: czx_load() opens it, so that a program that reads no codes does not wait for it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library, once.
///
/// Gives NULL, or what is missing; the text stays valid. The functions below call it, and find and make nothing then.
const char *czx_load(void);

/// Kinds of codes; they can be combined.
enum {
    czx_aztec = 1 << 0,
    czx_codabar = 1 << 1,
    czx_code39 = 1 << 2,
    czx_code93 = 1 << 3,
    czx_code128 = 1 << 4,
    czx_data_bar = 1 << 5,
    czx_data_bar_expanded = 1 << 6,
    czx_data_matrix = 1 << 7,
    czx_ean8 = 1 << 8,
    czx_ean13 = 1 << 9,
    czx_itf = 1 << 10,
    czx_pdf417 = 1 << 11,
    czx_qr = 1 << 12,
    czx_micro_qr = 1 << 13,
    czx_upce = 1 << 14,
};

/// A code that was found.
typedef struct czx_code {
    uint32_t kind;
    /// Top left, top right, bottom right, bottom left of the code as it is read, in pixels of the picture.
    int32_t x[4], y[4];
    /// UTF-8, not terminated; NULL when what the code holds is no text.
    const char *text;
    size_t text_length;
    /// What error correction left of a QR code's codewords; empty for other kinds.
    const uint8_t *payload;
    size_t payload_length;
    /// 'L', 'M', 'Q' or 'H' for a QR code.
    char correction_level;
} czx_code;

typedef struct czx_codes czx_codes;

/// Looks for codes of the kinds given, in any orientation.
///
/// - luma: `height` rows of `width` samples, `sample_stride` bytes from one to the next.
/// Gives NULL when there is none, or no memory. The result belongs to the caller.
czx_codes *czx_read(
    const uint8_t *luma, int width, int height, int row_stride, int sample_stride, uint32_t kinds);

size_t czx_count(const czx_codes *codes);
/// Valid until the codes are freed.
const czx_code *czx_at(const czx_codes *codes, size_t index);
void czx_free(czx_codes *codes);

/// Makes a code of `kind`, without a border.
///
/// - correction_level: 0 to 3 for L, M, Q and H of a QR code; 0 to 8 for Aztec codes (in eighths of the data) and PDF417; -1
///   for the library's choice.
/// Gives `width * height` bytes, 1 for black, which the caller frees with `free`; NULL for what such a code cannot hold.
uint8_t *czx_write(
    uint32_t kind, const uint8_t *bytes, size_t count, int correction_level, int *width, int *height);

#ifdef __cplusplus
}
#endif
