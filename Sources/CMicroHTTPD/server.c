// The thread of a server.
//
// The library could wait for its sockets itself. But if it refuses a request, it sends a page of its
// own, and tells its log the status but not the connection. So it is given one socket at a time.
// Its own loops have other faults: with epoll it fetches 128 events at a time, and after exactly 128
// it sleeps until the next one comes, before it looks at those that it has (0.9.75, MHD_epoll).
#include "library.h"
#include "CSystem.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// On a system without it, the library sets SO_NOSIGPIPE on each socket.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

struct iapctl_mhd_server {
  struct iapctl_mhd_settings settings;
  struct MHD_Daemon *daemon;
  iapctl_thread thread;
  // A pipe. `RESUMED` or `STOPPED` wakes the thread.
  int wake[2];
  // The socket that the library reads from or writes to at this moment, or -1.
  int current;
  // The number of open connections.
  unsigned int open;
  // Whether this thread has resumed a connection since it last waited.
  int has_resumed;
  // Whether a connection could not be accepted at the last try.
  int is_full;
};

static const char RESUMED = 'r', STOPPED = 's';

// The server whose thread this is.
static _Thread_local struct iapctl_mhd_server *own;

// MARK: Callbacks of the library

// Takes the library's messages. One of them precedes its error pages.
static void hear(void *context, const char *format, va_list values) {
  static const char refusal[] = "Error processing request (HTTP response code is %u";
  struct iapctl_mhd_server *server = context;
  if (server->current < 0 || strncmp(format, refusal, sizeof refusal - 1)) return;
  server->settings.refused(
    server->settings.context, server->current, va_arg(values, unsigned int));
}

// Lets `iapctl_mhd_resume` find the server of a connection.
static void connected(
  void *context, struct MHD_Connection *connection, void **memory,
  enum MHD_ConnectionNotificationCode change) {
  struct iapctl_mhd_server *server = *memory = context;
  server->open += change == MHD_CONNECTION_NOTIFY_STARTED ? 1 : -1;
  server->settings.connected(server->settings.context, connection, memory, change);
}

// MARK: Loop

// What `select` waits for, or has found.
struct sockets {
  fd_set readable, writable, urgent;
};

static int has(const struct sockets *sockets, int socket) {
  return FD_ISSET(socket, &sockets->readable) || FD_ISSET(socket, &sockets->writable)
    || FD_ISSET(socket, &sockets->urgent);
}

// Lets the library read or write one socket, or none.
static void run(struct iapctl_mhd_server *server, const struct sockets *found, int socket) {
  struct sockets one;
  memset(&one, 0, sizeof one);
  if (socket >= 0) {
    if (FD_ISSET(socket, &found->readable)) FD_SET(socket, &one.readable);
    if (FD_ISSET(socket, &found->writable)) FD_SET(socket, &one.writable);
    if (FD_ISSET(socket, &found->urgent)) FD_SET(socket, &one.urgent);
  }
  server->current = socket;
  (void)iapctl_mhd.run_from_select(server->daemon, &one.readable, &one.writable, &one.urgent);
  server->current = -1;
}

// The longest time in milliseconds until something must be done, or -1.
static long patience(const struct iapctl_mhd_server *server) {
  // Files may become free without an event.
  const long pause = 100;
  MHD_UNSIGNED_LONG_LONG time = 0;
  if (server->has_resumed) return 0;
  if (iapctl_mhd.get_timeout(server->daemon, &time) != MHD_YES) {
    return server->is_full ? pause : -1;
  }
  return server->is_full && time > (unsigned long)pause ? pause : (long)time;
}

// Waits until something has happened. Returns how much was found, or -1 after an error.
static int await(struct iapctl_mhd_server *server, struct sockets *found, int *last, long patience) {
  memset(found, 0, sizeof *found);
  *last = server->wake[0];
  FD_SET(server->wake[0], &found->readable);
  (void)iapctl_mhd.get_fdset2(
    server->daemon, &found->readable, &found->writable, &found->urgent, last, FD_SETSIZE);
  if (server->is_full || server->open >= server->settings.connections) {
    FD_CLR(server->settings.listener, &found->readable);
  }
  struct timeval time = {patience / 1000, patience % 1000 * 1000};
  return select(
    *last + 1, &found->readable, &found->writable, &found->urgent, patience < 0 ? NULL : &time);
}

static void serve(void *context) {
  struct iapctl_mhd_server *server = own = context;
  int is_busy = 0;
  for (;;) {
    struct sockets found;
    int last;
    int left = await(server, &found, &last, is_busy ? 0 : patience(server));
    if (left < 0) continue;
    if (FD_ISSET(server->wake[0], &found.readable)) {
      char reasons[64];
      ssize_t count = read(server->wake[0], reasons, sizeof reasons);
      if (count > 0 && memchr(reasons, STOPPED, (size_t)count)) return;
      FD_CLR(server->wake[0], &found.readable);
      left--;
    }
    // The connections that were resumed go on, and those that have waited too long are closed.
    server->has_resumed = server->is_full = 0;
    run(server, &found, -1);
    for (int socket = 0; socket <= last && left > 0; socket++) {
      if (!has(&found, socket)) continue;
      left--;
      unsigned int before = server->open;
      run(server, &found, socket);
      if (socket == server->settings.listener) server->is_full = server->open == before;
    }
    is_busy = server->settings.all_read(server->settings.context);
  }
}

// MARK: Start and stop

// Returns NULL, and leaves `errno` as it is.
static struct iapctl_mhd_server *end(struct iapctl_mhd_server *server) {
  int problem = errno;
  if (server->daemon) {
    // Otherwise the library closes the listening socket.
    (void)iapctl_mhd.quiesce_daemon(server->daemon);
    iapctl_mhd.stop_daemon(server->daemon);
  }
  if (server->wake[0] >= 0) (void)close(server->wake[0]);
  if (server->wake[1] >= 0) (void)close(server->wake[1]);
  free(server);
  errno = problem;
  return NULL;
}

struct iapctl_mhd_server *iapctl_mhd_start(const struct iapctl_mhd_settings *settings) {
  struct iapctl_mhd_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->settings = *settings;
  server->wake[0] = server->wake[1] = server->current = -1;
  errno = iapctl_pipe(server->wake);
  if (errno) return end(server);
  if (server->wake[0] >= FD_SETSIZE || settings->listener >= FD_SETSIZE) {
    errno = EMFILE;
    return end(server);
  }
  server->daemon = iapctl_mhd.start_daemon(
    MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, settings->handle,
    settings->context, MHD_OPTION_EXTERNAL_LOGGER, hear, server, MHD_OPTION_LISTEN_SOCKET,
    settings->listener, MHD_OPTION_CONNECTION_LIMIT, settings->connections,
    MHD_OPTION_CONNECTION_TIMEOUT, settings->patience, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
    settings->memory, MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
    MHD_OPTION_NOTIFY_CONNECTION, connected, server, MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_END);
  if (!server->daemon) return end(server);
  errno = iapctl_thread_start(serve, server, &server->thread);
  return errno ? end(server) : server;
}

void iapctl_mhd_quiesce(struct iapctl_mhd_server *server) {
  (void)iapctl_mhd.quiesce_daemon(server->daemon);
}

void iapctl_mhd_stop(struct iapctl_mhd_server *server) {
  (void)!write(server->wake[1], &STOPPED, 1);
  iapctl_thread_join(server->thread);
  (void)end(server);
}

// MARK: Connections

void iapctl_mhd_suspend(struct MHD_Connection *connection) {
  iapctl_mhd.suspend_connection(connection);
}

void iapctl_mhd_resume(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    iapctl_mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  struct iapctl_mhd_server *server = info->socket_context;
  iapctl_mhd.resume_connection(connection);
  if (own == server) {
    server->has_resumed = 1;
  } else {
    (void)!write(server->wake[1], &RESUMED, 1);
  }
}

static int socket_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    iapctl_mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

void iapctl_mhd_shut(struct MHD_Connection *connection) {
  (void)shutdown(socket_of(connection), SHUT_RDWR);
}

int iapctl_mhd_input(struct MHD_Connection *connection) {
  char byte;
  return (int)recv(socket_of(connection), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

void iapctl_mhd_refuse(int socket, const void *bytes, size_t size) {
  (void)send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  // The library cannot send its page any more, and closes the connection.
  (void)shutdown(socket, SHUT_WR);
}
