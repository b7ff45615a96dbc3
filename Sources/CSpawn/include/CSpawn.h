#ifndef FORMCELLS_CSPAWN_H
#define FORMCELLS_CSPAWN_H
#include <sys/types.h>

// Functions that `Glibc` does not export to Swift: the C library declares them only for _GNU_SOURCE, which Swift's importer does not
// define.
int memfd_create(const char *name, unsigned int flags);
int pipe2(int descriptors[2], int flags);
int pidfd_open(pid_t process, unsigned int flags);

/// Limits that the kernel enforces on a program.
struct spawn_limits {
  /// Bytes of its address space, and of a file that it writes.
  unsigned long memory_bytes, file_bytes;
  unsigned long processor_seconds;
  /// The niceness; it cannot be lower than the parent's.
  int niceness;
  /// Whether its standard error is read instead of its standard output. The other one is discarded.
  int reads_errors;
};

/// Starts a program whose limits apply from its first instruction, which posix_spawn cannot do. The program reads `input`,
/// writes to `output`, and reads `second` as its descriptor 3 (-1: none). It has nothing else open except a stream that discards
/// everything, no signal blocked or ignored, and leads a new process group. It is killed when the calling thread ends, so also when the
/// parent does.
/// Returns its process id, or a negative errno value.
pid_t spawn_limited(
  const char *path, char *const arguments[], char *const environment[], int input, int output, int second,
  const struct spawn_limits *limits);
#endif
