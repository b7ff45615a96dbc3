// What `Glibc` does not export to Swift: headers only, no code of our own.
#ifndef FORMCELLS_CEPOLL_H
#define FORMCELLS_CEPOLL_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#endif
