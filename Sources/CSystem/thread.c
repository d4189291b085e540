#include "CSystem.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

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

static void *pass(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

// Whether so many bytes of address space are left. Where they are limited, threads share their heap:
// each heap of its own would reserve 64 MiB.
static int has_room(size_t size) {
#ifdef M_ARENA_MAX
  struct rlimit limit;
  if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY) (void)mallopt(M_ARENA_MAX, 1);
#endif
  void *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return 0;
  (void)munmap(room, size);
  return 1;
}

int iapctl_threads_try(int count, size_t room) {
  if (!has_room(room)) return ENOMEM;
  pthread_t threads[16];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  int started = 0, problem = 0;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_mutex_lock(&gate);
  while (!problem && started < count && started < 16) {
    problem = pthread_create(&threads[started], NULL, pass, &gate);
    if (!problem) started++;
  }
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return problem;
}
