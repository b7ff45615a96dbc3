#ifndef FORMCELLS_CARGUMENTS_H
#define FORMCELLS_CARGUMENTS_H

/// The arguments with which `main` was called. Swift's `CommandLine` reads /proc/self/cmdline. In a sandbox that may be missing, and then
/// `CommandLine` has no arguments.
int main_argument_count(void);
char **main_arguments(void);
#endif
