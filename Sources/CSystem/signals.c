#define _GNU_SOURCE
#include "CSystem.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static void (*handlers[NSIG])(int, int);

static void handle(int number, siginfo_t *facts, void *context) {
  (void)context;
  handlers[number](number, facts->si_code <= 0);
}

void iapctl_handle_signal(int number, void (*handler)(int, int)) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
  handlers[number] = handler;
  action.sa_sigaction = handle;
  // Blocks all signals during the handler, because it changes several variables together.
  sigfillset(&action.sa_mask);
  // Without SA_RESTART, a signal ends a wait for input, and the program notices the signal.
  action.sa_flags = SA_SIGINFO;
  sigaction(number, &action, NULL);
}

int iapctl_pipe(int ends[2]) {
#ifdef __APPLE__
  // Not atomic, but a child process started meanwhile does not inherit the ends:
  // iapctl_supervise closes all descriptors but two.
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}
