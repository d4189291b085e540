#define _GNU_SOURCE
#include "CSystem.h"
#include <fcntl.h>
#include <stdio.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

int iapctl_rename_new(const char *from, const char *to) {
#ifdef __APPLE__
  return renamex_np(from, to, RENAME_EXCL);
#else
  // 1 is RENAME_NOREPLACE; older C libraries have no function for the call.
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1);
#endif
}
