#ifndef IAPCTL_SYSTEM_H
#define IAPCTL_SYSTEM_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The commit that the binary was built from; empty if the build did not know it.
const char *iapctl_build_commit(void);

/// Sets words to the command-line arguments, the program's name first. Returns their number;
/// negative if the C runtime does not pass them to constructors.
int iapctl_arguments(char *const **words);

/// The terminal width of a Unicode scalar value in columns, in any locale; negative if it cannot be
/// printed.
int iapctl_columns(uint32_t scalar);

/// A thread.
typedef struct {
  pthread_t number;
} iapctl_thread;

/// Starts a thread that receives no signals. It must be joined or detached once. Returns 0 or an
/// errno value.
int iapctl_thread_start(void (*body)(void *), void *context, iapctl_thread *thread);
/// Makes sure that so many bytes of address space are left, then starts threads that run at the same
/// time, at most 16, and ends them. Returns 0 or an error number. The threads allocate no memory, which
/// would reserve address space for each.
int iapctl_threads_try(int count, size_t room);
void iapctl_thread_join(iapctl_thread thread);
void iapctl_thread_detach(iapctl_thread thread);
int iapctl_thread_is_current(iapctl_thread thread);

/// Installs a signal handler, unless the parent process set the signal to be ignored. The handler is
/// told whether a process sent the signal. If not, the terminal sent it to each process in the
/// foreground.
void iapctl_handle_signal(int number, void (*handler)(int number, int is_sent));

/// Renames a file, unless one with the new name exists. Returns -1 and sets errno.
int iapctl_rename_new(const char *from, const char *to);

/// Creates a pipe that child processes do not inherit. Returns 0 or an errno value.
int iapctl_pipe(int ends[2]);

/// A command for /bin/sh, which is run in a session of its own and inherits no descriptor except its
/// three streams and the lock.
typedef struct {
  const char *line;
  char *const *environment;
  /// The content of its standard input.
  const char *input;
  size_t input_count;
  /// A descriptor with a lock that is kept until nothing of the command runs; -1 for none.
  int lock;
  /// When the command is ended, in nanoseconds on the clock that goes on while the machine sleeps.
  int64_t deadline;
  /// The time between SIGTERM and SIGKILL in nanoseconds: at the deadline, and for what the command has
  /// left behind.
  int64_t grace;
  /// Whether all of the command is killed when this process closes its end of the channel, or ends. If
  /// not, the command runs to its end or its deadline.
  int ends_with_caller;
} iapctl_shell;

/// How a command ended.
typedef struct {
  /// An errno value if it was not started.
  int32_t problem;
  int32_t status;
  /// The signal that killed it; 0 if it exited.
  int32_t killer;
  /// Whether it was still running at its deadline.
  int32_t is_late;
  /// Whether something that it began may still be running.
  int32_t is_uncertain;
  /// Whether the output was longer.
  int32_t is_cut;
  int32_t count;
  /// The last bytes of what it wrote.
  char output[4096];
} iapctl_shell_end;

/// Lets this process adopt, from its first command on, what a command leaves behind whose supervisor is
/// killed: it ends these processes before the command counts as ended. For a process whose other child
/// processes stay in its session.
void iapctl_adopt_orphans(void);

/// Starts a supervisor, which runs the command. Descriptors 0 to 2 must be open in this process. Sets
/// channel to a socket that the supervisor closes when nothing of the command runs. Returns 0 or an
/// errno value.
int iapctl_shell_start(const iapctl_shell *command, pid_t *supervisor, int *channel);

/// Waits until nothing of the command runs. The caller closes the channel.
void iapctl_shell_finish(pid_t supervisor, int channel, iapctl_shell_end *end);

/// Releases the process number of a child process that has ended.
void iapctl_child_bury(pid_t process);

/// Kills every other process of this user that was started with a variable. macOS shows the variables of
/// no process: nothing is done there.
///
/// - variable: its name, `=` and its value.
void iapctl_end_holders(const char *variable);

/// Lets this process leave no core dump, and not be read by other processes of its user. Processes
/// that iapctl_shell_start starts keep the limit from before.
void iapctl_refuse_core_dumps(void);

/// The environment variables of this process.
char **iapctl_environment(void);

/// Loads a library by its file name, and looks up functions, whose names end with NULL. Returns the
/// library, or NULL with the reason in problem, cut to size bytes.
void *iapctl_library_open(
  const char *name, const char *const functions[], void *addresses[], char *problem, size_t size);

/// Locks one byte of a file, which may be after its end, until the file is closed or the process
/// dies. Returns 0 or an errno value.
int iapctl_lock(int file, int64_t position);

/// Drops all locks of an open file, also if another process has inherited the descriptor.
void iapctl_unlock(int file);

/// Whether another open file has the byte locked; negative after an error.
int iapctl_is_locked(int file, int64_t position);

/// The first byte from a position on that another open file has locked; -1 if there is none, -2 after an error.
int64_t iapctl_next_locked(int file, int64_t position);

/// The number of a file in its file system, and the time at which it was created. Returns 0 or an
/// errno value; ENOTSUP if the file system does not keep that time.
int iapctl_birth(const char *path, uint64_t *number, int64_t *seconds, int64_t *nanoseconds);

/// Removes a folder and what can be removed in it. Links are removed, and never followed.
void iapctl_remove_folder(const char *path);

/// Whether something is mounted at a path itself, as far as the system says so.
int iapctl_is_mounted(const char *path);

/// The time of the last write to a file, in nanoseconds since 1970; -1 if there is no file.
int64_t iapctl_last_write(const char *path);

/// Starts a program with the standard streams and the process group of this process. A name without
/// a slash is looked up in PATH. Returns 0 or an errno value.
int iapctl_program_start(char *const words[], char *const environment[], pid_t *process);

/// Waits until a child process has ended. Sets status to its exit status or killer to the signal that
/// killed it. The system does not reuse its process number before iapctl_child_bury. Returns 0 or an
/// errno value.
int iapctl_child_wait(pid_t process, int *status, int *killer);

#endif
