// System calls and constants that Swift's Glibc module does not show.
#pragma once
#include <stdint.h>

/// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING; -1 and errno on failure.
int linux_memfd_create(const char *name);

/// pthread_setname_np(3) for the calling thread; a name of more than 15 bytes is not taken.
void linux_name_thread(const char *name);
