#include "CShortage.h"
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// Bytes of the stack of the program and of each of its threads, twice what a movie was seen to need. With 64 KB it crashed.
static const rlim_t stack_needed = 512 << 10;

// Says that the stack is too small, and ends the program. Swift's runtime looks for its files before `main`, with paths on the
// stack; so this is called before anything else.
static void check_stack(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= stack_needed) return;
    char text[200];
    const int length =
        snprintf(text, sizeof text,
                 "avcam: The program needs %llu kB for the stack of each thread, and may have %llu kB (ulimit -s %llu); raise the "
                 "limit with ulimit -s 8192.\n",
                 (unsigned long long)stack_needed / 1000, (unsigned long long)limit.rlim_cur / 1000,
                 (unsigned long long)limit.rlim_cur / 1024);
    if (write(STDERR_FILENO, text, (size_t)length) < 0) _exit(EXIT_STATUS_OF_SHORTAGE);
    _exit(EXIT_STATUS_OF_SHORTAGE);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = check_stack;
