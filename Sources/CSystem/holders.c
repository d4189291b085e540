// _GNU_SOURCE declares the calls of Linux.
#define _GNU_SOURCE
#include "CSystem.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#ifdef __linux__

/// The most bytes of an environment that are read. A variable behind them is not found.
enum { CAPACITY = 1 << 21 };

/// Whether a process was started with a variable; 0 too if its environment cannot be read.
static int has_variable(int process, const char *variable, char *buffer) {
  int file = openat(process, "environ", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t count = 0;
  ssize_t part;
  while (count < CAPACITY && (part = read(file, buffer + count, CAPACITY - count)) > 0)
    count += (size_t)part;
  close(file);
  buffer[count] = 0;
  for (const char *next = buffer; next < buffer + count; next += strlen(next) + 1)
    if (strcmp(next, variable) == 0) return 1;
  return 0;
}

void iapctl_end_holders(const char *variable) {
  DIR *processes = opendir("/proc");
  char *buffer = malloc(CAPACITY + 1);
  for (struct dirent *item; processes && buffer && (item = readdir(processes));) {
    if (item->d_name[0] < '1' || item->d_name[0] > '9') continue;
    // The open folder stands for this process, also if its number is given to another one meanwhile.
    int process = openat(dirfd(processes), item->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (process < 0) continue;
    if (atoi(item->d_name) != getpid() && has_variable(process, variable, buffer))
      (void)syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
    close(process);
  }
  if (processes) closedir(processes);
  free(buffer);
}

#else

void iapctl_end_holders(const char *variable) { (void)variable; }

#endif
