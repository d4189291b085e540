#include "CSystem.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct iapctl_thread {
  pthread_t number;
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  iapctl_thread *thread = argument;
  thread->body(thread->context);
  return NULL;
}

iapctl_thread *iapctl_thread_start(void (*body)(void *), void *context, int *problem) {
  iapctl_thread *thread = malloc(sizeof *thread);
  *problem = ENOMEM;
  if (!thread) return NULL;
  thread->body = body;
  thread->context = context;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  *problem = pthread_create(&thread->number, NULL, run, thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (*problem == 0) return thread;
  free(thread);
  return NULL;
}

void iapctl_thread_join(iapctl_thread *thread) {
  pthread_join(thread->number, NULL);
  free(thread);
}
