// Tesseract's C interface, through pointers.
//
// The library is not linked: it brings in 50 others, which a program that reads no text never needs. It is opened by
// ctx_load() on first use. Its functions are declared here, so that its headers are not needed to build.
// Source: Tesseract 5, capi.h.
#pragma once

typedef struct ctx_engine ctx_engine;
typedef struct ctx_iterator ctx_iterator;

/// How the text is arranged.
enum { ctx_sparse_text = 11 };

/// Parts of a page.
enum { ctx_line = 2, ctx_word = 3, ctx_symbol = 4 };

/// Every function that is used: its name in the library, its result and its parameters.
#define CTX_FUNCTIONS(X)                                                                                             \
    X(BaseAPICreate, ctx_engine *, (void))                                                                           \
    X(BaseAPIDelete, void, (ctx_engine *))                                                                           \
    X(BaseAPIInit4, int,                                                                                             \
      (ctx_engine *, const char *folder, const char *languages, int mode, char **configurations, int count,         \
       char **names, char **values, unsigned long variable_count, int only_for_users))                               \
    X(BaseAPISetPageSegMode, void, (ctx_engine *, int mode))                                                         \
    X(BaseAPISetImage, void,                                                                                         \
      (ctx_engine *, const unsigned char *pixels, int width, int height, int bytes_per_pixel, int bytes_per_line))   \
    X(BaseAPISetSourceResolution, void, (ctx_engine *, int pixels_per_inch))                                         \
    X(BaseAPIRecognize, int, (ctx_engine *, void *monitor))                                                          \
    X(BaseAPIClear, void, (ctx_engine *))                                                                            \
    X(BaseAPIGetIterator, ctx_iterator *, (ctx_engine *))                                                            \
    X(BaseAPIGetAvailableLanguagesAsVector, char **, (ctx_engine *))                                                 \
    X(ResultIteratorDelete, void, (ctx_iterator *))                                                                  \
    X(ResultIteratorNext, int, (ctx_iterator *, int part))                                                           \
    X(ResultIteratorGetUTF8Text, char *, (const ctx_iterator *, int part))                                           \
    X(ResultIteratorConfidence, float, (const ctx_iterator *, int part))                                             \
    X(PageIteratorIsAtBeginningOf, int, (const ctx_iterator *, int part))                                            \
    X(PageIteratorBoundingBox, int,                                                                                  \
      (const ctx_iterator *, int part, int *left, int *top, int *right, int *bottom))                                \
    X(DeleteText, void, (const char *))                                                                              \
    X(DeleteTextArray, void, (char **))

/// The functions, without their common prefix. A page iterator is what a result iterator begins with.
typedef struct ctx_functions {
#define CTX_MEMBER(name, result, parameters) result(*name) parameters;
    CTX_FUNCTIONS(CTX_MEMBER)
#undef CTX_MEMBER
} ctx_functions;

/// Opens the library and finds the functions.
///
/// Not thread-safe: call it once. On failure `*problem` is a sentence in static storage and NULL is returned.
const ctx_functions *ctx_load(const char **problem);
