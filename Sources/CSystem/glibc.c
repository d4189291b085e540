/* Functions of newer versions of glibc. The C++ library calls arc4random (glibc 2.36), and Swift's
   overlay of glibc calls hypotf (a new version of it in 2.35). With these functions in their place,
   the binary runs with glibc 2.34, which RHEL 9 has. They are hidden: no other library calls them.

   When a newer toolchain calls one more such function, LinkingTests names it. When RHEL 9 need not be
   served any more (glibc 2.36 or newer everywhere), this file can go. */

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <sys/random.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t number;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
    if (errno != EINTR) abort();
  }
  return number;
}

/* A double holds the squares of two floats exactly, and their sum without overflow. */
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}

#endif
