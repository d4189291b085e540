// What shell.c uses of programs.c.
#ifndef IAPCTL_SHELL_H
#define IAPCTL_SHELL_H

/// If the parent process ignores SIGCHLD, iapctl inherits that, and the system would discard the
/// exit status of child processes. This ends it.
void iapctl_expect_ends(void);

/// Restores the limit of core dumps from when this process was started. Can be called in a child
/// process after fork.
void iapctl_allow_core_dumps(void);

#endif
