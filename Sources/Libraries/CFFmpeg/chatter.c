#define _GNU_SOURCE
#include "CFFmpeg.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int silences;
static FILE *filter;
static FILE *unfiltered;

/// Debian's libjxl 0.7 prints where in its sources it found damage.
static const char chatter[] = "./lib/jxl/";

static ssize_t pass_on(void *cookie, const char *text, size_t count) {
    (void)cookie;
    if (count >= sizeof chatter - 1 && memcmp(text, chatter, sizeof chatter - 1) == 0) return (ssize_t)count;
    return (ssize_t)fwrite(text, 1, count, unfiltered);
}

void ffx_begin_silence(void) {
    pthread_mutex_lock(&lock);
    if (!filter) {
        filter = fopencookie(NULL, "w", (cookie_io_functions_t){.write = pass_on});
        // Each message arrives as a whole.
        if (filter) setvbuf(filter, NULL, _IONBF, 0);
    }
    if (filter && silences++ == 0) {
        unfiltered = stderr;
        stderr = filter;
    }
    pthread_mutex_unlock(&lock);
}

void ffx_end_silence(void) {
    pthread_mutex_lock(&lock);
    // The filter stays, for a thread that is about to print.
    if (filter && --silences == 0) stderr = unfiltered;
    pthread_mutex_unlock(&lock);
}
