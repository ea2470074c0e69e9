// libcurl, opened when a program first loads something from the web.
//
// The library is not linked: it brings in some 30 others, which few programs need. Its functions are declared here, so
// that its headers are not needed to build. Source: libcurl 7, curl.h and easy.h.
#pragma once

#include <stddef.h>

enum {
    ccurl_ok = 0,
    /// The library is not installed, or too old.
    ccurl_missing = -1,
    /// The caller's `stop` said so.
    ccurl_stopped = 42,
    /// The server answered with an error; see `status`.
    ccurl_refused = 22,
};

/// Takes bytes; returns how many it took.
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);
/// Whether to stop.
typedef int (*ccurl_stop)(void *context, long long total, long long now, long long sent_total, long long sent);

/// Loads what is at an address that begins with http or https; blocks. Redirections are followed.
///
/// Thread-safe. `*status` is the server's, 0 without an answer. `reason` has room for 256 bytes and says what failed.
int ccurl_fetch(const char *address, ccurl_sink sink, ccurl_stop stop, void *context, long *status, char *reason);
