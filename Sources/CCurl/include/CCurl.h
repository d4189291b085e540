// libcurl, loaded when it is first needed: the header is the real one, nothing links to the library,
// and a command that needs no network does not wait for the forty libraries that it brings.
#ifndef IAPCTL_CCURL_H
#define IAPCTL_CCURL_H

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <stddef.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "the headers of libcurl 7.80 or newer are needed"
#endif

/// The functions of one libcurl that was loaded. It is never unloaded: others may use it.
typedef struct iapctl_curl iapctl_curl;

/// Loads the library of that name, unless it is older than 7.80, and readies it. Returns NULL
/// where that fails, and writes why.
const iapctl_curl *iapctl_curl_load(const char *name, char *problem, size_t length);

/// What `curl_version` says: libcurl and the libraries it uses.
const char *iapctl_curl_version(const iapctl_curl *curl);

/// The words for a CURLcode.
const char *iapctl_curl_error(const iapctl_curl *curl, CURLcode code);

// One transfer.

void *iapctl_curl_easy_make(const iapctl_curl *curl);
void iapctl_curl_easy_free(const iapctl_curl *curl, void *easy);

CURLcode iapctl_curl_set_long(const iapctl_curl *curl, void *easy, CURLoption option, long value);
CURLcode iapctl_curl_set_size(
    const iapctl_curl *curl, void *easy, CURLoption option, curl_off_t value);
/// libcurl keeps a copy; NULL restores the default.
CURLcode iapctl_curl_set_text(
    const iapctl_curl *curl, void *easy, CURLoption option, const char *value);
/// Allows HTTP, or HTTPS, and no other protocol, in a way that this libcurl knows.
CURLcode iapctl_curl_set_protocol(const iapctl_curl *curl, void *easy, int is_secure);
/// The list must outlive the transfer.
CURLcode iapctl_curl_set_headers(const iapctl_curl *curl, void *easy, struct curl_slist *list);
/// CURL_ERROR_SIZE bytes, which must outlive the transfer.
CURLcode iapctl_curl_set_error_buffer(const iapctl_curl *curl, void *easy, char *buffer);

// The sockets of connections.

/// Opens a socket that no program that is started inherits.
curl_socket_t iapctl_curl_open_socket(const struct curl_sockaddr *address);
int iapctl_curl_close_socket(curl_socket_t number);
/// Lets others open the sockets of new connections and close them. The context must outlive the
/// connections, which outlive the transfer.
CURLcode iapctl_curl_set_sockets(
    const iapctl_curl *curl, void *easy, curl_opensocket_callback open,
    curl_closesocket_callback close, void *context);
/// The port of a socket at this end, or 0.
int iapctl_curl_local_port(curl_socket_t number);

/// What there is to read from a socket.
typedef enum {
  /// Nothing, so far.
  iapctl_curl_input_none,
  iapctl_curl_input_bytes,
  /// The other end has closed it, or it is broken.
  iapctl_curl_input_ended,
} iapctl_curl_input;
/// Looks, and leaves it there.
iapctl_curl_input iapctl_curl_input_of(curl_socket_t number);

/// What libcurl calls during a transfer, each with the context.
typedef struct {
  size_t (*read)(char *into, size_t size, size_t count, void *context);
  int (*seek)(void *context, curl_off_t offset, int origin);
  size_t (*write)(char *bytes, size_t size, size_t count, void *context);
  size_t (*header)(char *bytes, size_t size, size_t count, void *context);
  /// A connection is there; the request has not begun.
  int (*begin)(void *context, char *remote, char *local, int remote_port, int local_port);
} iapctl_curl_callbacks;

CURLcode iapctl_curl_set_callbacks(
    const iapctl_curl *curl, void *easy, iapctl_curl_callbacks callbacks, void *context);

/// The last errno of a socket of the transfer; it may be that of an address that was given up.
int iapctl_curl_socket_error(const iapctl_curl *curl, void *easy);

/// Returns NULL, and leaves the list as it is, where there is no memory.
struct curl_slist *iapctl_curl_list_append(
    const iapctl_curl *curl, struct curl_slist *list, const char *line);
void iapctl_curl_list_free(const iapctl_curl *curl, struct curl_slist *list);

// Addresses, read by the parser that will connect.

/// Copies a part of a URL; CURLUE_MALFORMED_INPUT where it does not fit.
CURLUcode iapctl_curl_url_part(
    const iapctl_curl *curl, const char *url, CURLUPart part, char *into, size_t length);

// Many transfers at once.

/// Returns NULL where it cannot be made, or could not be woken later on.
void *iapctl_curl_multi_make(const iapctl_curl *curl, long connections);
void iapctl_curl_multi_free(const iapctl_curl *curl, void *multi);
CURLMcode iapctl_curl_multi_add(const iapctl_curl *curl, void *multi, void *easy);
CURLMcode iapctl_curl_multi_remove(const iapctl_curl *curl, void *multi, void *easy);
CURLMcode iapctl_curl_multi_perform(const iapctl_curl *curl, void *multi);
/// Waits for something to do. May only be called by the thread that performs.
CURLMcode iapctl_curl_multi_wait(const iapctl_curl *curl, void *multi, int milliseconds);
/// Ends the wait, from any thread, now or when it begins.
CURLMcode iapctl_curl_multi_wake(const iapctl_curl *curl, void *multi);
/// The next transfer that is over, with its result; NULL where there is none.
void *iapctl_curl_multi_finished(const iapctl_curl *curl, void *multi, CURLcode *result);

#endif
