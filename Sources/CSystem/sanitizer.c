/* ThreadSanitizer and Swift's Mutex.

   A Mutex without contention is an atomic variable, which ThreadSanitizer understands. With contention
   the kernel hands it over (a futex with priority inheritance), in two functions of a library that is
   not built with the sanitizer. So it reports a race for whatever a contended Mutex protects. These two
   functions stand in front of the library's, and tell it what they do. Nothing is suppressed by them:
   an access without the Mutex is reported as before.

   Both names are those of Swift 6.2 and 6.3. With a runtime that renames them, nothing calls these two, and
   'make sanitize-thread' reports races of every Mutex: take the new names from 'nm -D libswiftSynchronization.so'.
   A build without the sanitizer has none of this. */
#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

void __tsan_acquire(void *);
void __tsan_release(void *);

typedef SWIFT void (*lock_function)(uint32_t, SELF);
typedef SWIFT void (*unlock_function)(SELF);

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

SWIFT void iapctl_lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void iapctl_lock_slowly(uint32_t thread, SELF) {
  ((lock_function)next(LOCK))(thread, self);
  __tsan_acquire(self);
}

SWIFT void iapctl_unlock_slowly(SELF) __asm__(UNLOCK);
SWIFT void iapctl_unlock_slowly(SELF) {
  __tsan_release(self);
  ((unlock_function)next(UNLOCK))(self);
}
#endif
#endif
