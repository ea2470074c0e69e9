#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

typedef void handle;

static struct {
    int (*global_init)(long flags);
    handle *(*easy_init)(void);
    int (*easy_setopt)(handle *, int option, ...);
    int (*easy_perform)(handle *);
    int (*easy_getinfo)(handle *, int info, ...);
    void (*easy_cleanup)(handle *);
    const char *(*easy_strerror)(int code);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name))
    is_loaded = FIND(global_init) && FIND(easy_init) && FIND(easy_setopt) && FIND(easy_perform) && FIND(easy_getinfo)
        && FIND(easy_cleanup) && FIND(easy_strerror) && curl.global_init(3 /* all */) == 0;
#undef FIND
}

int ccurl_fetch(const char *address, ccurl_sink sink, ccurl_stop stop, void *context, long *status, char *reason) {
    reason[0] = 0;
    *status = 0;
    pthread_once(&once, load);
    handle *transfer = is_loaded ? curl.easy_init() : NULL;
    if (!transfer) {
        snprintf(reason, 256, "libcurl.so.4 cannot be loaded; install the package libcurl4");
        return ccurl_missing;
    }
    curl.easy_setopt(transfer, 10002 /* URL */, address);
    curl.easy_setopt(transfer, 20011 /* WRITEFUNCTION */, sink);
    curl.easy_setopt(transfer, 10001 /* WRITEDATA */, context);
    curl.easy_setopt(transfer, 20219 /* XFERINFOFUNCTION */, stop);
    curl.easy_setopt(transfer, 10057 /* XFERINFODATA */, context);
    curl.easy_setopt(transfer, 43 /* NOPROGRESS */, 0L);
    curl.easy_setopt(transfer, 10010 /* ERRORBUFFER */, reason);
    curl.easy_setopt(transfer, 45 /* FAILONERROR */, 1L);
    curl.easy_setopt(transfer, 52 /* FOLLOWLOCATION */, 1L);
    curl.easy_setopt(transfer, 68 /* MAXREDIRS */, 10L);
    // HTTP and HTTPS alone: an address of the web must not lead to a file of this machine.
    curl.easy_setopt(transfer, 181 /* PROTOCOLS */, 3L);
    curl.easy_setopt(transfer, 182 /* REDIR_PROTOCOLS */, 3L);
    // Signals are the program's.
    curl.easy_setopt(transfer, 99 /* NOSIGNAL */, 1L);
    curl.easy_setopt(transfer, 10102 /* ACCEPT_ENCODING */, "");
    curl.easy_setopt(transfer, 78 /* CONNECTTIMEOUT */, 60L);
    // As Apple's requests: a minute without any data is too long.
    curl.easy_setopt(transfer, 19 /* LOW_SPEED_LIMIT */, 1L);
    curl.easy_setopt(transfer, 20 /* LOW_SPEED_TIME */, 60L);
    int code = curl.easy_perform(transfer);
    curl.easy_getinfo(transfer, 0x200002 /* RESPONSE_CODE */, status);
    if (code && !reason[0]) snprintf(reason, 256, "%s", curl.easy_strerror(code));
    curl.easy_cleanup(transfer);
    return code;
}
