#define _GNU_SOURCE
#include "CShortage.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const int crashes[] = {SIGABRT, SIGILL, SIGTRAP};
static struct sigaction earlier[_NSIG];
static _Atomic(const char *) remains;

// Needs no lock: the crash may have come anywhere.
static void explain(int number) {
    const int descriptor = open("/", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 && (errno == EMFILE || errno == ENFILE)) {
        struct rlimit files;
        getrlimit(RLIMIT_NOFILE, &files);
        const char *what = atomic_load(&remains);
        char text[4096 + 200];
        const int length = snprintf(text, sizeof text, "avcam: No further file can be opened (ulimit -n %llu); raise the limit with"
                                    " ulimit -n 1024.%s%.4096s\n", (unsigned long long)files.rlim_cur, what ? " " : "",
                                    what ? what : "");
        if (write(STDERR_FILENO, text, (size_t)length) < 0) _exit(EXIT_STATUS_OF_SHORTAGE);
        _exit(EXIT_STATUS_OF_SHORTAGE);
    }
    if (descriptor >= 0) close(descriptor);
    // The program ends as it would without this handler, also by a signal from another program.
    sigaction(number, &earlier[number], NULL);
    raise(number);
}

void descriptors_explain_crashes(void) {
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index++) {
        struct sigaction action = {.sa_handler = explain, .sa_flags = SA_NODEFER | SA_ONSTACK};
        sigaction(crashes[index], &action, &earlier[crashes[index]]);
    }
}

void descriptors_set_what_remains(const char *sentence) {
    // Never freed: a crash may be reading it. A program has few of them.
    atomic_store(&remains, sentence ? strdup(sentence) : NULL);
}
