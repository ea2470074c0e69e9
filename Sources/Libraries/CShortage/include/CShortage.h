// What the program says and does when it gets no more memory, or has too little stack. Linked into `avcam` alone. It
// replaces malloc(3) and similar functions, for all libraries too, and ends a program with too little stack before its
// `main`.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// EX_OSERR
#define EXIT_STATUS_OF_SHORTAGE 71

/// Which limit prevents that a number of further bytes is allocated: "ulimit -v 1000" for the address space, "ulimit -d
/// 1000" for data, in kilobytes as a shell shows it.
///
/// - Parameter text: at least 40 bytes.
/// - Returns: whether it is a limit of the process; otherwise the machine has no more.
bool memory_limit_in_the_way_of(size_t bytes, char *text);

/// Says how the program ends when it can have no further memory.
///
/// A thread that gets no memory never goes on: Swift's runtime would print a report and crash, and most libraries crash
/// without one. It calls `on_shortage`, and gives the program a second and a half to say what happened and to end. Then
/// it does both, with the sentence that names the limit and status 71. It does so at once if it is the thread that ends
/// the program, or if this function has not been called yet.
///
/// - Parameter on_shortage: called once; must not wait, and needs no memory.
void memory_prepare_for_shortage(void (*on_shortage)(void));

/// The calling thread ends the program when memory is short: it must not wait for itself.
void memory_this_thread_ends_the_program(void);

/// From now on, a crash while no further file can be opened prints one sentence that says so, and gives status 71.
/// Libraries stop the program when they cannot read their settings, and Swift's runtime and Dispatch when they get no
/// descriptor.
void descriptors_explain_crashes(void);

/// Sets a second sentence, which says where the work is after such a crash. `NULL` means none.
void descriptors_set_what_remains(const char *sentence);

/// The sentence about what happened is written.
void memory_shortage_is_said(void);
