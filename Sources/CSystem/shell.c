// _GNU_SOURCE declares the limits of process groups and prctl.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CSystem.h"
#include "shell.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// A shell has a supervisor: a child process of iapctl, in whose process group the shell runs. It
// waits for the end of the shell, and for the end of iapctl. If iapctl ends first, by SIGKILL or by
// a second Ctrl-C, the supervisor kills the group, so that no command outlives the run that began it.
// Until then supervisor and shell keep the run's lock, so that no other run takes its payments.
//
// Between fork and exec, only functions that a signal handler may call can be used: another thread
// may have held a lock of the C library when the process was copied.

/// The descriptors of a supervisor, besides the streams of the shell.
enum { LIFE = 3, PROBLEM = 4, LOCK = 5, FIRST_UNUSED = 6 };

/// The lock gets a number in the shell that scripts do not use.
enum { LOCK_IN_SHELL = 20 };

static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0) return;
#endif
  struct rlimit files;
  int last = 1 << 16;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < (rlim_t)last)
    last = (int)files.rlim_cur;
  for (int file = first; file < last; file++) close(file);
}

/// Gives descriptors their numbers, and closes all others. A number of -1 is left out.
static int arrange(const int from[], const int to[], int count) {
  int moved[8];
  for (int index = 0; index < count; index++) {
    moved[index] = from[index] < 0 ? -1 : fcntl(from[index], F_DUPFD, FIRST_UNUSED);
    if (from[index] >= 0 && moved[index] < 0) return errno;
  }
  close(LOCK);
  for (int index = 0; index < count; index++) {
    if (moved[index] >= 0 && dup2(moved[index], to[index]) < 0) return errno;
  }
  close_from(FIRST_UNUSED);
  return 0;
}

static void report(int problem) {
  while (write(PROBLEM, &problem, sizeof problem) < 0 && errno == EINTR) {}
}

/// Runs the shell in a child process of the supervisor.
static _Noreturn void run_shell(
  const char *command, char *const environment[], pid_t supervisor, int has_lock) {
#ifdef PR_SET_PDEATHSIG
  // The supervisor itself may be killed.
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
  if (getppid() != supervisor) _exit(127);
  close(LIFE);
  fcntl(PROBLEM, F_SETFD, FD_CLOEXEC);
  // Without a free number the lock keeps its own one.
  if (has_lock && fcntl(LOCK, F_DUPFD, LOCK_IN_SHELL) >= 0) close(LOCK);
  // What iapctl handles or ignores itself has its default action in the shell. What was ignored
  // before iapctl stays ignored.
  static const int handled[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof handled / sizeof *handled; index++) {
    struct sigaction action;
    if (sigaction(handled[index], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
      signal(handled[index], SIG_DFL);
  }
  static const int ignored[] = {SIGPIPE, SIGXFSZ, SIGCHLD};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++)
    signal(ignored[index], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  iapctl_allow_core_dumps();
  char *const words[] = {"sh", "-c", (char *)command, NULL};
  execve("/bin/sh", words, environment);
  report(errno);
  _exit(127);
}

/// Ends in the same way as the shell.
static _Noreturn void end_like(int status) {
  if (WIFSIGNALED(status)) {
    int number = WTERMSIG(status);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), number);
    _exit(128 + number);
  }
  _exit(WEXITSTATUS(status));
}

/// Waits for the end of the shell, or of iapctl. All signals are blocked meanwhile.
static _Noreturn void wait_for(pid_t shell) {
  int watch = iapctl_child_watch(shell), status;
  while (1) {
    // Without a descriptor that reports the end of a child process, it looks every 10 ms.
    struct pollfd waiting[] = {{LIFE, POLLIN, 0}, {watch, POLLIN, 0}};
    (void)poll(waiting, 2, watch < 0 ? 10 : -1);
    if (waitpid(shell, &status, WNOHANG) == shell) end_like(status);
    // Nothing is ever written to the pipe: it becomes readable when iapctl ends.
    if (waiting[0].revents != 0) kill(-getpid(), SIGKILL);
  }
}

/// What the supervisor gets from iapctl.
typedef struct {
  const char *command;
  char *const *environment;
  int input, output, life, problem, lock;
} plan;

static _Noreturn void supervise(const plan *plan) {
  setsid();
  struct rlimit none = {0, 0};
  const int from[] = {
    plan->input, plan->output, plan->output, plan->life, plan->problem, plan->lock};
  const int to[] = {0, 1, 2, LIFE, PROBLEM, LOCK};
  int trouble = arrange(from, to, 6);
  if (trouble) {
    while (write(plan->problem, &trouble, sizeof trouble) < 0 && errno == EINTR) {}
    _exit(127);
  }
  pid_t supervisor = getpid(), shell = fork();
  if (shell == 0) run_shell(plan->command, plan->environment, supervisor, plan->lock >= 0);
  if (shell < 0) {
    report(errno);
    _exit(127);
  }
  // A core dump of the supervisor would be one of iapctl.
  (void)setrlimit(RLIMIT_CORE, &none);
  for (int file = 0; file < 3; file++) close(file);
  close(PROBLEM);
  wait_for(shell);
}

/// Starts the supervisor with all signals blocked, so that no handler of iapctl runs in it.
static pid_t start(const plan *plan, int others[], int count) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) {
    for (int index = 0; index < count; index++) close(others[index]);
    supervise(plan);
  }
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return process;
}

/// Waits until the shell is started. Returns 0, or why it was not.
static int problem_of(int pipe) {
  int problem = 0;
  ssize_t count;
  do {
    count = read(pipe, &problem, sizeof problem);
  } while (count < 0 && errno == EINTR);
  return count == sizeof problem ? problem : 0;
}

static void close_both(const int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

int iapctl_shell_start(
  const char *command, char *const environment[], int lock, iapctl_shell *shell) {
  iapctl_expect_ends();
  int pipes[4][2], count = 0, code = 0;
  while (count < 4 && (code = iapctl_pipe(pipes[count])) == 0) count++;
  if (count < 4) {
    while (count > 0) close_both(pipes[--count]);
    return code;
  }
  int *input = pipes[0], *output = pipes[1], *life = pipes[2], *problem = pipes[3];
  plan plan = {command, environment, input[0], output[1], life[0], problem[1], lock};
  int others[] = {input[1], output[0], life[1], problem[0]};
  shell->process = start(&plan, others, 4);
  code = shell->process < 0 ? errno : 0;
  close(input[0]);
  close(output[1]);
  close(life[0]);
  close(problem[1]);
  if (!code && (code = problem_of(problem[0]))) iapctl_child_bury(shell->process);
  close(problem[0]);
  shell->input = input[1];
  shell->output = output[0];
  shell->life = life[1];
  fcntl(shell->input, F_SETFL, O_NONBLOCK);
  fcntl(shell->output, F_SETFL, O_NONBLOCK);
  if (code) {
    for (int index = 0; index < 3; index++) close(others[index]);
  }
  return code;
}
