/// Takes the next connection, which no program that is started inherits, not even for a moment.
/// glibc shows the function for it to C alone. Returns -1 with errno set.
int iapctl_accept(int listener);

#include <spawn.h>

/// Has a program that is started inherit no descriptor from `first` on, where the C library can do
/// that. Returns an error's number, or 0.
int iapctl_inherit_below(posix_spawn_file_actions_t *actions, int first);
