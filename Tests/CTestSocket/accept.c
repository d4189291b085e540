#define _GNU_SOURCE
#include "CTestSocket.h"
#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>

int iapctl_accept(int listener) {
#ifdef __APPLE__
  int number = accept(listener, NULL, NULL);
  if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
  return number;
#else
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#endif
}
