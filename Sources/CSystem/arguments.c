// The command-line arguments, as the C runtime passes them at the start.
//
// Swift's CommandLine searches for them before the environment in memory, or in /proc. A preloaded
// library (LD_PRELOAD, such as libfaketime) may move the environment with setenv. Then Swift finds
// no arguments, and 'iapctl consume 5' would run as 'iapctl'.
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

// glibc passes the arguments of main to constructors.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  first = argv;
}

int iapctl_arguments(char *const **words) {
  *words = first;
  return count;
}

#else
// musl passes no arguments to constructors.
int iapctl_arguments(char *const **words) {
  *words = NULL;
  return -1;
}
#endif
