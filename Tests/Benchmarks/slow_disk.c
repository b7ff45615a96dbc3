// A disk on which each sync takes SLOW_DISK_MICROSECONDS longer, loaded before the C library (LD_PRELOAD).
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_for_disk(void) {
  const char *microseconds = getenv("SLOW_DISK_MICROSECONDS");
  if (microseconds) usleep(atoi(microseconds));
}

int fsync(int descriptor) {
  wait_for_disk();
  return syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  wait_for_disk();
  return syscall(SYS_fdatasync, descriptor);
}
