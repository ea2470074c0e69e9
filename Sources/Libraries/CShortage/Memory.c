#define _GNU_SOURCE
#include "CShortage.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void (*_Atomic shortage_handler)(void);
static _Thread_local bool ends_the_program;
static atomic_bool is_said;

void memory_prepare_for_shortage(void (*on_shortage)(void)) { atomic_store(&shortage_handler, on_shortage); }

void memory_this_thread_ends_the_program(void) { ends_the_program = true; }

void memory_shortage_is_said(void) { atomic_store(&is_said, true); }

// What the process uses, in bytes, as the kernel counts it for RLIMIT_AS and RLIMIT_DATA.
static bool used_memory(uint64_t *space, uint64_t *data) {
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    char text[200];
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = 0;
    unsigned long long pages[6];
    if (sscanf(text, "%llu %llu %llu %llu %llu %llu", pages, pages + 1, pages + 2, pages + 3, pages + 4, pages + 5) != 6) {
        return false;
    }
    *space = pages[0] * (uint64_t)sysconf(_SC_PAGESIZE);
    *data = pages[5] * (uint64_t)sysconf(_SC_PAGESIZE);
    return true;
}

bool memory_limit_in_the_way_of(size_t bytes, char *text) {
    struct rlimit space, data;
    getrlimit(RLIMIT_AS, &space);
    getrlimit(RLIMIT_DATA, &data);
    uint64_t used_space = UINT64_MAX - bytes, used_data = UINT64_MAX - bytes;
    // Without it, a limit that there is is the likeliest reason.
    used_memory(&used_space, &used_data);
    if (data.rlim_cur != RLIM_INFINITY && used_data + bytes > data.rlim_cur) {
        snprintf(text, 40, "ulimit -d %llu", (unsigned long long)data.rlim_cur / 1024);
        return true;
    }
    if (space.rlim_cur != RLIM_INFINITY && used_space + bytes > space.rlim_cur) {
        snprintf(text, 40, "ulimit -v %llu", (unsigned long long)space.rlim_cur / 1024);
        return true;
    }
    return false;
}

// A sanitizer has functions of its own in their place, and frees nothing that it has not given.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

// glibc's own, by the names that it keeps for programs that replace them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// More than any picture takes that a camera makes. A damaged file may claim to hold a larger one; its library then says that
// there is no memory for it.
static const size_t most_to_expect = (size_t)256 << 20;

// Given back when nothing else is left, so that the thread that ends the program can make its sentence. In glibc's first
// arena, where all threads look at last. Never written to, so that it is only an address.
static void *reserve;

__attribute__((constructor)) static void keep_reserve(void) { reserve = __libc_malloc(96 << 10); }

static atomic_bool is_short;

static void write_sentence(size_t bytes) {
    char limit[40], text[200];
    const bool is_limited = memory_limit_in_the_way_of(bytes, limit);
    const int length = snprintf(text, sizeof text, "avcam: No further memory can be had%s%s%s.\n", is_limited ? " (" : "",
                                is_limited ? limit : "", is_limited ? "); raise the limit" : "; end other programs");
    if (write(STDERR_FILENO, text, (size_t)length) < 0) return;
}

// Returns `NULL` for what may be asked for by mistake.
__attribute__((cold, noinline)) static void *no_memory(size_t bytes) {
    if (bytes > most_to_expect) {
        errno = ENOMEM;
        return NULL;
    }
    void (*const handler)(void) = atomic_load(&shortage_handler);
    if (ends_the_program || handler == NULL) {
        if (!atomic_exchange(&is_said, true)) write_sentence(bytes);
        _exit(EXIT_STATUS_OF_SHORTAGE);
    }
    if (!atomic_exchange(&is_short, true)) {
        __libc_free(reserve);
        handler();
        struct timespec left = {.tv_sec = 1, .tv_nsec = 500000000};
        while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
        if (!atomic_exchange(&is_said, true)) {
            write_sentence(bytes);
            _exit(EXIT_STATUS_OF_SHORTAGE);
        }
    }
    for (;;) pause();
}

void *malloc(size_t size) {
    void *const memory = __libc_malloc(size);
    return __builtin_expect(memory != NULL, 1) ? memory : no_memory(size);
}

void *calloc(size_t count, size_t size) {
    void *const memory = __libc_calloc(count, size);
    if (__builtin_expect(memory != NULL, 1)) return memory;
    size_t bytes;
    return no_memory(__builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes);
}

void *realloc(void *old, size_t size) {
    void *const memory = __libc_realloc(old, size);
    // Without a size it frees, and returns nothing.
    return __builtin_expect(memory != NULL, 1) || size == 0 ? memory : no_memory(size);
}

void *memalign(size_t alignment, size_t size) {
    void *const memory = __libc_memalign(alignment, size);
    return __builtin_expect(memory != NULL, 1) ? memory : no_memory(size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

// The others of the same kind: a library must not get one half of them from here and the other from an allocator that
// somebody has preloaded. Source: GNU C Library, "Replacing malloc".

void free(void *memory) { __libc_free(memory); }

void *valloc(size_t size) { return memalign((size_t)sysconf(_SC_PAGESIZE), size); }

void *pvalloc(size_t size) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole;
    if (__builtin_add_overflow(size, page - 1, &whole)) return no_memory(SIZE_MAX);
    return memalign(page, whole / page * page);
}

// glibc keeps no other name for it.
size_t malloc_usable_size(void *memory) {
    static size_t (*_Atomic own)(void *);
    size_t (*function)(void *) = atomic_load(&own);
    if (function == NULL) {
        void *const library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
        if (library != NULL) function = (size_t (*)(void *))dlsym(library, "malloc_usable_size");
        if (function == NULL) abort();
        atomic_store(&own, function);
    }
    return function(memory);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    const int error = errno;
    void *const made = memalign(alignment, size);
    errno = error;
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}

#endif
