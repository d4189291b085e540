#define _GNU_SOURCE
#include "terminal.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

const short iapctl_spawn_session = POSIX_SPAWN_SETSID;

int iapctl_open_terminal(char *path, size_t length) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return -1;
  if (grantpt(terminal) == 0 && unlockpt(terminal) == 0 && ptsname_r(terminal, path, length) == 0) {
    return terminal;
  }
  close(terminal);
  return -1;
}
