// _GNU_SOURCE declares the calls of Linux.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "shell.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The processes that a command has begun, also those that left its session and whose parents have
// ended.
//
// On Linux the supervisor adopts them (PR_SET_CHILD_SUBREAPER), and the parent of each process is in
// /proc. macOS has no such adoption, and iapctl has not been tried there: what is done is to signal the
// process group of the shell. A process that leaves the group and whose parent ends is not found, and
// its end is not waited for. proc_listchildpids and a kqueue with EVFILT_PROC and NOTE_FORK would find
// most of these processes while their parents live.

#ifdef __linux__

/// A process in the list of all processes.
typedef struct {
  pid_t process, parent;
  /// 1 for a child of this process, 2 for a child of such a child; 0 for all others.
  int depth;
} entry;

/// The longest list. What is missed because of it is found by the next call, after others have ended.
enum { CAPACITY = 1 << 16 };

void iapctl_adopt(void) { (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int iapctl_has_orphans(pid_t group) {
  (void)group;
  return 0;
}

/// Reads a decimal number. Returns -1 if there is none.
static pid_t number_at(const char *text) {
  pid_t number = *text >= '0' && *text <= '9' ? 0 : -1;
  for (; *text >= '0' && *text <= '9'; text++) number = number * 10 + (*text - '0');
  return number;
}

/// The parent of a process; 0 if it has ended, -1 if the parent cannot be known.
///
/// - name: its folder in proc, the open folder /proc.
static pid_t parent_of(int proc, const char *name) {
  char path[32], text[512];
  size_t length = strlen(name);
  if (length + sizeof "/stat" > sizeof path) return -1;
  memcpy(path, name, length);
  memcpy(path + length, "/stat", sizeof "/stat");
  int file = openat(proc, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == ENOENT || errno == ESRCH ? 0 : -1;
  ssize_t count = read(file, text, sizeof text - 1);
  int problem = count < 0 ? errno : 0;
  close(file);
  if (count <= 0) return problem == ESRCH ? 0 : -1;
  text[count] = 0;
  // "4711 (a name) with parentheses) S 1 …": the state and the parent follow the last parenthesis.
  const char *rest = strrchr(text, ')');
  return rest && strlen(rest) > 4 ? number_at(rest + 4) : -1;
}

/// Lists all processes by ascending number, which is the order of /proc. Returns how many.
static int list(int proc, entry entries[]) {
  struct {
    uint64_t inode;
    int64_t next;
    unsigned short size;
    unsigned char type;
    char name[];
  } *item;
  char buffer[1 << 13] __attribute__((aligned(8)));
  int count = 0;
  long got;
  while ((got = syscall(SYS_getdents64, proc, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < got && count < CAPACITY; at += item->size) {
      item = (void *)(buffer + at);
      pid_t process = number_at(item->name);
      if (process > 0) entries[count++] = (entry){process, parent_of(proc, item->name), 0};
    }
  }
  return count;
}

static int compare(const void *number, const void *other) {
  pid_t one = *(const pid_t *)number, two = ((const entry *)other)->process;
  return (one > two) - (one < two);
}

void iapctl_kill_listed(const char *path, iapctl_spares spares, void (*killed)(pid_t)) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  // "4711 4712 "
  char text[4096];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  for (char *next = text; *next; next++) {
    // The last number may be cut.
    char *end = strchr(next, ' ');
    if (!end) return;
    pid_t process = number_at(next);
    next = end;
    if (process <= 0 || (spares && spares(process))) continue;
    kill(process, SIGKILL);
    if (killed) killed(process);
  }
}

void iapctl_kill_children(void) { iapctl_kill_listed("/proc/thread-self/children", NULL, NULL); }

static void signal_all(
  entry entries[], int count, int number, iapctl_spares spares, void (*signalled)(pid_t)) {
  pid_t self = getpid();
  int isFound = 1;
  for (int depth = 1; isFound; depth++) {
    isFound = 0;
    for (int index = 0; index < count; index++) {
      entry *item = &entries[index];
      if (item->depth) continue;
      int is_child = item->parent == self;
      if (is_child && spares && spares(item->process)) continue;
      if (!is_child) {
        entry *parent = bsearch(&item->parent, entries, (size_t)count, sizeof *entries, compare);
        if (!parent || parent->depth == 0 || parent->depth == depth) continue;
      }
      item->depth = depth;
      isFound = 1;
      kill(item->process, number);
      if (is_child && signalled) signalled(item->process);
    }
  }
}

/// Whether no process can be missing. A system may hide those of other users.
static int is_complete(const entry entries[], int count) {
  if (count == 0 || count == CAPACITY || entries[0].process != 1) return 0;
  for (int index = 0; index < count; index++)
    if (entries[index].parent < 0) return 0;
  return 1;
}

int iapctl_signal_all(int number, iapctl_spares spares, void (*signalled)(pid_t)) {
  const size_t size = CAPACITY * sizeof(entry);
  entry *entries = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (entries == MAP_FAILED) return -1;
  int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int count = proc < 0 ? 0 : list(proc, entries), isComplete = is_complete(entries, count);
  signal_all(entries, count, number, spares, signalled);
  if (proc >= 0) close(proc);
  munmap(entries, size);
  return count == 0 ? -1 : isComplete;
}

void iapctl_signal_descendants(pid_t group, int number) {
  if (iapctl_signal_all(number, NULL, NULL) < 0) kill(-group, number);
}

#else

int iapctl_has_orphans(pid_t group) { return kill(-group, 0) == 0; }

void iapctl_adopt(void) {}

void iapctl_kill_children(void) {}

void iapctl_signal_descendants(pid_t group, int number) { kill(-group, number); }

#endif
