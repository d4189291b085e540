#include "CCurl.h"
#include "CSystem.h"
#include "table.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The oldest libcurl with a callback before each request (CURLOPT_PREREQFUNCTION), which proves
/// that nothing was sent before.
#define OLDEST 0x075000

static const char *const names[] = {
#define NAME(name) "curl_" #name,
  FUNCTIONS(NAME) NULL
};

/// In older versions, two threads must not call curl_global_init at the same time.
static CURLcode ready(const iapctl_curl *curl) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  CURLcode code = curl->global_init(CURL_GLOBAL_DEFAULT);
  pthread_mutex_unlock(&lock);
  return code;
}

const iapctl_curl *iapctl_curl_load(const char *name, char *problem, size_t length) {
  void *found[sizeof names / sizeof *names];
  void *library = iapctl_library_open(name, names, found, problem, length);
  if (!library) return NULL;
  iapctl_curl *curl = malloc(sizeof *curl);
  if (curl) memcpy(curl, found, sizeof *curl);
  const curl_version_info_data *facts = curl ? curl->version_info(CURLVERSION_NOW) : NULL;
  if (!facts) {
    snprintf(problem, length, "%s: no memory", name);
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
