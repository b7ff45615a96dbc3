#ifndef FORMCELLS_CARGUMENTS_H
#define FORMCELLS_CARGUMENTS_H

/// The arguments that `main` was called with. Swift's `CommandLine` reads /proc/self/cmdline, which a sandbox may not have,
/// and then has no arguments at all.
int main_argument_count(void);
char **main_arguments(void);
#endif
