#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int limit(int resource, unsigned long value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit);
}

/// Descriptors of the child: the one that the program reads besides its input, and the one on which the child reports why it could not
/// start the program. The program does not get the latter.
enum { second_place = 3, report_place = 4 };

/// The child's part until its program starts. Up to then it shares the parent's memory, so it only calls the kernel.
static void begin(
  const char *path, char *const arguments[], char *const environment[], int input, int output, int second, int *report,
  const struct spawn_limits *limits) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  // The C library refuses to set its two internal signals, and the kernel those that cannot be caught. Neither matters here.
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  // Copies above the final places, so that none is overwritten before it was moved.
  if ((input = fcntl(input, F_DUPFD, report_place + 1)) < 0) return;
  if ((output = fcntl(output, F_DUPFD, report_place + 1)) < 0) return;
  if (second >= 0 && (second = fcntl(second, F_DUPFD, report_place + 1)) < 0) return;
  if (*report != report_place && dup3(*report, report_place, O_CLOEXEC) < 0) return;
  *report = report_place;
  int unread = limits->reads_errors ? 1 : 2;
  if (dup2(input, 0) < 0 || dup2(output, 3 - unread) < 0) return;
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, unread) < 0) return;
  if (second >= 0 ? dup2(second, second_place) < 0 : close_range(second_place, second_place, 0) != 0) return;
  if (close_range(report_place + 1, ~0U, 0) != 0) return;
  if (setpgid(0, 0) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
  if (getpriority(PRIO_PROCESS, 0) < limits->niceness && setpriority(PRIO_PROCESS, 0, limits->niceness) != 0) return;
  if (limit(RLIMIT_CORE, 0) != 0 || limit(RLIMIT_CPU, limits->processor_seconds) != 0) return;
  if (limit(RLIMIT_FSIZE, limits->file_bytes) != 0 || limit(RLIMIT_AS, limits->memory_bytes) != 0) return;
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
  execve(path, arguments, environment);
}

pid_t spawn_limited(
  const char *path, char *const arguments[], char *const environment[], int input, int output, int second,
  const struct spawn_limits *limits) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -errno;
  // No signal handler of the parent may run in the child, which shares the parent's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    int place = report[1];
    begin(path, arguments, environment, input, output, second, &place, limits);
    int reason = errno;
    _exit(write(place, &reason, sizeof reason) == sizeof reason ? 127 : 126);
  }
  int failure = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  // The stream ends when the program begins.
  while (child > 0 && read(report[0], &failure, sizeof failure) < 0 && errno == EINTR) {
  }
  close(report[0]);
  if (failure == 0) return child;
  if (child > 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  return -failure;
}
