// _GNU_SOURCE declares posix_spawnp and waitid.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CSystem.h"
#include "shell.h"
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
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

int iapctl_child_wait(pid_t process, int *status, int *killer) {
  siginfo_t facts;
  while (waitid(P_PID, (id_t)process, &facts, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) return errno;
  }
  int exited = facts.si_code == CLD_EXITED;
  *status = exited ? facts.si_status : 0;
  *killer = exited ? 0 : facts.si_status;
  return 0;
}

void iapctl_child_bury(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
}

char **iapctl_environment(void) {
  extern char **environ;
  return environ;
}
