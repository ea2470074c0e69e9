// System calls and constants that Swift's Glibc module does not show.
#pragma once
#include <stdint.h>

/// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING; -1 and errno on failure.
int linux_memfd_create(const char *name);
