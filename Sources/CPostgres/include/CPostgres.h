// libpq, the client library of PostgreSQL, loaded on demand: only a journal in a database needs it.
//
// The functions are called through a table, which `iapctl_pg_load` fills once. Only the C file
// includes libpq's header.
#ifndef IAPCTL_CPOSTGRES_H
#define IAPCTL_CPOSTGRES_H

#include <stddef.h>

/// A connection.
typedef struct iapctl_pg iapctl_pg;
/// The result of one statement. It must be freed.
typedef struct iapctl_pg_result iapctl_pg_result;

/// Loads the library by its file name, which must be libpq 14 or newer.
///
/// Returns 1, or 0 and the reason in `problem`, cut to `size` bytes. A second call does nothing.
/// One call must succeed before any function below is called.
int iapctl_pg_load(const char *name, char *problem, size_t size);

// A connection.

/// `PQconnectStartParams`, with a URL in `dbname`. Both lists end with NULL. Returns NULL if there is
/// no memory; else the connection must be closed, even if it failed.
iapctl_pg *iapctl_pg_start(const char *const *keys, const char *const *values);

/// Whether the server asked for a password, of a connection that was not made.
int iapctl_pg_wanted_password(const iapctl_pg *connection);

void iapctl_pg_close(iapctl_pg *connection);

/// What a connection that is being made waits for.
typedef enum {
  iapctl_pg_failed,
  iapctl_pg_reads,
  iapctl_pg_writes,
  iapctl_pg_connected,
} iapctl_pg_progress;
/// `PQconnectPoll`.
iapctl_pg_progress iapctl_pg_advance(iapctl_pg *connection);

/// The socket, or -1. It can change while the connection is being made.
int iapctl_pg_socket(const iapctl_pg *connection);
/// The last error, without secrets. The text belongs to the connection.
const char *iapctl_pg_problem(const iapctl_pg *connection);
/// Copies the value that is in force for an option: from the URL, a variable, a service file or
/// the default. Returns its length, which can be larger than the buffer, or -1 if it has no value.
long iapctl_pg_option(const iapctl_pg *connection, const char *key, char *into, size_t size);
/// Whether libpq reads this URL. The reason does not quote the URL.
int iapctl_pg_is_url(const char *url);
/// Makes all calls non-blocking, and puts statements into pipelines. Returns 1 on success.
int iapctl_pg_use_pipeline(iapctl_pg *connection);
/// The number of warnings of the server so far: a COMMIT whose replication is not certain succeeds
/// with a warning.
int iapctl_pg_warnings(const iapctl_pg *connection);

// Statements. Those that send return 1 on success; nothing is sent before the buffer is flushed.

/// Parses a statement under a name.
int iapctl_pg_prepare(iapctl_pg *connection, const char *name, const char *statement);
/// Executes a prepared statement. The values are texts; NULL is null.
int iapctl_pg_execute(
  iapctl_pg *connection, const char *name, int count, const char *const *values);
/// Parses and executes a statement.
int iapctl_pg_query(
  iapctl_pg *connection, const char *statement, int count, const char *const *values);
/// Ends a pipeline. If a statement before it fails, those after that statement are not executed.
int iapctl_pg_sync(iapctl_pg *connection);
/// Writes what is buffered. Returns 0 if all is written, 1 if there is more, -1 after a failure.
int iapctl_pg_flush(iapctl_pg *connection);
/// Reads what has arrived. Returns 0 if the connection is lost.
int iapctl_pg_read(iapctl_pg *connection);
/// Whether the next result has not arrived yet.
int iapctl_pg_is_busy(iapctl_pg *connection);

// Results.

typedef enum {
  /// Rows, or none.
  iapctl_pg_done,
  /// The server refused the statement.
  iapctl_pg_refused,
  /// An earlier statement of the pipeline was refused.
  iapctl_pg_skipped,
  /// The end of a pipeline.
  iapctl_pg_end,
} iapctl_pg_kind;

/// The next result; NULL after the results of each statement.
iapctl_pg_result *iapctl_pg_next(iapctl_pg *connection);
void iapctl_pg_free(iapctl_pg_result *result);
iapctl_pg_kind iapctl_pg_kind_of(const iapctl_pg_result *result);
/// The SQLSTATE of an error: five characters, or none if the library made the error.
const char *iapctl_pg_code(const iapctl_pg_result *result);
/// The message of an error, in one line.
const char *iapctl_pg_message(const iapctl_pg_result *result);
int iapctl_pg_rows(const iapctl_pg_result *result);
int iapctl_pg_columns(const iapctl_pg_result *result);
/// The number of rows that the statement changed.
long long iapctl_pg_changed(const iapctl_pg_result *result);
const char *iapctl_pg_column(const iapctl_pg_result *result, int column);
/// The text of a value, with its length; NULL for null.
const char *iapctl_pg_value(const iapctl_pg_result *result, int row, int column, int *length);

#endif
