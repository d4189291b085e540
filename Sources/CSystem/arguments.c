// The words of the command line, as the C runtime hands them over at the start.
//
// Swift's CommandLine looks for them in front of the environment, or in /proc. A library that is
// loaded before the program (LD_PRELOAD, as libfaketime) may move the environment with setenv: then
// Swift finds no words, and 'iapctl consume 5' would be 'iapctl'.
#include "CSystem.h"
#include <stddef.h>

#ifdef __APPLE__
#include <crt_externs.h>

int iapctl_arguments(char *const **words) {
  *words = *_NSGetArgv();
  return *_NSGetArgc();
}

#elif defined(__GLIBC__)
static int count = -1;
static char **first;

// glibc calls a constructor with what it calls main with.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  first = argv;
}

int iapctl_arguments(char *const **words) {
  *words = first;
  return count;
}

#else
// musl hands constructors nothing.
int iapctl_arguments(char *const **words) {
  *words = NULL;
  return -1;
}
#endif
