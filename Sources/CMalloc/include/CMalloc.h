#ifndef FORMCELLS_CMALLOC_H
#define FORMCELLS_CMALLOC_H

// A function that `Glibc` does not export to Swift: `malloc_trim`.
#include <malloc.h>
#endif
