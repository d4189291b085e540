#include "CCurl.h"
#include "table.h"
#include <string.h>

const char *iapctl_curl_version(const iapctl_curl *curl) { return curl->version(); }

const char *iapctl_curl_error(const iapctl_curl *curl, CURLcode code) {
  return curl->easy_strerror(code);
}

void *iapctl_curl_easy_make(const iapctl_curl *curl) { return curl->easy_init(); }

void iapctl_curl_easy_free(const iapctl_curl *curl, void *easy) { curl->easy_cleanup(easy); }

CURLcode iapctl_curl_set_long(const iapctl_curl *curl, void *easy, CURLoption option, long value) {
  return curl->easy_setopt(easy, option, value);
}

CURLcode iapctl_curl_set_size(
    const iapctl_curl *curl, void *easy, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(easy, option, value);
}

CURLcode iapctl_curl_set_text(
    const iapctl_curl *curl, void *easy, CURLoption option, const char *value) {
  return curl->easy_setopt(easy, option, value);
}

CURLcode iapctl_curl_set_url(
    const iapctl_curl *curl, void *easy, const char *url, CURLU **address) {
  if (!*address) *address = curl->url();
  if (!*address) return CURLE_OUT_OF_MEMORY;
  if (curl->url_set(*address, CURLUPART_URL, url, 0) != CURLUE_OK) return CURLE_URL_MALFORMAT;
  return curl->easy_setopt(easy, CURLOPT_CURLU, *address);
}

void iapctl_curl_url_free(const iapctl_curl *curl, CURLU *address) { curl->url_cleanup(address); }

CURLcode iapctl_curl_set_protocol(const iapctl_curl *curl, void *easy, int is_secure) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code =
      curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, is_secure ? "https" : "http");
  if (code != CURLE_UNKNOWN_OPTION) return code;
#endif
  return curl->easy_setopt(
      easy, CURLOPT_PROTOCOLS, (long)(is_secure ? CURLPROTO_HTTPS : CURLPROTO_HTTP));
}

CURLcode iapctl_curl_set_headers(const iapctl_curl *curl, void *easy, struct curl_slist *list) {
  return curl->easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

CURLcode iapctl_curl_set_error_buffer(const iapctl_curl *curl, void *easy, char *buffer) {
  return curl->easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

CURLcode iapctl_curl_set_callbacks(
    const iapctl_curl *curl, void *easy, iapctl_curl_callbacks callbacks, void *context) {
  CURLcode code = CURLE_OK;
#define SET(option, value) if (code == CURLE_OK) code = curl->easy_setopt(easy, option, value)
  SET(CURLOPT_READFUNCTION, callbacks.read);
  SET(CURLOPT_READDATA, context);
  SET(CURLOPT_SEEKFUNCTION, callbacks.seek);
  SET(CURLOPT_SEEKDATA, context);
  SET(CURLOPT_WRITEFUNCTION, callbacks.write);
  SET(CURLOPT_WRITEDATA, context);
  SET(CURLOPT_HEADERFUNCTION, callbacks.header);
  SET(CURLOPT_HEADERDATA, context);
  SET(CURLOPT_PREREQFUNCTION, callbacks.begin);
  SET(CURLOPT_PREREQDATA, context);
#undef SET
  return code;
}

int iapctl_curl_socket_error(const iapctl_curl *curl, void *easy) {
  long number = 0;
  return curl->easy_getinfo(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK ? (int)number : 0;
}

int iapctl_curl_is_resolved(const iapctl_curl *curl, void *easy) {
  double seconds = 0;
  return curl->easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME, &seconds) == CURLE_OK && seconds > 0;
}

struct curl_slist *iapctl_curl_list_append(
    const iapctl_curl *curl, struct curl_slist *list, const char *line) {
  return curl->slist_append(list, line);
}

void iapctl_curl_list_free(const iapctl_curl *curl, struct curl_slist *list) {
  curl->slist_free_all(list);
}

CURLUcode iapctl_curl_url_part(
    const iapctl_curl *curl, const char *url, CURLUPart part, char *into, size_t length) {
  CURLU *address = curl->url();
  if (!address) return CURLUE_OUT_OF_MEMORY;
  char *text = NULL;
  CURLUcode code = curl->url_set(address, CURLUPART_URL, url, 0);
  if (code == CURLUE_OK) code = curl->url_get(address, part, &text, 0);
  if (code == CURLUE_OK) {
    if (strlen(text) < length) strcpy(into, text);
    else code = CURLUE_MALFORMED_INPUT;
  }
  if (text) curl->free(text);
  curl->url_cleanup(address);
  return code;
}

void *iapctl_curl_multi_make(
    const iapctl_curl *curl, long connections, curl_socket_callback watch, void *context) {
  void *multi = curl->multi_init();
  if (!multi) return NULL;
  CURLMcode code = curl->multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
  // Otherwise libcurl keeps four connections for each handle in use, and closes others when a batch
  // has few requests in flight for a moment.
  if (code == CURLM_OK) code = curl->multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
  if (code == CURLM_OK) code = curl->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  if (code == CURLM_OK) code = curl->multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  // If too many files are open, libcurl returns a handle without wake-up and reports no error.
  if (code == CURLM_OK) code = curl->multi_wakeup(multi);
  if (code == CURLM_OK) return multi;
  curl->multi_cleanup(multi);
  return NULL;
}

void iapctl_curl_multi_free(const iapctl_curl *curl, void *multi) { curl->multi_cleanup(multi); }

CURLMcode iapctl_curl_multi_add(const iapctl_curl *curl, void *multi, void *easy) {
  return curl->multi_add_handle(multi, easy);
}

CURLMcode iapctl_curl_multi_remove(const iapctl_curl *curl, void *multi, void *easy) {
  return curl->multi_remove_handle(multi, easy);
}

CURLMcode iapctl_curl_multi_advance(
    const iapctl_curl *curl, void *multi, curl_socket_t socket, int events) {
  int running = 0;
  return curl->multi_socket_action(multi, socket, events, &running);
}

CURLMcode iapctl_curl_multi_wait(
    const iapctl_curl *curl, void *multi, struct curl_waitfd *sockets, unsigned int count,
    int milliseconds, int *ready) {
  *ready = 0;
  return curl->multi_poll(multi, sockets, count, milliseconds, ready);
}

CURLMcode iapctl_curl_multi_wake(const iapctl_curl *curl, void *multi) {
  return curl->multi_wakeup(multi);
}

void *iapctl_curl_multi_finished(const iapctl_curl *curl, void *multi, CURLcode *result) {
  CURLMsg *message;
  int left = 0;
  while ((message = curl->multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
