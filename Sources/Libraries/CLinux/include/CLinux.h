// System calls and constants that Swift's Glibc module does not show.
#pragma once
#include <stdint.h>

/// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING; -1 and errno on failure.
int linux_memfd_create(const char *name);

/// accept4(2) with SOCK_CLOEXEC, without the address of who connects; -1 and errno on failure.
int linux_accept_cloexec(int descriptor);

/// pipe2(2) with O_CLOEXEC: the end to read from, and the one to write to; -1 and errno on failure.
int linux_pipe_cloexec(int ends[2]);

/// pthread_setname_np(3) for the calling thread; a name of more than 15 bytes is ignored.
void linux_name_thread(const char *name);

/// renameat2(2) with RENAME_NOREPLACE, of paths that count from `folder`, a descriptor or AT_FDCWD; -1 and errno on
/// failure, EEXIST if `to` exists.
int linux_rename_exclusive(int folder, const char *from, const char *to);

/// Which attribute keeps every user from changing a file or folder, as chattr(1) names it: 'i' if it is immutable, 'a'
/// if it can only be appended to. 0 if there is none, or the file system has no attributes.
int linux_fixed_attribute(const char *path);

/// open(2) with O_PATH: a descriptor that stays with the folder when that gets another name; -1 and errno on failure.
int linux_open_folder(const char *path);

/// open(2) with O_TMPFILE: a new file without a name in the folder of a descriptor; -1 and errno on failure, EOPNOTSUPP
/// or EISDIR when the file system makes none.
int linux_open_unnamed(int folder, uint32_t mode);

/// Gives the file of a descriptor a name in the folder of another; -1 and errno on failure, EEXIST when there is such a
/// file.
int linux_name_file(int descriptor, int folder, const char *name);

/// dup3(2) with O_CLOEXEC: `descriptor` becomes another name of what `other` is.
void linux_replace_descriptor(int descriptor, int other);

/// What the program was started with, its own name first; `count` gets how many words that is.
///
/// Swift's `CommandLine` asks /proc, and is empty where that is not mounted.
char *const *linux_arguments(int *count);

/// copy_file_range(2) from and to the descriptors' own positions; -1 and errno on failure, 0 at the end of the file.
int64_t linux_copy_file_range(int from, int to, uint64_t count);

/// Lets the calling thread give way to others, as nice(1) does: 0 for not at all, 19 for the most.
void linux_set_thread_niceness(int niceness);

/// Lets the calling thread, and those that it creates, run only when no other needs the processor: nice 19,
/// SCHED_BATCH.
void linux_lower_thread_priority(void);

/// Begins work in a C++ library on a thread that may still run when the process ends. exit(3) destroys the library's
/// static objects while other threads use them. After this call, exit waits until such work is done, and lets none
/// begin later.
///
/// Short work only, on any thread, which must not call exit itself.
void linux_begin_library_work(void);

void linux_end_library_work(void);
