#include "CCurl.h"
#include "table.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/// The oldest libcurl with a callback before each request (CURLOPT_PREREQFUNCTION), which proves
/// that nothing was sent before.
#define OLDEST 0x075000

static int find(void *library, const char *name, void **function) {
  *function = dlsym(library, name);
  return *function != NULL;
}

/// Returns the name of a function that the library lacks, or NULL.
static const char *fill(iapctl_curl *curl, void *library) {
#define FIND(name) \
  if (!find(library, "curl_" #name, (void **)&curl->name)) return "curl_" #name;
  FUNCTIONS(FIND)
#undef FIND
  return NULL;
}

/// In older versions, two threads must not call curl_global_init at the same time.
static CURLcode ready(const iapctl_curl *curl) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  CURLcode code = curl->global_init(CURL_GLOBAL_DEFAULT);
  pthread_mutex_unlock(&lock);
  return code;
}

const iapctl_curl *iapctl_curl_load(const char *name, char *problem, size_t length) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *text = dlerror();
    snprintf(problem, length, "%s", text ? text : name);
    return NULL;
  }
  iapctl_curl *curl = malloc(sizeof *curl);
  const char *missing = curl ? fill(curl, library) : "memory";
  const curl_version_info_data *facts = missing ? NULL : curl->version_info(CURLVERSION_NOW);
  if (missing) {
    snprintf(problem, length, "%s: lacks %s", name, missing);
  } else if (facts->version_num < OLDEST) {
    snprintf(problem, length, "%s: is %s, and 7.80 or newer is needed", name, facts->version);
  } else if (ready(curl) != CURLE_OK) {
    snprintf(problem, length, "%s: cannot be initialised", name);
  } else {
    return curl;
  }
  free(curl);
  dlclose(library);
  return NULL;
}
