// Functions that `Glibc` does not export to Swift: declarations only.
#ifndef FORMCELLS_CEPOLL_H
#define FORMCELLS_CEPOLL_H
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

// The C library declares these two only for _GNU_SOURCE, which Swift's importer does not define.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int sched_getaffinity(int process, __SIZE_TYPE__ size, cpu_set_t *set);
#endif
