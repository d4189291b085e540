#include "CSystem.h"
#include <stdio.h>
#include <string.h>
#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>

int iapctl_sha256(
  const char *library, const void *bytes, size_t count, unsigned char digest[32], char *problem,
  size_t size) {
  (void)library, (void)problem, (void)size;
  CC_SHA256(bytes, (CC_LONG)count, digest);
  return 1;
}
#else

int iapctl_sha256(
  const char *library, const void *bytes, size_t count, unsigned char digest[32], char *problem,
  size_t size) {
  static const char *const names[] = {"SHA256", NULL};
  void *found[1];
  if (!iapctl_library_open(library, names, found, problem, size)) return 0;
  unsigned char *(*sha256)(const unsigned char *, size_t, unsigned char *);
  memcpy(&sha256, found, sizeof sha256);
  if (sha256(bytes, count, digest)) return 1;
  snprintf(problem, size, "%s: SHA256 failed", library);
  return 0;
}
#endif
