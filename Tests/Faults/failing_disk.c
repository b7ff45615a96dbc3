// A disk that fails on demand, loaded before the C library (LD_PRELOAD). The file FAILING_DISK lists the calls that fail below the
// folder FAILING_DISK_UNDER. Each line has a call and an error number. `write 0` writes half and kills the process; `die 7` kills it
// at the seventh call that changes something.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// The error that this call should return, or -1 if it should work.
static int failure(const char *call) {
  char *rest = NULL;
  const char *path = getenv("FAILING_DISK");
  if (!path) return -1;
  int descriptor = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  char text[512];
  ssize_t count = syscall(SYS_read, descriptor, text, sizeof text - 1);
  syscall(SYS_close, descriptor);
  if (count <= 0) return -1;
  text[count] = 0;
  for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    size_t length = strlen(call);
    if (!strncmp(line, call, length) && line[length] == ' ') return atoi(line + length + 1);
  }
  return -1;
}

static int is_below(const char *path) {
  const char *folder = getenv("FAILING_DISK_UNDER");
  return folder && path && !strncmp(path, folder, strlen(folder));
}

static int is_open_below(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return is_below(path);
}

#define FAIL(is_meant, call) do { \
    int error = (is_meant) ? failure(call) : -1; \
    if (error > 0) { errno = error; return -1; } \
  } while (0)

// Whether the process should be killed at this call.
static int is_last_call(int is_meant) {
  static int calls;
  if (!is_meant) return 0;
  int limit = failure("die");
  return limit > 0 && __sync_add_and_fetch(&calls, 1) == limit;
}

static void die_if_last(int is_meant) {
  if (is_last_call(is_meant)) kill(getpid(), SIGKILL);
}

int fsync(int descriptor) {
  die_if_last(is_open_below(descriptor));
  FAIL(is_open_below(descriptor), "sync");
  return syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  die_if_last(is_open_below(descriptor));
  FAIL(is_open_below(descriptor), "sync");
  return syscall(SYS_fdatasync, descriptor);
}

static void die_halfway(int descriptor, const void *bytes, size_t count) {
  if (failure("write") != 0 || !is_open_below(descriptor)) return;
  syscall(SYS_write, descriptor, bytes, count / 2);
  kill(getpid(), SIGKILL);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  die_halfway(descriptor, bytes, count);
  if (is_last_call(is_open_below(descriptor))) {
    syscall(SYS_write, descriptor, bytes, count / 2);
    kill(getpid(), SIGKILL);
  }
  FAIL(is_open_below(descriptor), "write");
  return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  if (is_last_call(is_open_below(descriptor))) {
    syscall(SYS_pwrite64, descriptor, bytes, count / 2, offset);
    kill(getpid(), SIGKILL);
  }
  FAIL(is_open_below(descriptor), "write");
  return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  FAIL(is_open_below(descriptor), "write");
  return syscall(SYS_writev, descriptor, parts, count);
}

int ftruncate(int descriptor, off_t length) {
  FAIL(is_open_below(descriptor), "truncate");
  return syscall(SYS_ftruncate, descriptor, length);
}

int ftruncate64(int descriptor, off_t length) { return ftruncate(descriptor, length); }

int rename(const char *from, const char *to) {
  die_if_last(is_below(to));
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  die_if_last(is_below(path));
  return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  FAIL((flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_below(path), "open");
  return syscall(SYS_openat, folder, path, flags, mode);
}

#define OPENING(name, parameters, folder) int name parameters { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    return open_at(folder, path, flags, mode); \
  }
OPENING(open, (const char *path, int flags, ...), AT_FDCWD)
OPENING(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENING(openat, (int folder, const char *path, int flags, ...), folder)
OPENING(openat64, (int folder, const char *path, int flags, ...), folder)
