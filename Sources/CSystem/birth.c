// _GNU_SOURCE declares statx.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CSystem.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

int iapctl_birth(const char *path, uint64_t *number, int64_t *seconds, int64_t *nanoseconds) {
#ifdef __APPLE__
  struct stat facts;
  if (stat(path, &facts) != 0) return errno;
  *number = (uint64_t)facts.st_ino;
  *seconds = (int64_t)facts.st_birthtimespec.tv_sec;
  *nanoseconds = (int64_t)facts.st_birthtimespec.tv_nsec;
  return 0;
#else
  struct statx facts;
  if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &facts) != 0) return errno;
  if (!(facts.stx_mask & STATX_BTIME)) return ENOTSUP;
  *number = (uint64_t)facts.stx_ino;
  *seconds = (int64_t)facts.stx_btime.tv_sec;
  *nanoseconds = (int64_t)facts.stx_btime.tv_nsec;
  return 0;
#endif
}

int iapctl_is_mounted(const char *path) {
#ifdef STATX_ATTR_MOUNT_ROOT
  struct statx facts;
  return statx(AT_FDCWD, path, 0, 0, &facts) == 0 &&
         (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
  return 0;
#endif
}

int64_t iapctl_last_write(const char *path) {
  struct stat facts;
  if (stat(path, &facts) != 0) return -1;
#ifdef __APPLE__
  struct timespec time = facts.st_mtimespec;
#else
  struct timespec time = facts.st_mtim;
#endif
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
