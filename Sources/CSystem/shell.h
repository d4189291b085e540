// What the files of shell commands use of each other. Everything here can be called in a child process
// after fork, where only functions that a signal handler may call can be used: another thread may have
// held a lock of the C library when the process was copied.
#ifndef IAPCTL_SHELL_H
#define IAPCTL_SHELL_H

#include "CSystem.h"

/// If the parent process ignores SIGCHLD, iapctl inherits that, and the system would discard the
/// exit status of child processes. This ends it.
void iapctl_expect_ends(void);

/// Restores the limit of core dumps from when this process was started.
void iapctl_allow_core_dumps(void);

/// Supervises a command until nothing of it runs, and sends its end to iapctl.
///
/// - channel: the supervisor's end of the socket to iapctl.
_Noreturn void iapctl_supervise(const iapctl_shell *command, int channel);

/// The first descriptor of a supervisor that it does not keep from iapctl.
enum { IAPCTL_FIRST_PIPE = 5 };

/// Starts the shell in a session of its own: a command may signal its whole process group.
///
/// - command: its lock is that of the supervisor.
/// - input, output: the supervisor's ends of the streams. They do not block.
///
/// Returns 0, or an errno value if the shell was not started.
int iapctl_shell_begin(const iapctl_shell *command, pid_t *shell, int *input, int *output);

/// Makes this process the parent of every process that its child processes begin and whose own parent
/// ends.
void iapctl_adopt(void);

/// Sends a signal to all processes that child processes of this one have begun, and to these. Parents get
/// it before their children, so that no shell begins its next command because its last one was ended.
/// A process that is begun meanwhile may be missed.
///
/// - group: a process group that gets the signal if the processes cannot be found.
void iapctl_signal_descendants(pid_t group, int number);

/// Whether a child process is left alone, with all that it has begun.
typedef int (*iapctl_spares)(pid_t process);

/// Sends a signal to all processes that child processes of this one have begun, and to these, except the
/// spared ones. Calls signalled with each child process after that. Returns 1 if no process can have been
/// missed that ran before and after, 0 if one can, -1 if none can be found.
int iapctl_signal_all(int number, iapctl_spares spares, void (*signalled)(pid_t));

/// Kills the child processes of a thread, except the spared ones. Calls killed with each.
///
/// - path: their list.
void iapctl_kill_listed(const char *path, iapctl_spares spares, void (*killed)(pid_t));

/// Starts a process as fork does. It counts as known.
pid_t iapctl_fork_known(void);

/// Releases the number of a known process that has ended.
void iapctl_bury_known(pid_t process);

/// Ends what the commands of supervisors that were killed have left behind: every child process that is
/// not known. Returns whether nothing of them runs; 0 if that cannot be seen.
int iapctl_end_orphans(void);

/// Kills the child processes of this one, at once: they may begin others and end, faster than all
/// processes can be listed. It does nothing if the system has no list of child processes.
void iapctl_kill_children(void);

/// Whether such processes run although this process has no child process.
int iapctl_has_orphans(pid_t group);

#endif
