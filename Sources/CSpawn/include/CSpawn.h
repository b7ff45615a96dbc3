// What `Glibc` does not export to Swift: declarations only, no code of our own.
#ifndef FORMCELLS_CSPAWN_H
#define FORMCELLS_CSPAWN_H
#include <spawn.h>
#include <sys/resource.h>
#include <sys/types.h>

// The C library declares these for _GNU_SOURCE only, which the importer does not define.
int memfd_create(const char *name, unsigned int flags);
int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int prlimit(pid_t process, int resource, const struct rlimit *new_limit, struct rlimit *old_limit);
#endif
