#include "CArguments.h"

static int argument_count;
static char **all_arguments;

// glibc calls constructors with the arguments of main.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  argument_count = count;
  all_arguments = arguments;
}

int main_argument_count(void) { return argument_count; }
char **main_arguments(void) { return all_arguments; }
