#include "CMicroHTTPD.h"
#include "CSystem.h"
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// The functions that are used. Their types come from the library's header.
#define FUNCTIONS(each) \
  each(start_daemon) each(quiesce_daemon) each(stop_daemon) each(suspend_connection) \
  each(resume_connection) each(get_connection_info) each(lookup_connection_value) \
  each(get_connection_values) each(create_response_from_buffer) each(add_response_header) \
  each(queue_response) each(destroy_response)

static struct {
#define DECLARE(name) __typeof__(MHD_##name) *name;
  FUNCTIONS(DECLARE)
} library;

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static const char *const names[] = {
#define NAME(name) "MHD_" #name,
  FUNCTIONS(NAME) NULL
};

int iapctl_mhd_load(const char *name, char *problem, size_t size) {
  void *found[sizeof names / sizeof *names];
  if (!iapctl_library_open(name, names, found, problem, size)) return 0;
  pthread_mutex_lock(&loading);
  if (!library.start_daemon) memcpy(&library, found, sizeof library);
  pthread_mutex_unlock(&loading);
  return 1;
}

// poll, not epoll: with epoll the library fetches 128 events at a time, and after exactly 128 it
// sleeps until the next one comes, before it looks at those that it has (0.9.75, MHD_epoll).
struct MHD_Daemon *iapctl_mhd_start(const struct iapctl_mhd_settings *settings) {
  return library.start_daemon(
    MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, settings->handle,
    settings->context, MHD_OPTION_LISTEN_SOCKET, settings->listener, MHD_OPTION_CONNECTION_LIMIT,
    settings->connections, MHD_OPTION_CONNECTION_TIMEOUT, settings->patience,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory, MHD_OPTION_NOTIFY_COMPLETED,
    settings->completed, settings->context, MHD_OPTION_NOTIFY_CONNECTION, settings->connected,
    settings->context, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

void iapctl_mhd_quiesce(struct MHD_Daemon *daemon) { (void)library.quiesce_daemon(daemon); }

void iapctl_mhd_stop(struct MHD_Daemon *daemon) { library.stop_daemon(daemon); }

void iapctl_mhd_suspend(struct MHD_Connection *connection) {
  library.suspend_connection(connection);
}

void iapctl_mhd_resume(struct MHD_Connection *connection) { library.resume_connection(connection); }

static int socket_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    library.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

void iapctl_mhd_shut(struct MHD_Connection *connection) {
  (void)shutdown(socket_of(connection), SHUT_RDWR);
}

int iapctl_mhd_input(struct MHD_Connection *connection) {
  char byte;
  return (int)recv(socket_of(connection), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

const char *iapctl_mhd_header(struct MHD_Connection *connection, const char *name) {
  return library.lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result add_fact(
  void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct iapctl_mhd_facts *facts = context;
  if (strpbrk(name, " \t")) facts->has_odd_name = 1;
  if (!strcasecmp(name, "Host")) {
    facts->hosts++;
    facts->host = value;
  } else if (!strcasecmp(name, "Content-Length")) {
    facts->lengths++;
  } else if (!strcasecmp(name, "Transfer-Encoding")) {
    facts->encodings++;
    facts->encoding = value;
  } else if (!strcasecmp(name, "Origin")) {
    facts->is_of_page = 1;
  } else if (!strcasecmp(name, "Sec-Fetch-Site")) {
    // "none" is an address that a person has typed.
    if (!value || strcasecmp(value, "none")) facts->is_of_page = 1;
  }
  return MHD_YES;
}

struct iapctl_mhd_facts iapctl_mhd_head_facts(struct MHD_Connection *connection) {
  struct iapctl_mhd_facts facts = {0};
  (void)library.get_connection_values(connection, MHD_HEADER_KIND, add_fact, &facts);
  return facts;
}

void iapctl_mhd_arguments(
  struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context) {
  (void)library.get_connection_values(connection, MHD_GET_ARGUMENT_KIND, each, context);
}

enum MHD_Result iapctl_mhd_answer(
  struct MHD_Connection *connection, unsigned int status, const void *bytes, size_t size,
  const char *headers) {
  struct MHD_Response *response =
    library.create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (!response) return MHD_NO;
  for (const char *name = headers; *name;) {
    const char *value = name + strlen(name) + 1;
    (void)library.add_response_header(response, name, value);
    name = value + strlen(value) + 1;
  }
  enum MHD_Result result = library.queue_response(connection, status, response);
  library.destroy_response(response);
  return result;
}
