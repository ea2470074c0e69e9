#include "CFFmpeg.h"

#include <dlfcn.h>
#include <stdio.h>

static ffx_functions functions;
static char problem_text[256];

static void discard_log(void *context, int level, const char *format, va_list arguments) {
    (void)context;
    (void)level;
    (void)format;
    (void)arguments;
}

static void *open_library(const char *name, int version) {
    char soname[64];
    snprintf(soname, sizeof soname, "lib%s.so.%d", name, version);
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        snprintf(problem_text, sizeof problem_text, "%s cannot be loaded; install the package lib%s%d", soname, name,
                 version);
    return library;
}

static void *find_function(void *library, const char *name) {
    void *function = dlsym(library, name);
    if (!function) snprintf(problem_text, sizeof problem_text, "the installed FFmpeg has no function %s", name);
    return function;
}

const ffx_functions *ffx_load(const char **problem) {
    *problem = problem_text;
    // In order of dependency, lowest first, so that the message names the package that is really missing.
    void *avutil = open_library("avutil", LIBAVUTIL_VERSION_MAJOR);
    if (!avutil) return NULL;
    void *swresample = open_library("swresample", LIBSWRESAMPLE_VERSION_MAJOR);
    if (!swresample) return NULL;
    void *avcodec = open_library("avcodec", LIBAVCODEC_VERSION_MAJOR);
    if (!avcodec) return NULL;
    void *avformat = open_library("avformat", LIBAVFORMAT_VERSION_MAJOR);
    if (!avformat) return NULL;

#define FFX_FIND(library, name) \
    if (!(functions.name = (__typeof__(functions.name))find_function(library, #name))) return NULL;
    FFX_FUNCTIONS(FFX_FIND)
#undef FFX_FIND

    functions.av_log_set_callback(discard_log);
    functions.av_log_set_level(AV_LOG_QUIET);
    *problem = NULL;
    return &functions;
}
