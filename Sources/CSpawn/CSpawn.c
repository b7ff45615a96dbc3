#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int limit(int resource, unsigned long value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit);
}

/// The child's side, up to its program. It shares the parent's memory until then, so it calls the kernel and nothing else.
static void begin(
  const char *path, char *const arguments[], char *const environment[], int input, int output,
  const struct spawn_limits *limits) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  // The C library refuses the two signals of its own; the kernel those that cannot be caught. Neither matters here.
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  // Copies above the standard ones, so that none is overwritten before it was put into its place.
  if ((input = fcntl(input, F_DUPFD, 3)) < 0 || (output = fcntl(output, F_DUPFD, 3)) < 0) return;
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0) return;
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, 2) < 0 || close_range(3, ~0U, 0) != 0) return;
  if (setpgid(0, 0) != 0) return;
  if (getpriority(PRIO_PROCESS, 0) < limits->niceness && setpriority(PRIO_PROCESS, 0, limits->niceness) != 0) return;
  if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_CPU, limits->processor_seconds) != 0) return;
  if (limit(RLIMIT_FSIZE, limits->file_bytes) != 0 || limit(RLIMIT_AS, limits->memory_bytes) != 0) return;
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
  execve(path, arguments, environment);
}

pid_t spawn_limited(
  const char *path, char *const arguments[], char *const environment[], int input, int output,
  const struct spawn_limits *limits) {
  // No handler of the parent's may run in the child, which has the parent's memory.
  sigset_t all, before;
  sigfillset(&all);
  int code = pthread_sigmask(SIG_BLOCK, &all, &before);
  if (code != 0) return -code;
  volatile int failure = 0;
  pid_t child = vfork();
  if (child == 0) {
    begin(path, arguments, environment, input, output, limits);
    failure = errno;
    _exit(127);
  }
  if (child < 0) failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure == 0) return child;
  if (child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  return -failure;
}
