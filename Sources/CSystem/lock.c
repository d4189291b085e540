// Locks of an open file, not of a process, are declared only for those who ask for them.
#define _GNU_SOURCE
#include "CSystem.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// A lock of the process would be dropped by whoever closes the file elsewhere in it.
#ifndef F_OFD_SETLK
#error "this system has no locks of open files"
#endif

static struct flock byte_at(int64_t position) {
  struct flock lock = {0};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t)position;
  lock.l_len = 1;
  return lock;
}

int iapctl_lock(int file, int64_t position) {
  struct flock lock = byte_at(position);
  return fcntl(file, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

int iapctl_is_locked(int file, int64_t position) {
  struct flock lock = byte_at(position);
  if (fcntl(file, F_OFD_GETLK, &lock) != 0) return -1;
  return lock.l_type != F_UNLCK;
}
