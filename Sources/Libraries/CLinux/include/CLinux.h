// System calls and constants that Swift's Glibc module does not show.
#pragma once
#include <stdint.h>

/// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING; -1 and errno on failure.
int linux_memfd_create(const char *name);

/// pthread_setname_np(3) for the calling thread; a name of more than 15 bytes is not taken.
void linux_name_thread(const char *name);

/// renameat2(2) with RENAME_NOREPLACE; -1 and errno on failure, EEXIST when `to` is there.
int linux_rename_exclusive(const char *from, const char *to);

/// copy_file_range(2) from and to the descriptors' own positions; -1 and errno on failure, 0 at the end of the file.
int64_t linux_copy_file_range(int from, int to, uint64_t count);

/// Lets the calling thread give way to others, as nice(1) does: 0 for not at all, 19 for the most.
void linux_set_thread_niceness(int niceness);

/// Lets the calling thread, and those that it makes, run only when no other wants to: nice 19, SCHED_BATCH.
void linux_lower_thread_priority(void);
