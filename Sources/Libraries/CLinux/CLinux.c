#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int linux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int linux_accept_cloexec(int descriptor) { return accept4(descriptor, 0, 0, SOCK_CLOEXEC); }

int linux_pipe_cloexec(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void linux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int linux_rename_exclusive(int folder, const char *from, const char *to) {
    return renameat2(folder, from, folder, to, RENAME_NOREPLACE);
}

int linux_fixed_attribute(const char *path) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, 0, &status) != 0) return 0;
    if (status.stx_attributes & STATX_ATTR_IMMUTABLE) return 'i';
    return status.stx_attributes & STATX_ATTR_APPEND ? 'a' : 0;
}

int linux_open_folder(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int linux_open_unnamed(int folder, uint32_t mode) {
    return openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)mode);
}

int linux_name_file(int descriptor, int folder, const char *name) {
    // Without /proc, but older kernels want a privilege for it.
    if (linkat(descriptor, "", folder, name, AT_EMPTY_PATH) == 0) return 0;
    if (errno != ENOENT && errno != EPERM && errno != EINVAL) return -1;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW);
}

void linux_replace_descriptor(int descriptor, int other) { dup3(other, descriptor, O_CLOEXEC); }

static int argument_count;
static char *const *argument_words;

// glibc hands the words of the command line to constructors too.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    argument_count = count;
    argument_words = words;
}

char *const *linux_arguments(int *count) {
    *count = argument_count;
    return argument_words;
}

int64_t linux_copy_file_range(int from, int to, uint64_t count) {
    return copy_file_range(from, 0, to, 0, count, 0);
}

void linux_set_thread_niceness(int niceness) {
    // On Linux niceness belongs to a thread, though POSIX gives it to the process.
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), niceness);
}

void linux_lower_thread_priority(void) {
    struct sched_param parameters = {0};
    sched_setscheduler(0, SCHED_BATCH, &parameters);
    linux_set_thread_niceness(19);
}

// Whoever works holds it for reading; exit takes it for writing and keeps it.
static pthread_rwlock_t library_work = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static _Thread_local bool is_exiting;

static void end_library_work_for_ever(void) {
    if (is_exiting) return;
    pthread_rwlock_wrlock(&library_work);
    is_exiting = true;
}

// exit calls the handler registered last first, and libraries register their objects' destructors when they create the
// objects, sometimes in the middle of work. So this handler is registered as late as possible. If the main thread calls
// exit, that is in a destructor of the main thread, which exit runs before any handler. If another thread calls it, see
// linux_end_library_work.
static void main_thread_ends(void *unused) { atexit(end_library_work_for_ever); }

extern int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library);
extern void *__dso_handle;

__attribute__((constructor)) static void watch_main_thread(void) {
    __cxa_thread_atexit_impl(main_thread_ends, 0, &__dso_handle);
}

void linux_begin_library_work(void) {
    if (!is_exiting) pthread_rwlock_rdlock(&library_work);
}

// For an exit on another thread, the handler is registered again after the 1st, 2nd, 4th, 8th … piece of work.
void linux_end_library_work(void) {
    if (is_exiting) return;
    static atomic_uint count;
    const unsigned int ended = atomic_fetch_add(&count, 1) + 1;
    if ((ended & (ended - 1)) == 0) atexit(end_library_work_for_ever);
    pthread_rwlock_unlock(&library_work);
}
