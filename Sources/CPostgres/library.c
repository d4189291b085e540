#include "CPostgres.h"
#include "CSystem.h"
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LIBPQ_HAS_PIPELINING
#error "the headers of libpq 14 or newer are needed"
#endif

// The functions that are used. Their types come from the library's header.
#define FUNCTIONS(each) \
  each(connectStartParams) each(connectPoll) each(socket) each(finish) each(errorMessage) \
  each(conninfo) each(conninfoParse) each(conninfoFree) each(freemem) each(setnonblocking) \
  each(enterPipelineMode) each(setNoticeReceiver) each(sendPrepare) each(sendQueryPrepared) \
  each(sendQueryParams) each(pipelineSync) each(flush) each(consumeInput) each(isBusy) \
  each(getResult) each(clear) each(resultStatus) each(resultErrorField) each(ntuples) \
  each(nfields) each(fname) each(getvalue) each(getisnull) each(getlength) each(cmdTuples) \
  each(connectionNeedsPassword) each(connectionUsedPassword)

static struct {
#define DECLARE(name) __typeof__(PQ##name) *name;
  FUNCTIONS(DECLARE)
} library;

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

struct iapctl_pg {
  PGconn *connection;
  int warnings;
};

static const char *const names[] = {
#define NAME(name) "PQ" #name,
  FUNCTIONS(NAME) NULL
};

int iapctl_pg_load(const char *name, char *problem, size_t size) {
  void *found[sizeof names / sizeof *names];
  if (!iapctl_library_open(name, names, found, problem, size)) return 0;
  pthread_mutex_lock(&loading);
  if (!library.connectPoll) memcpy(&library, found, sizeof library);
  pthread_mutex_unlock(&loading);
  return 1;
}

/// Counts warnings. The library would print them.
static void notice(void *context, const PGresult *result) {
  iapctl_pg *connection = context;
  const char *severity = library.resultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity && !strcmp(severity, "WARNING")) connection->warnings++;
}

iapctl_pg *iapctl_pg_start(const char *const *keys, const char *const *values) {
  iapctl_pg *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->connection = library.connectStartParams(keys, values, 1);
  if (!connection->connection) {
    free(connection);
    return NULL;
  }
  (void)library.setNoticeReceiver(connection->connection, notice, connection);
  return connection;
}

void iapctl_pg_close(iapctl_pg *connection) {
  library.finish(connection->connection);
  free(connection);
}

int iapctl_pg_wanted_password(const iapctl_pg *connection) {
  return library.connectionNeedsPassword(connection->connection) ||
    library.connectionUsedPassword(connection->connection);
}

iapctl_pg_progress iapctl_pg_advance(iapctl_pg *connection) {
  switch (library.connectPoll(connection->connection)) {
  case PGRES_POLLING_READING: return iapctl_pg_reads;
  case PGRES_POLLING_WRITING: return iapctl_pg_writes;
  case PGRES_POLLING_OK: return iapctl_pg_connected;
  default: return iapctl_pg_failed;
  }
}

int iapctl_pg_socket(const iapctl_pg *connection) { return library.socket(connection->connection); }

const char *iapctl_pg_problem(const iapctl_pg *connection) {
  return library.errorMessage(connection->connection);
}

long iapctl_pg_option(const iapctl_pg *connection, const char *key, char *into, size_t size) {
  long length = -1;
  PQconninfoOption *all = library.conninfo(connection->connection);
  for (PQconninfoOption *option = all; option && option->keyword; option++) {
    if (!option->val || strcmp(option->keyword, key)) continue;
    length = (long)strlen(option->val);
    snprintf(into, size, "%s", option->val);
  }
  if (all) library.conninfoFree(all);
  return length;
}

int iapctl_pg_is_url(const char *url) {
  char *problem = NULL;
  PQconninfoOption *all = library.conninfoParse(url, &problem);
  if (problem) library.freemem(problem);
  if (all) library.conninfoFree(all);
  return all != NULL;
}

int iapctl_pg_use_pipeline(iapctl_pg *connection) {
  return !library.setnonblocking(connection->connection, 1)
    && library.enterPipelineMode(connection->connection);
}

int iapctl_pg_warnings(const iapctl_pg *connection) { return connection->warnings; }

int iapctl_pg_prepare(iapctl_pg *connection, const char *name, const char *statement) {
  return library.sendPrepare(connection->connection, name, statement, 0, NULL);
}

int iapctl_pg_execute(
  iapctl_pg *connection, const char *name, int count, const char *const *values) {
  return library.sendQueryPrepared(connection->connection, name, count, values, NULL, NULL, 0);
}

int iapctl_pg_query(
  iapctl_pg *connection, const char *statement, int count, const char *const *values) {
  return library.sendQueryParams(
    connection->connection, statement, count, NULL, values, NULL, NULL, 0);
}

int iapctl_pg_sync(iapctl_pg *connection) { return library.pipelineSync(connection->connection); }

int iapctl_pg_flush(iapctl_pg *connection) { return library.flush(connection->connection); }

int iapctl_pg_read(iapctl_pg *connection) { return library.consumeInput(connection->connection); }

int iapctl_pg_is_busy(iapctl_pg *connection) { return library.isBusy(connection->connection); }

iapctl_pg_result *iapctl_pg_next(iapctl_pg *connection) {
  return (iapctl_pg_result *)library.getResult(connection->connection);
}

static const PGresult *of(const iapctl_pg_result *result) { return (const PGresult *)result; }

void iapctl_pg_free(iapctl_pg_result *result) { library.clear((PGresult *)result); }

iapctl_pg_kind iapctl_pg_kind_of(const iapctl_pg_result *result) {
  switch (library.resultStatus(of(result))) {
  case PGRES_COMMAND_OK:
  case PGRES_TUPLES_OK:
  case PGRES_EMPTY_QUERY: return iapctl_pg_done;
  case PGRES_PIPELINE_SYNC: return iapctl_pg_end;
  case PGRES_PIPELINE_ABORTED: return iapctl_pg_skipped;
  default: return iapctl_pg_refused;
  }
}

static const char *field(const iapctl_pg_result *result, int code) {
  const char *text = library.resultErrorField(of(result), code);
  return text ? text : "";
}

const char *iapctl_pg_code(const iapctl_pg_result *result) {
  return field(result, PG_DIAG_SQLSTATE);
}

const char *iapctl_pg_message(const iapctl_pg_result *result) {
  return field(result, PG_DIAG_MESSAGE_PRIMARY);
}

int iapctl_pg_rows(const iapctl_pg_result *result) { return library.ntuples(of(result)); }

int iapctl_pg_columns(const iapctl_pg_result *result) { return library.nfields(of(result)); }

long long iapctl_pg_changed(const iapctl_pg_result *result) {
  return atoll(library.cmdTuples((PGresult *)result));
}

const char *iapctl_pg_column(const iapctl_pg_result *result, int column) {
  return library.fname(of(result), column);
}

const char *iapctl_pg_value(const iapctl_pg_result *result, int row, int column, int *length) {
  if (library.getisnull(of(result), row, column)) return NULL;
  *length = library.getlength(of(result), row, column);
  return library.getvalue(of(result), row, column);
}
