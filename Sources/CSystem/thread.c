#include "CSystem.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

struct work {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct work work = *(struct work *)argument;
  free(argument);
  work.body(work.context);
  return NULL;
}

int iapctl_thread_start(void (*body)(void *), void *context, iapctl_thread *thread) {
  struct work *work = malloc(sizeof *work);
  if (!work) return ENOMEM;
  work->body = body;
  work->context = context;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int problem = pthread_create(&thread->number, NULL, run, work);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (problem) free(work);
  return problem;
}

void iapctl_thread_join(iapctl_thread thread) { pthread_join(thread.number, NULL); }

int iapctl_thread_is_current(iapctl_thread thread) {
  return pthread_equal(thread.number, pthread_self());
}

void iapctl_thread_detach(iapctl_thread thread) { pthread_detach(thread.number); }
