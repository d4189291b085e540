// _GNU_SOURCE declares the calls of Linux.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "shell.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#endif

// A shell command has a supervisor: a child process of iapctl in a session of its own, which writes
// the command's input, reads its output, enforces its limit, and ends all that it leaves running. Then
// it sends the end to iapctl, and ends too. It does not depend on iapctl: if iapctl is stopped or
// killed, the command runs to its end or its limit. Until then the supervisor keeps the run's lock, so
// that no other run takes its payments. It blocks all signals.
//
// A process of another user (sudo) cannot be signalled. The supervisor waits for its end, however long
// that takes: as long as something of the command runs, the claim of its payment is not over.
//
// If the supervisor itself is killed, the system kills the shell too (PR_SET_PDEATHSIG), and iapctl ends
// what the shell began (orphans.c). If iapctl is killed too, that keeps the lock.

/// The descriptors that a supervisor keeps from iapctl.
enum { CHANNEL = 3, LOCK = 4 };

enum { NANOSECONDS = 1000000000 };

typedef struct {
  const iapctl_shell *command;
  pid_t shell;
  /// -1 after it is closed; the same for output.
  int input;
  int output;
  /// -1 if the system has no timer that goes on while the machine sleeps.
  int timer;
  /// How many bytes of the input are written.
  size_t sent;
  enum { AT_WORK, TERMINATED, KILLED } phase;
  /// When the next phase begins, and when KILLED begins again.
  int64_t deadline;
  /// The time until the next attempt to kill all processes. They may begin new ones meanwhile; if they
  /// cannot be killed, the attempts become rare.
  int64_t pause;
  int has_shell_ended;
  iapctl_shell_end end;
} supervisor;

static int64_t now(void) {
#ifdef __linux__
  const clockid_t clock = CLOCK_BOOTTIME;
#else
  // On macOS this clock goes on while the machine sleeps.
  const clockid_t clock = CLOCK_MONOTONIC;
#endif
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

// MARK: Streams

/// Writes as much input as the pipe accepts. The command need not read all of it.
static void feed(supervisor *self) {
  const iapctl_shell *command = self->command;
  ssize_t count = 0;
  if (self->sent < command->input_count && !self->has_shell_ended) {
    count = write(self->input, command->input + self->sent, command->input_count - self->sent);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    self->sent += count > 0 ? (size_t)count : 0;
    if (count >= 0 && self->sent < command->input_count) return;
  }
  close(self->input);
  self->input = -1;
}

/// Adds to the end of the output, of which the last bytes are kept.
static void keep(iapctl_shell_end *end, const char *bytes, size_t count) {
  const size_t most = sizeof end->output;
  size_t kept = end->count, lost = kept + count > most ? kept + count - most : 0;
  if (lost > 0) end->is_cut = 1;
  if (count > most) {
    bytes += count - most;
    count = most;
  }
  if (lost > kept) lost = kept;
  memmove(end->output, end->output + lost, kept - lost);
  memcpy(end->output + kept - lost, bytes, count);
  end->count = (int32_t)(kept - lost + count);
}

/// Reads a part of the output. Returns whether there was any.
static int listen_to(supervisor *self) {
  char buffer[1 << 14];
  if (self->output < 0) return 0;
  ssize_t count = read(self->output, buffer, sizeof buffer);
  if (count > 0) keep(&self->end, buffer, (size_t)count);
  if (count == 0) {
    close(self->output);
    self->output = -1;
  }
  return count > 0;
}

// MARK: Waiting

static void notice(int number) { (void)number; }

/// Makes the timer readable at the deadline. Returns the time until then; NULL to wait for the timer.
static struct timespec *set_timer(const supervisor *self, struct timespec *rest) {
#ifdef __linux__
  int64_t end = self->deadline > 0 ? self->deadline : 1;
  struct itimerspec time = {.it_value = {(time_t)(end / NANOSECONDS), (long)(end % NANOSECONDS)}};
  if (self->timer >= 0 && timerfd_settime(self->timer, TFD_TIMER_ABSTIME, &time, NULL) == 0) return NULL;
#endif
  // The clock of the wait stands still while the machine sleeps, so the wait must be short.
  int64_t left = self->deadline - now();
  if (left < 0) left = 0;
  if (left > NANOSECONDS) left = NANOSECONDS;
  *rest = (struct timespec){(time_t)(left / NANOSECONDS), (long)(left % NANOSECONDS)};
  return rest;
}

static void watch(int file, fd_set *set, int *last) {
  if (file < 0) return;
  FD_SET(file, set);
  if (file > *last) *last = file;
}

/// Waits until a stream is ready, a child process has ended or the deadline has passed. Writes input and
/// reads output. Returns whether iapctl has closed its end of the channel, if that matters.
static int wait_for_event(supervisor *self) {
  fd_set reads, writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  int last = 0, is_caller_watched = self->command->ends_with_caller && self->phase != KILLED;
  watch(self->input, &writes, &last);
  watch(self->output, &reads, &last);
  watch(self->timer, &reads, &last);
  if (is_caller_watched) watch(CHANNEL, &reads, &last);
  struct timespec rest, *timeout = set_timer(self, &rest);
  // SIGCHLD arrives only during the wait.
  sigset_t mask;
  sigfillset(&mask);
  sigdelset(&mask, SIGCHLD);
  if (pselect(last + 1, &reads, &writes, NULL, timeout, &mask) <= 0) return 0;
  if (self->output >= 0 && FD_ISSET(self->output, &reads)) (void)listen_to(self);
  if (self->input >= 0 && FD_ISSET(self->input, &writes)) feed(self);
  return is_caller_watched && FD_ISSET(CHANNEL, &reads);
}

// MARK: The command

/// Collects the processes that have ended. Returns whether all have.
static int has_ended(supervisor *self) {
  int status;
  pid_t process;
  while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
    if (process != self->shell) continue;
    self->has_shell_ended = 1;
    self->end.killer = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    self->end.status = WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
  }
  return process < 0 && errno == ECHILD && !iapctl_has_orphans(self->shell);
}

static void terminate(supervisor *self) {
  iapctl_signal_descendants(self->shell, SIGTERM);
  iapctl_signal_descendants(self->shell, SIGCONT);
  self->phase = TERMINATED;
  self->deadline = now() + self->command->grace;
}

static void kill_all(supervisor *self) {
  iapctl_signal_descendants(self->shell, SIGKILL);
  for (int count = 0; count < 200 && !has_ended(self); count++) iapctl_kill_children();
  self->phase = KILLED;
  self->deadline = now() + self->pause;
  self->pause = self->pause < NANOSECONDS / 2 ? 2 * self->pause : NANOSECONDS;
}

/// Waits until nothing of the command runs.
static void serve(supervisor *self) {
  while (!has_ended(self)) {
    if (self->phase == AT_WORK && (self->has_shell_ended || now() >= self->deadline)) {
      self->end.is_late = !self->has_shell_ended;
      terminate(self);
    }
    if (self->phase != AT_WORK && now() >= self->deadline) kill_all(self);
    if (wait_for_event(self)) kill_all(self);
  }
  // What processes that are no descendants write is not waited for.
  for (int count = 0; count < 64 && listen_to(self); count++) {}
}

/// A core dump of the supervisor would be one of iapctl, with its secrets.
static void protect_memory(void) {
  struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_CORE, &none);
#ifdef PR_SET_DUMPABLE
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  // A person who ends iapctl by its name means iapctl.
  (void)prctl(PR_SET_NAME, "supervisor", 0, 0, 0);
#endif
}

static void run(supervisor *self) {
  if (now() >= self->deadline) {
    // iapctl was stopped before.
    self->end.is_late = 1;
    return;
  }
  self->end.problem =
    iapctl_shell_begin(self->command, &self->shell, &self->input, &self->output);
  if (self->end.problem) return;
  protect_memory();
#ifdef __linux__
  self->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC);
#endif
  serve(self);
}

// MARK: The process

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

/// Keeps two descriptors of iapctl, and closes all others: the streams of iapctl end with it, and not
/// with the command. Returns 0 or an errno value.
static int arrange(int channel, int lock) {
  int has_lock = lock >= 0;
  channel = fcntl(channel, F_DUPFD, IAPCTL_FIRST_PIPE);
  if (has_lock) lock = fcntl(lock, F_DUPFD, IAPCTL_FIRST_PIPE);
  if (channel < 0 || (has_lock && lock < 0)) return errno;
  close(LOCK);
  if (dup2(channel, CHANNEL) < 0 || (has_lock && dup2(lock, LOCK) < 0)) return errno;
  close_from(IAPCTL_FIRST_PIPE);
  for (int file = 0; file < 3; file++) close(file);
  fcntl(CHANNEL, F_SETFD, FD_CLOEXEC);
  return 0;
}

void iapctl_supervise(const iapctl_shell *command, int channel) {
  setsid();
  iapctl_adopt();
  struct sigaction action = {.sa_handler = notice};
  sigemptyset(&action.sa_mask);
  sigaction(SIGCHLD, &action, NULL);
  iapctl_shell own = *command;
  supervisor self = {
    .command = &own, .input = -1, .output = -1, .timer = -1, .deadline = command->deadline,
    .pause = NANOSECONDS / 100};
  self.end.problem = arrange(channel, command->lock);
  if (!self.end.problem) {
    channel = CHANNEL;
    if (own.lock >= 0) own.lock = LOCK;
    run(&self);
  }
  size_t count = offsetof(iapctl_shell_end, output) + (size_t)self.end.count;
  while (write(channel, &self.end, count) < 0 && errno == EINTR) {}
  // This releases the lock.
  _exit(0);
}
