// _GNU_SOURCE declares the locks of open file descriptions (F_OFD_SETLK).
#define _GNU_SOURCE
#include "CSystem.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// A lock of the process (F_SETLK) is not enough: it is dropped if any code of the process closes
// another descriptor of the same file.
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

void iapctl_unlock(int file) {
  // A length of 0 is the whole file.
  struct flock lock = {0};
  lock.l_type = F_UNLCK;
  lock.l_whence = SEEK_SET;
  (void)fcntl(file, F_OFD_SETLK, &lock);
}

int iapctl_is_locked(int file, int64_t position) {
  struct flock lock = byte_at(position);
  if (fcntl(file, F_OFD_GETLK, &lock) != 0) return -1;
  return lock.l_type != F_UNLCK;
}

int64_t iapctl_next_locked(int file, int64_t position) {
  struct flock lock = byte_at(position);
  // Up to the end of any file.
  lock.l_len = 0;
  if (fcntl(file, F_OFD_GETLK, &lock) != 0) return -2;
  if (lock.l_type == F_UNLCK) return -1;
  return lock.l_start < (off_t)position ? position : (int64_t)lock.l_start;
}
