/// Accepts a connection with close-on-exec set from the start. In C, because glibc's headers hide
/// accept4 from Swift. Returns -1 with errno set.
int iapctl_accept(int listener);

#include <spawn.h>

/// Makes a child process inherit no descriptor from `first` on, if the C library supports that.
/// Returns 0, or an error number.
int iapctl_inherit_below(posix_spawn_file_actions_t *actions, int first);
