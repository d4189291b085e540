// _GNU_SOURCE declares posix_spawnp and waitid.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CSystem.h"
#include "shell.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/event.h>
#else
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <pthread.h>

/// The limit of core dumps when this process was started.
static struct rlimit cores;
static int has_limit;
static pthread_mutex_t limiting = PTHREAD_MUTEX_INITIALIZER;

static void set_limit(rlim_t size) {
  struct rlimit limit = {size, cores.rlim_max};
  (void)setrlimit(RLIMIT_CORE, &limit);
}

void iapctl_refuse_core_dumps(void) {
  has_limit = getrlimit(RLIMIT_CORE, &cores) == 0 && cores.rlim_cur > 0;
  // The hard limit stays, so that a child process can have the former limit.
  if (has_limit) set_limit(0);
#ifdef PR_SET_DUMPABLE
  // A program that receives the core dumps of the system is not bound by the limit.
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

void iapctl_allow_core_dumps(void) {
  if (has_limit) set_limit(cores.rlim_cur);
}

/// No blocked signals, and the default action for signals that iapctl ignores.
static int start_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXFSZ);
  sigaddset(&usual, SIGCHLD);
  int problem = posix_spawnattr_setsigmask(attributes, &none);
  if (!problem) problem = posix_spawnattr_setsigdefault(attributes, &usual);
  if (!problem)
    problem = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  return problem;
}

/// If the parent process ignores SIGCHLD, iapctl inherits that, and the system would discard the
/// exit status of child processes.
void iapctl_expect_ends(void) {
  struct sigaction before;
  if (sigaction(SIGCHLD, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
    signal(SIGCHLD, SIG_DFL);
}

int iapctl_program_start(char *const words[], char *const environment[], pid_t *process) {
  iapctl_expect_ends();
  posix_spawnattr_t attributes;
  int problem = posix_spawnattr_init(&attributes);
  if (problem) return problem;
  problem = start_attributes(&attributes);
  if (!problem) {
    // A child process inherits the limit of this moment.
    pthread_mutex_lock(&limiting);
    iapctl_allow_core_dumps();
    problem = posix_spawnp(process, words[0], NULL, &attributes, words, environment);
    if (has_limit) set_limit(0);
    pthread_mutex_unlock(&limiting);
  }
  posix_spawnattr_destroy(&attributes);
  return problem;
}

int iapctl_child_watch(pid_t process) {
#ifdef __APPLE__
  int watch = kqueue();
  if (watch < 0) return -1;
  fcntl(watch, F_SETFD, FD_CLOEXEC);
  struct kevent end;
  EV_SET(&end, process, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  if (kevent(watch, &end, 1, NULL, 0, NULL) == 0) return watch;
  close(watch);
  return -1;
#elif defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
}

static int end_of(pid_t process, int options, int *status, int *killer) {
  siginfo_t facts;
  int code;
  do {
    facts.si_pid = 0;
    code = waitid(P_PID, (id_t)process, &facts, WEXITED | WNOWAIT | options);
  } while (code != 0 && errno == EINTR);
  if (code != 0) return -errno;
  if (facts.si_pid == 0) return 0;
  int exited = facts.si_code == CLD_EXITED;
  *status = exited ? facts.si_status : 0;
  *killer = exited ? 0 : facts.si_status;
  return 1;
}

int iapctl_child_look(pid_t process, int *status, int *killer) {
  return end_of(process, WNOHANG, status, killer);
}

int iapctl_child_wait(pid_t process, int *status, int *killer) {
  return end_of(process, 0, status, killer);
}

void iapctl_child_bury(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
}

char **iapctl_environment(void) {
  extern char **environ;
  return environ;
}
