// GNU libmicrohttpd, loaded when it is first needed: a command that serves nothing does without it.
//
// Its own header gives the types; the functions are called through a table that is filled once,
// behind the names below.
#include <microhttpd.h>
#include <stddef.h>

// The header's enumerations, by names that do not depend on how a version declares them.
static const enum MHD_Result iapctl_mhd_yes = MHD_YES;
static const enum MHD_Result iapctl_mhd_no = MHD_NO;
static const enum MHD_ConnectionNotificationCode iapctl_mhd_started = MHD_CONNECTION_NOTIFY_STARTED;

/// Loads the library by its file's name.
///
/// Returns 1, or 0 and the reason in `problem`, cut to `size` bytes. A second call is cheap. None of
/// the functions below may be called before one has succeeded.
int iapctl_mhd_load(const char *name, char *problem, size_t size);

/// How a server is run.
struct iapctl_mhd_settings {
  /// A socket that listens; it is closed by its owner, after the server was stopped.
  int listener;
  unsigned int connections;
  /// Seconds without a byte after which a connection is closed.
  unsigned int patience;
  /// Bytes for a connection's buffers, its headers among them.
  size_t memory;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connected;
  /// Handed to the three functions above, which are called on the server's own thread.
  void *context;
};

/// `MHD_start_daemon`, on a thread of its own, with connections that can be suspended.
struct MHD_Daemon *iapctl_mhd_start(const struct iapctl_mhd_settings *settings);

/// `MHD_quiesce_daemon`: no more connections are accepted.
void iapctl_mhd_quiesce(struct MHD_Daemon *daemon);

/// `MHD_stop_daemon`: no connection may be suspended.
void iapctl_mhd_stop(struct MHD_Daemon *daemon);

/// `MHD_suspend_connection`, to be called by the handler.
void iapctl_mhd_suspend(struct MHD_Connection *connection);

/// `MHD_resume_connection`, from any thread.
void iapctl_mhd_resume(struct MHD_Connection *connection);

/// Ends what a connection sends and takes: the server's thread sees it and closes it.
void iapctl_mhd_shut(struct MHD_Connection *connection);

/// `MHD_lookup_connection_value`: a header of the request, or NULL.
const char *iapctl_mhd_header(struct MHD_Connection *connection, const char *name);

/// `MHD_get_connection_values`: the arguments behind the question mark.
void iapctl_mhd_arguments(
  struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context);

/// Answers with a copy of the bytes. Returns MHD_NO where that is not possible.
///
/// `headers` are names and values by turns, each with its null character, and an empty one behind.
enum MHD_Result iapctl_mhd_answer(
  struct MHD_Connection *connection, unsigned int status, const void *bytes, size_t size,
  const char *headers);
