// _GNU_SOURCE declares vfork and prctl.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "shell.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// MARK: In iapctl

/// Makes a pair of sockets that child processes do not inherit.
static int make_channel(int ends[2]) {
#ifdef SOCK_CLOEXEC
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int iapctl_shell_start(const iapctl_shell *command, pid_t *supervisor, int *channel) {
  iapctl_expect_ends();
  int ends[2], code = make_channel(ends);
  if (code) return code;
  // No handler of iapctl runs in the supervisor.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  *supervisor = iapctl_fork_known();
  if (*supervisor == 0) iapctl_supervise(command, ends[1]);
  code = *supervisor < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  *channel = ends[0];
  if (code) close(ends[0]);
  return code;
}

void iapctl_shell_finish(pid_t supervisor, int channel, iapctl_shell_end *end) {
  memset(end, 0, sizeof *end);
  const size_t header = offsetof(iapctl_shell_end, output);
  size_t count = 0;
  ssize_t got;
  while ((got = read(channel, (char *)end + count, sizeof *end - count)) != 0) {
    if (got > 0) count += (size_t)got;
    if (got < 0 && errno != EINTR) break;
  }
  int status = 0, killer = 0;
  (void)iapctl_child_wait(supervisor, &status, &killer);
  iapctl_bury_known(supervisor);
  if (count >= header && end->count >= 0 && count == header + (size_t)end->count) return;
  // The supervisor was killed, and the shell with it.
  memset(end, 0, sizeof *end);
  end->killer = killer ? killer : SIGKILL;
  end->is_uncertain = !iapctl_end_orphans();
}

// MARK: In the supervisor

/// The lock gets a number in the shell that scripts do not use.
enum { LOCK_IN_SHELL = 20 };

/// Makes a pipe whose ends have numbers that no stream has, and that exec closes.
static int make_pipe(int ends[2]) {
  int low[2], code = 0;
  if (pipe(low) != 0) return errno;
  for (int index = 0; index < 2; index++) {
    ends[index] = fcntl(low[index], F_DUPFD_CLOEXEC, IAPCTL_FIRST_PIPE);
    if (ends[index] < 0) code = errno;
    close(low[index]);
  }
  return code;
}

/// What iapctl handles or ignores itself has its default action in the shell. What was ignored before
/// iapctl stays ignored.
static void restore_signals(void) {
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
}

/// After vfork, the supervisor waits for exec, and its memory is that of this process too.
static _Noreturn __attribute__((noinline)) void run_shell(
  const iapctl_shell *command, pid_t supervisor, int input, int output, int problem) {
#ifdef PR_SET_PDEATHSIG
  // The supervisor itself may be killed.
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
  if (getppid() != supervisor) _exit(127);
  setsid();
  dup2(input, 0);
  dup2(output, 1);
  dup2(output, 2);
  // Without a free number the lock keeps its own one.
  if (command->lock >= 0 && fcntl(command->lock, F_DUPFD, LOCK_IN_SHELL) >= 0) close(command->lock);
  restore_signals();
  iapctl_allow_core_dumps();
  char *const words[] = {"sh", "-c", (char *)command->line, NULL};
  execve("/bin/sh", words, command->environment);
  int code = errno;
  while (write(problem, &code, sizeof code) < 0 && errno == EINTR) {}
  _exit(127);
}

/// Waits until the shell has begun. Returns 0, or why it has not.
static int problem_of(int pipe) {
  int problem = 0;
  ssize_t count;
  do {
    count = read(pipe, &problem, sizeof problem);
  } while (count < 0 && errno == EINTR);
  return count == sizeof problem ? problem : 0;
}

int iapctl_shell_begin(const iapctl_shell *command, pid_t *shell, int *input, int *output) {
  int inputs[2], outputs[2], problems[2], code = make_pipe(inputs);
  if (!code) code = make_pipe(outputs);
  if (!code) code = make_pipe(problems);
  if (code) return code;
  pid_t supervisor = getpid();
#ifdef __linux__
  // The tables of the memory, which is as large as iapctl's, are not copied a second time.
  pid_t process = vfork();
#else
  pid_t process = fork();
#endif
  if (process == 0) run_shell(command, supervisor, inputs[0], outputs[1], problems[1]);
  if (process < 0) return errno;
  close(inputs[0]);
  close(outputs[1]);
  close(problems[1]);
  code = problem_of(problems[0]);
  close(problems[0]);
  fcntl(inputs[1], F_SETFL, O_NONBLOCK);
  fcntl(outputs[0], F_SETFL, O_NONBLOCK);
  *shell = process;
  *input = inputs[1];
  *output = outputs[0];
  return code;
}
