#define _GNU_SOURCE
#include "CLinux.h"
#include <pthread.h>
#include <sys/mman.h>

int linux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

void linux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
