#define _GNU_SOURCE
#include "CLinux.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int linux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

void linux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int linux_rename_exclusive(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
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
