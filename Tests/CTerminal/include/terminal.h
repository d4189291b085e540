#include <stddef.h>

/// Opens a pseudo-terminal and writes the path of the side that a program opens. Returns the
/// controlling side, which child processes do not inherit, or -1 with errno set.
int iapctl_open_terminal(char *path, size_t length);

/// The flag of posix_spawn that makes the process a session leader. In C, because glibc's headers
/// hide it, and the calls that open a terminal, from Swift.
extern const short iapctl_spawn_session;
