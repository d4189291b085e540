// The parts of SQLite's interface that Swift cannot import: a cast macro and variadic functions.
#include <sqlite3.h>

/// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
static inline sqlite3_destructor_type iapctl_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// `sqlite3_db_config` for the options that take a switch.
static inline int iapctl_sqlite_configure(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

/// Whether SQLite counts the memory that it uses. It has to be called before SQLite is used.
static inline int iapctl_sqlite_count_memory(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}
