// libcurl, loaded on demand. The header is libcurl's own, but iapctl is not linked to the library.
// A command that needs no network does not load libcurl and the forty libraries it depends on.
#ifndef IAPCTL_CCURL_H
#define IAPCTL_CCURL_H

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <stddef.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "the headers of libcurl 7.80 or newer are needed"
#endif

/// The functions of a loaded libcurl. It is never unloaded, because other code may use it.
typedef struct iapctl_curl iapctl_curl;

/// Loads and initialises the library of that name, which must be 7.80 or newer. Returns NULL after
/// an error, with the reason in problem.
const iapctl_curl *iapctl_curl_load(const char *name, char *problem, size_t length);

/// The versions of libcurl and its libraries, from `curl_version`.
const char *iapctl_curl_version(const iapctl_curl *curl);

/// The message for a CURLcode.
const char *iapctl_curl_error(const iapctl_curl *curl, CURLcode code);

// One transfer.

void *iapctl_curl_easy_make(const iapctl_curl *curl);
void iapctl_curl_easy_free(const iapctl_curl *curl, void *easy);

CURLcode iapctl_curl_set_long(const iapctl_curl *curl, void *easy, CURLoption option, long value);
CURLcode iapctl_curl_set_size(
    const iapctl_curl *curl, void *easy, CURLoption option, curl_off_t value);
/// libcurl copies the text; NULL restores the default.
CURLcode iapctl_curl_set_text(
    const iapctl_curl *curl, void *easy, CURLoption option, const char *value);
/// Sets a URL that is parsed once. Its address is made if it is NULL, and must outlive the transfers.
CURLcode iapctl_curl_set_url(
    const iapctl_curl *curl, void *easy, const char *url, CURLU **address);
void iapctl_curl_url_free(const iapctl_curl *curl, CURLU *address);
/// Allows only HTTPS, or only HTTP, with the option that this version of libcurl supports.
CURLcode iapctl_curl_set_protocol(const iapctl_curl *curl, void *easy, int is_secure);
/// The list must outlive the transfer.
CURLcode iapctl_curl_set_headers(const iapctl_curl *curl, void *easy, struct curl_slist *list);
/// The buffer has CURL_ERROR_SIZE bytes and must outlive the transfer.
CURLcode iapctl_curl_set_error_buffer(const iapctl_curl *curl, void *easy, char *buffer);

// The sockets of connections.

/// Opens a socket that child processes do not inherit.
curl_socket_t iapctl_curl_open_socket(const struct curl_sockaddr *address);
int iapctl_curl_close_socket(curl_socket_t number);
/// Sets callbacks that open and close the sockets of connections. The context must outlive the
/// connections, which outlive the transfer.
CURLcode iapctl_curl_set_sockets(
    const iapctl_curl *curl, void *easy, curl_opensocket_callback open,
    curl_closesocket_callback close, void *context);
/// The local port of a socket, or 0.
int iapctl_curl_local_port(curl_socket_t number);

/// The state of a socket's input.
typedef enum {
  /// No data yet.
  iapctl_curl_input_none,
  iapctl_curl_input_bytes,
  /// The other end has closed the connection, or it has failed.
  iapctl_curl_input_ended,
} iapctl_curl_input;
/// Checks for input without reading it.
iapctl_curl_input iapctl_curl_input_of(curl_socket_t number);

/// The functions that libcurl calls during a transfer, each with the context.
typedef struct {
  size_t (*read)(char *into, size_t size, size_t count, void *context);
  int (*seek)(void *context, curl_off_t offset, int origin);
  size_t (*write)(char *bytes, size_t size, size_t count, void *context);
  size_t (*header)(char *bytes, size_t size, size_t count, void *context);
  /// Called when a connection is ready, before the request begins.
  int (*begin)(void *context, char *remote, char *local, int remote_port, int local_port);
} iapctl_curl_callbacks;

CURLcode iapctl_curl_set_callbacks(
    const iapctl_curl *curl, void *easy, iapctl_curl_callbacks callbacks, void *context);

/// The last errno of a socket of the transfer. It may belong to an address that failed before
/// another one succeeded.
int iapctl_curl_socket_error(const iapctl_curl *curl, void *easy);

/// Whether the name of the host was resolved, or needed no lookup.
int iapctl_curl_is_resolved(const iapctl_curl *curl, void *easy);

/// Returns NULL, and leaves the list unchanged, if there is no memory.
struct curl_slist *iapctl_curl_list_append(
    const iapctl_curl *curl, struct curl_slist *list, const char *line);
void iapctl_curl_list_free(const iapctl_curl *curl, struct curl_slist *list);

// URLs, parsed by libcurl, which also makes the connection.

/// Copies a part of a URL. Returns CURLUE_MALFORMED_INPUT if the buffer is too small.
CURLUcode iapctl_curl_url_part(
    const iapctl_curl *curl, const char *url, CURLUPart part, char *into, size_t length);

// Parallel transfers.

/// Returns NULL if the handle cannot be created, or cannot be woken up.
///
/// watch is called with each socket that libcurl waits for, and what it waits for.
void *iapctl_curl_multi_make(
    const iapctl_curl *curl, long connections, curl_socket_callback watch, void *context);
void iapctl_curl_multi_free(const iapctl_curl *curl, void *multi);
CURLMcode iapctl_curl_multi_add(const iapctl_curl *curl, void *multi, void *easy);
CURLMcode iapctl_curl_multi_remove(const iapctl_curl *curl, void *multi, void *easy);
/// Advances the transfers of a socket, whose events (CURL_CSELECT) are 0 if they are not known. With
/// CURL_SOCKET_TIMEOUT, it advances those that are new or whose time has come.
CURLMcode iapctl_curl_multi_advance(
    const iapctl_curl *curl, void *multi, curl_socket_t socket, int events);
/// Waits until a transfer can advance, and sets the events of the sockets, and how many sockets have
/// any: an error may be missing from their events. Only the thread that calls advance may call it.
CURLMcode iapctl_curl_multi_wait(
    const iapctl_curl *curl, void *multi, struct curl_waitfd *sockets, unsigned int count,
    int milliseconds, int *ready);
/// Ends the current or the next wait. Any thread may call it.
CURLMcode iapctl_curl_multi_wake(const iapctl_curl *curl, void *multi);
/// The next finished transfer, with its result; NULL if there is none.
void *iapctl_curl_multi_finished(const iapctl_curl *curl, void *multi, CURLcode *result);

#endif
