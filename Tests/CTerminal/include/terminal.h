#include <stddef.h>

/// Opens a pseudo-terminal and writes the path of its far end, which a program can be given.
/// Returns the near end, which nobody inherits, or -1 with errno set.
int iapctl_open_terminal(char *path, size_t length);

/// The flag of posix_spawn that makes the process the leader of a session. glibc shows it, and what
/// opens a terminal, to C alone.
extern const short iapctl_spawn_session;
