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
#include <dlfcn.h>

int iapctl_sha256(
  const char *library, const void *bytes, size_t count, unsigned char digest[32], char *problem,
  size_t size) {
  void *file = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!file) {
    const char *why = dlerror();
    snprintf(problem, size, "%s", why ? why : library);
    return 0;
  }
  unsigned char *(*sha256)(const unsigned char *, size_t, unsigned char *);
  void *found = dlsym(file, "SHA256");
  memcpy(&sha256, &found, sizeof found);
  if (!found || !sha256(bytes, count, digest)) {
    snprintf(problem, size, "%s: lacks SHA256", library);
    return 0;
  }
  return 1;
}
#endif
