// Files that are far away: loaded before a program's libraries, what changes or opens a file takes up to SLOW_FILES microseconds
// longer, as each is a message to a server and its answer. Reading and writing what is open is as fast as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static void wait_for_server(void) {
    static __thread unsigned state;
    static long most = -1;
    if (most < 0) most = atol(getenv("SLOW_FILES") ?: "0");
    if (!state) state = (unsigned)gettid();
    if (most > 0) usleep((useconds_t)(rand_r(&state) % most));
}

#define SLOW(type, name, parameters, arguments) \
    type name parameters { \
        static type(*next) parameters; \
        if (!next) next = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
        wait_for_server(); \
        return next arguments; \
    }

SLOW(int, rename, (const char *from, const char *to), (from, to))
SLOW(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
SLOW(int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
SLOW(int, link, (const char *from, const char *to), (from, to))
SLOW(int, unlink, (const char *path), (path))
SLOW(int, rmdir, (const char *path), (path))
SLOW(int, mkdir, (const char *path, mode_t mode), (path, mode))
SLOW(int, fsync, (int file), (file))
SLOW(int, fdatasync, (int file), (file))
SLOW(int, ftruncate, (int file, off_t size), (file, size))
SLOW(int, ftruncate64, (int file, off64_t size), (file, size))

static mode_t mode_of(int flags, va_list list) { return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0; }

#define SLOW_OPEN(name) \
    int name(const char *path, int flags, ...) { \
        static int (*next)(const char *, int, ...); \
        if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = mode_of(flags, list); \
        va_end(list); \
        /* What is only read is mostly a part of the program. */ \
        if (flags & O_ACCMODE) wait_for_server(); \
        return next(path, flags, mode); \
    }

SLOW_OPEN(open)
SLOW_OPEN(open64)
