// alsa-lib, and the two things about it that Swift cannot express.
#pragma once
#include <alsa/asoundlib.h>

static void calsa_ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Keeps alsa-lib from printing its own messages to stderr; every call also returns an error code.
static inline void calsa_be_quiet(void) {
    snd_lib_error_set_handler(calsa_ignore);
}
