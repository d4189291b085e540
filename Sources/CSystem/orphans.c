// _GNU_SOURCE declares the calls of Linux.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "shell.h"
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// What a command began outlives its supervisor if that is killed. Then iapctl adopts the processes and
// ends them, before it takes the command for ended.
//
// Every child process of iapctl is such an orphan, unless it is known, which supervisors are and what
// iapctl had before its first command, or in iapctl's own session: nothing that a command begins can be
// in an earlier session.
//
// A list of all processes is made while processes begin others and end. It shows all the same whether an
// orphan is left: one that has ended stays a child process, and so in the list, until it is collected here.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// All that follows is used under the lock.
static struct {
  pid_t *processes;
  size_t count, capacity;
} known;

static enum { UNASKED, ASKED, ADOPTING, UNABLE } adoption;

static int orphans;

void iapctl_adopt_orphans(void) {
  pthread_mutex_lock(&lock);
  if (adoption == UNASKED) adoption = ASKED;
  pthread_mutex_unlock(&lock);
}

/// Returns whether there is room for one more.
static int has_room(void) {
  if (known.count < known.capacity) return 1;
  size_t capacity = known.capacity ? 2 * known.capacity : 64;
  pid_t *larger = realloc(known.processes, capacity * sizeof *larger);
  if (!larger) return 0;
  known.processes = larger;
  known.capacity = capacity;
  return 1;
}

static int is_known(pid_t process) {
  for (size_t index = 0; index < known.count; index++)
    if (known.processes[index] == process) return 1;
  return getsid(process) == getsid(0);
}

#ifdef __linux__

static void keep(pid_t process) {
  if (has_room())
    known.processes[known.count++] = process;
  else
    adoption = UNABLE;
}

static void begin(void) {
  if (adoption != ASKED) return;
  adoption = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? ADOPTING : UNABLE;
  if (adoption == ADOPTING && iapctl_signal_all(0, is_known, keep) != 1) adoption = UNABLE;
}

static void collect(pid_t process) {
  (void)waitpid(process, NULL, WNOHANG);
  orphans++;
}

/// Kills the orphans of each thread: they may begin others and end, faster than all processes can be
/// listed.
static void sweep(void) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  char path[64];
  for (struct dirent *item; (item = readdir(threads));) {
    int count = snprintf(path, sizeof path, "/proc/self/task/%.20s/children", item->d_name);
    if (count > 0 && item->d_name[0] != '.') iapctl_kill_listed(path, is_known, collect);
  }
  closedir(threads);
}

/// Returns how many orphans there were; negative if that cannot be seen.
static int end_some(void) {
  pthread_mutex_lock(&lock);
  orphans = 0;
  int is_complete = adoption == ADOPTING && iapctl_signal_all(SIGKILL, is_known, collect) == 1;
  int found = orphans > 0 ? orphans : is_complete ? 0 : -1;
  for (int count = 0; count < 100 && orphans > 0; count++) {
    orphans = 0;
    sweep();
  }
  pthread_mutex_unlock(&lock);
  return found;
}

#else

static void begin(void) {}

static int end_some(void) { return -1; }

#endif

pid_t iapctl_fork_known(void) {
  pthread_mutex_lock(&lock);
  begin();
  pid_t process = -1;
  if (has_room())
    process = fork();
  else
    errno = ENOMEM;
  if (process > 0) known.processes[known.count++] = process;
  // In the child process, nothing of this is used.
  if (process != 0) pthread_mutex_unlock(&lock);
  return process;
}

void iapctl_bury_known(pid_t process) {
  pthread_mutex_lock(&lock);
  for (size_t index = 0; index < known.count; index++) {
    if (known.processes[index] == process) known.processes[index--] = known.processes[--known.count];
  }
  iapctl_child_bury(process);
  pthread_mutex_unlock(&lock);
}

int iapctl_end_orphans(void) {
  long pause = 1000000, longest = 1000000000;
  int count;
  while ((count = end_some()) > 0) {
    struct timespec time = {pause / longest, pause % longest};
    nanosleep(&time, NULL);
    pause = pause < longest / 2 ? 2 * pause : longest;
  }
  return count == 0;
}
