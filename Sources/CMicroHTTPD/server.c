// The thread of a server.
//
// The library could wait for its sockets itself. But if it cannot read a request, it sends a page of
// its own, and tells its log the status but not the connection. So it is given one socket at a time.
// Its own loops have other faults (0.9.75): with poll it spins while no file can be opened; with
// epoll it fetches 128 events at a time, and after exactly 128 it sleeps until the next one comes,
// before it looks at those that it has.
#include "library.h"
#include "CSystem.h"
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// On a system without it, the library sets SO_NOSIGPIPE on each socket.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

// What `select` waits for, or has found.
struct sockets {
  fd_set readable, writable, urgent;
};

struct iapctl_mhd_server {
  struct iapctl_mhd_settings settings;
  struct MHD_Daemon *daemon;
  iapctl_thread thread;
  // A pipe. `RESUMED` or `STOPPED` wakes the thread.
  int wake[2];
  // Held by other threads while they resume a connection.
  pthread_mutex_t resuming;
  // What the library waits for, and what has happened of that and it was not yet told.
  struct sockets watched, found;
  // The socket that the library reads from or writes to at this moment, or -1.
  int current;
  // The number of open connections.
  unsigned int open;
  // Whether this thread has resumed a connection since it last waited.
  int has_resumed;
  int has_accepted;
  // Whether a connection waited at the last try, and could not be accepted.
  int accept_failed;
};

static const char RESUMED = 'r', STOPPED = 's';

static _Thread_local struct iapctl_mhd_server *server_of_this_thread;

static int socket_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    iapctl_mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static int has(const struct sockets *sockets, int socket) {
  return FD_ISSET(socket, &sockets->readable) || FD_ISSET(socket, &sockets->writable)
    || FD_ISSET(socket, &sockets->urgent);
}

static void forget(struct sockets *sockets, int socket) {
  FD_CLR(socket, &sockets->readable);
  FD_CLR(socket, &sockets->writable);
  FD_CLR(socket, &sockets->urgent);
}

// MARK: Callbacks of the library

// The library writes this message just before it sends a page of its own. With a library that has
// another text here, the page is sent; the tests of malformed requests would tell.
static void receive_log_message(void *context, const char *format, va_list values) {
  static const char refusal[] = "Error processing request (HTTP response code is %u";
  struct iapctl_mhd_server *server = context;
  if (server->current < 0 || strncmp(format, refusal, sizeof refusal - 1)) return;
  server->settings.refused(
    server->settings.context, server->current, va_arg(values, unsigned int));
}

// Counts the connections, and lets `iapctl_mhd_resume` find the server of each.
static void connected(
  void *context, struct MHD_Connection *connection, void **memory,
  enum MHD_ConnectionNotificationCode change) {
  struct iapctl_mhd_server *server = *memory = context;
  if (change == MHD_CONNECTION_NOTIFY_STARTED) {
    server->open++;
    server->has_accepted = 1;
    // The number may be that of a connection that was closed since `select` found it.
    forget(&server->watched, socket_of(connection));
    forget(&server->found, socket_of(connection));
  } else {
    server->open--;
  }
  server->settings.connected(server->settings.context, connection, memory, change);
}

// MARK: Loop

// Tells the library what was found of one socket, or only the time if it is -1.
static void run(struct iapctl_mhd_server *server, int socket) {
  struct sockets *found = &server->found, one;
  memset(&one, 0, sizeof one);
  if (socket >= 0) {
    if (FD_ISSET(socket, &found->readable)) FD_SET(socket, &one.readable);
    if (FD_ISSET(socket, &found->writable)) FD_SET(socket, &one.writable);
    if (FD_ISSET(socket, &found->urgent)) FD_SET(socket, &one.urgent);
    forget(found, socket);
  }
  server->current = socket;
  (void)iapctl_mhd.run_from_select(server->daemon, &one.readable, &one.writable, &one.urgent);
  server->current = -1;
}

// The milliseconds until something must be done, or -1.
static long time_left(const struct iapctl_mhd_server *server) {
  // Files may become free without an event.
  const long pause = 100;
  MHD_UNSIGNED_LONG_LONG time = 0;
  if (server->has_resumed) return 0;
  if (iapctl_mhd.get_timeout(server->daemon, &time) != MHD_YES) {
    return server->accept_failed ? pause : -1;
  }
  return server->accept_failed && time > (unsigned long)pause ? pause : (long)time;
}

// Waits until something has happened, for `milliseconds` at most unless that is negative. Returns the
// largest number of the sockets.
static int await(struct iapctl_mhd_server *server, long milliseconds) {
  struct sockets *watched = &server->watched, *found = &server->found;
  int last = server->wake[0];
  memset(watched, 0, sizeof *watched);
  (void)iapctl_mhd.get_fdset2(
    server->daemon, &watched->readable, &watched->writable, &watched->urgent, &last, FD_SETSIZE);
  if (server->accept_failed || server->open >= server->settings.connections) {
    FD_CLR(server->settings.listener, &watched->readable);
  }
  FD_SET(server->wake[0], &watched->readable);
  *found = *watched;
  struct timeval time = {milliseconds / 1000, milliseconds % 1000 * 1000};
  int count = select(
    last + 1, &found->readable, &found->writable, &found->urgent, milliseconds < 0 ? NULL : &time);
  if (count >= 0) return last;
  int problem = errno;
  memset(found, 0, sizeof *found);
  if (problem != EINTR) {
    // A stop must still be seen, and a pause is better than to spin.
    struct timeval pause = {0, 100000};
    FD_SET(server->wake[0], &found->readable);
    if (select(server->wake[0] + 1, &found->readable, NULL, NULL, &pause) <= 0) {
      FD_CLR(server->wake[0], &found->readable);
    }
  }
  return last;
}

// Whether a line of the request fills the buffer of its connection: the size of a chunk, with
// extensions. The library waits for neither direction then, and would spin until the time-out.
static int is_stuck(const struct sockets *watched, int socket) {
  return FD_ISSET(socket, &watched->urgent) && !FD_ISSET(socket, &watched->readable)
    && !FD_ISSET(socket, &watched->writable);
}

static int is_stopped(struct iapctl_mhd_server *server) {
  if (!FD_ISSET(server->wake[0], &server->found.readable)) return 0;
  forget(&server->found, server->wake[0]);
  char reasons[64];
  ssize_t count = read(server->wake[0], reasons, sizeof reasons);
  return count > 0 && memchr(reasons, STOPPED, (size_t)count);
}

static void serve(void *context) {
  struct iapctl_mhd_server *server = server_of_this_thread = context;
  int is_busy = 0;
  for (;;) {
    int last = await(server, is_busy ? 0 : time_left(server));
    if (is_stopped(server)) return;
    // The connections that were resumed go on, and those that have waited too long are closed.
    server->has_resumed = server->accept_failed = 0;
    run(server, -1);
    for (int socket = 0; socket <= last; socket++) {
      if (is_stuck(&server->watched, socket)) {
        server->settings.refused(server->settings.context, socket, MHD_HTTP_CONTENT_TOO_LARGE);
        // Urgent data let the library close the connection.
        FD_SET(socket, &server->found.urgent);
      }
      if (!has(&server->found, socket)) continue;
      server->has_accepted = 0;
      run(server, socket);
      if (socket == server->settings.listener) server->accept_failed = !server->has_accepted;
    }
    is_busy = server->settings.all_read(server->settings.context);
  }
}

// MARK: Start and stop

// Returns NULL, and leaves `errno` as it is.
static struct iapctl_mhd_server *release(struct iapctl_mhd_server *server) {
  int problem = errno;
  if (server->daemon) {
    // Otherwise the library closes the listening socket.
    (void)iapctl_mhd.quiesce_daemon(server->daemon);
    iapctl_mhd.stop_daemon(server->daemon);
  }
  if (server->wake[0] >= 0) (void)close(server->wake[0]);
  if (server->wake[1] >= 0) (void)close(server->wake[1]);
  (void)pthread_mutex_destroy(&server->resuming);
  free(server);
  errno = problem;
  return NULL;
}

struct iapctl_mhd_server *iapctl_mhd_start(const struct iapctl_mhd_settings *settings) {
  struct iapctl_mhd_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->settings = *settings;
  server->wake[0] = server->wake[1] = server->current = -1;
  (void)pthread_mutex_init(&server->resuming, NULL);
  errno = iapctl_pipe(server->wake);
  if (errno) return release(server);
  if (server->wake[0] >= FD_SETSIZE || settings->listener >= FD_SETSIZE) {
    errno = ERANGE;
    return release(server);
  }
  server->daemon = iapctl_mhd.start_daemon(
    MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, settings->handle,
    settings->context, MHD_OPTION_EXTERNAL_LOGGER, receive_log_message, server, MHD_OPTION_LISTEN_SOCKET,
    settings->listener, MHD_OPTION_CONNECTION_LIMIT, settings->connections,
    MHD_OPTION_CONNECTION_TIMEOUT, settings->patience, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
    settings->memory, MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
    MHD_OPTION_NOTIFY_CONNECTION, connected, server, MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_END);
  if (!server->daemon) return release(server);
  errno = iapctl_thread_start(serve, server, &server->thread);
  return errno ? release(server) : server;
}

void iapctl_mhd_quiesce(struct iapctl_mhd_server *server) {
  (void)iapctl_mhd.quiesce_daemon(server->daemon);
}

void iapctl_mhd_stop(struct iapctl_mhd_server *server) {
  (void)!write(server->wake[1], &STOPPED, 1);
  iapctl_thread_join(server->thread);
  // Another thread may still be in `iapctl_mhd_resume`, for a connection that has gone on already.
  (void)pthread_mutex_lock(&server->resuming);
  (void)pthread_mutex_unlock(&server->resuming);
  (void)release(server);
}

// MARK: Connections

void iapctl_mhd_suspend(struct MHD_Connection *connection) {
  iapctl_mhd.suspend_connection(connection);
}

void iapctl_mhd_resume(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    iapctl_mhd.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  struct iapctl_mhd_server *server = info->socket_context;
  if (server == server_of_this_thread) {
    iapctl_mhd.resume_connection(connection);
    server->has_resumed = 1;
    return;
  }
  (void)pthread_mutex_lock(&server->resuming);
  iapctl_mhd.resume_connection(connection);
  (void)!write(server->wake[1], &RESUMED, 1);
  (void)pthread_mutex_unlock(&server->resuming);
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
