// GNU libmicrohttpd, loaded on demand: only `iapctl serve` needs the library.
//
// The types come from the library's own header. The functions are called through a table, which
// `iapctl_mhd_load` fills once. The thread that waits for the sockets is in server.c.
#include <microhttpd.h>
#include <stddef.h>
#include <sys/select.h>

// The constants of the header, with a type that is the same in all versions of the library.
static const enum MHD_Result iapctl_mhd_yes = MHD_YES;
static const enum MHD_Result iapctl_mhd_no = MHD_NO;
static const enum MHD_ConnectionNotificationCode iapctl_mhd_started = MHD_CONNECTION_NOTIFY_STARTED;

/// The descriptors of a server's sockets must be lower than this.
static const int iapctl_mhd_descriptors = FD_SETSIZE;

/// Loads the library by its file name.
///
/// Returns 1, or 0 and the reason in `problem`, cut to `size` bytes. A second call does nothing.
/// One call must succeed before any function below is called.
int iapctl_mhd_load(const char *name, char *problem, size_t size);

/// The settings of a server.
struct iapctl_mhd_settings {
  /// A listening socket. Its owner closes it after the server has stopped.
  int listener;
  unsigned int connections;
  /// Seconds without a byte after which a connection is closed.
  unsigned int patience;
  /// Bytes for the buffers of one connection, including its headers.
  size_t memory;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connected;
  /// Called when the library is about to answer a request that it cannot read with an HTTP error
  /// status and a page of its own. `iapctl_mhd_refuse` sends another response in its place.
  void (*refused)(void *context, int socket, unsigned int status);
  /// Called after each socket that was ready was read once. Returns 1 to be called again soon, 0 to
  /// be called after the next event.
  int (*all_read)(void *context);
  /// Passed to the callbacks above, which the server's own thread calls.
  void *context;
};

/// A server, and its thread.
struct iapctl_mhd_server;

/// `MHD_start_daemon`, with a thread of its own and connections that can be suspended. Returns NULL
/// and sets `errno` if that is not possible.
struct iapctl_mhd_server *iapctl_mhd_start(const struct iapctl_mhd_settings *settings);

/// `MHD_quiesce_daemon`: stops accepting connections.
void iapctl_mhd_quiesce(struct iapctl_mhd_server *server);

/// `MHD_stop_daemon`, and the end of the thread. No connection may be suspended.
void iapctl_mhd_stop(struct iapctl_mhd_server *server);

/// Sends a response without waiting, then ends the sending direction, so that the library cannot add
/// its page. Only `refused` may call it.
void iapctl_mhd_refuse(int socket, const void *bytes, size_t size);

/// `MHD_suspend_connection`. Only the handler may call it.
void iapctl_mhd_suspend(struct MHD_Connection *connection);

/// `MHD_resume_connection`, from any thread.
void iapctl_mhd_resume(struct MHD_Connection *connection);

/// Shuts the connection's socket down in both directions. The server's thread then closes it.
void iapctl_mhd_shut(struct MHD_Connection *connection);

/// What the socket has for the library to read: 1 for bytes, 0 for the end of what the client sends,
/// -1 for nothing.
int iapctl_mhd_input(struct MHD_Connection *connection);

/// `MHD_lookup_connection_value`: a header of the request, or NULL.
const char *iapctl_mhd_header(struct MHD_Connection *connection, const char *name);

/// What the headers of a request say about its length and its sender. The texts belong to the
/// connection.
struct iapctl_mhd_facts {
  /// The bytes that the head takes in the buffers of its connection.
  size_t size;
  /// The numbers of headers with these names.
  unsigned int hosts, lengths, encodings;
  /// The last `Host` and `Transfer-Encoding`, or NULL.
  const char *host, *encoding;
  /// Whether a browser has sent the request for a web page.
  int is_of_page;
  /// Whether the name of a header has a space, so that others may read it differently.
  int has_odd_name;
  /// Whether two headers have different app keys, or different secret keys.
  int has_two_keys;
};

/// The names of the headers with the app key and with the secret key.
struct iapctl_mhd_facts iapctl_mhd_head_facts(
  struct MHD_Connection *connection, const char *app_key_header, const char *secret_key_header);

/// `MHD_get_connection_values`: the arguments of the query.
void iapctl_mhd_arguments(
  struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context);

/// The same: the headers.
void iapctl_mhd_headers(
  struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context);

/// Responds with a copy of the bytes. Returns MHD_NO if that is not possible. If `sent` is less than
/// `size`, the connection is closed after so many bytes of the body.
///
/// `headers` has names and values in turn, each with its null character, and an empty name at the
/// end.
enum MHD_Result iapctl_mhd_answer(
  struct MHD_Connection *connection, unsigned int status, const void *bytes, size_t size,
  size_t sent, const char *headers);
