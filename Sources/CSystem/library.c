#include "CSystem.h"
#include <dlfcn.h>
#include <stdio.h>

void *iapctl_library_open(
  const char *name, const char *const functions[], void *addresses[], char *problem, size_t size) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    snprintf(problem, size, "%s", why ? why : name);
    return NULL;
  }
  for (size_t index = 0; functions[index]; index++) {
    addresses[index] = dlsym(library, functions[index]);
    if (addresses[index]) continue;
    snprintf(problem, size, "%s: lacks %s", name, functions[index]);
    dlclose(library);
    return NULL;
  }
  return library;
}
