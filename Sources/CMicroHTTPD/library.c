#include "library.h"
#include "CSystem.h"
#include <pthread.h>
#include <string.h>

struct functions iapctl_mhd;

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static const char *const names[] = {
#define NAME(name) "MHD_" #name,
  FUNCTIONS(NAME) NULL
};

int iapctl_mhd_load(const char *name, char *problem, size_t size) {
  void *found[sizeof names / sizeof *names];
  if (!iapctl_library_open(name, names, found, problem, size)) return 0;
  pthread_mutex_lock(&loading);
  if (!iapctl_mhd.start_daemon) memcpy(&iapctl_mhd, found, sizeof iapctl_mhd);
  pthread_mutex_unlock(&loading);
  return 1;
}
