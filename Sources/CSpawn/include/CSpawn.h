#ifndef FORMCELLS_CSPAWN_H
#define FORMCELLS_CSPAWN_H
#include <sys/types.h>

// What `Glibc` does not export to Swift: the C library declares these for _GNU_SOURCE only, which the importer does not
// define.
int memfd_create(const char *name, unsigned int flags);
int pipe2(int descriptors[2], int flags);
int pidfd_open(pid_t process, unsigned int flags);

/// The kernel's limits for a program.
struct spawn_limits {
  /// Of its address space, and of a file that it writes.
  unsigned long memory_bytes, file_bytes;
  unsigned long processor_seconds;
  /// Not below its parent's.
  int niceness;
  /// What is read of it: its standard error, or else its standard output. The other goes nowhere.
  int reads_errors;
};

/// Starts a program that has its limits before its first instruction, which posix_spawn cannot do: it reads `input`,
/// writes to `output`, reads `second` as its descriptor 3 (-1: there is none), has nothing else open but a stream that goes nowhere, no signal blocked or ignored, and leads a
/// process group of its own. It is killed when the calling thread ends, so with its parent.
/// Returns its process id, or an errno value below zero.
pid_t spawn_limited(
  const char *path, char *const arguments[], char *const environment[], int input, int output, int second,
  const struct spawn_limits *limits);
#endif
