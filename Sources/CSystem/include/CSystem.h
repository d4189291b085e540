#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The commit that the binary was built from, or an empty string where the build did not know it.
const char *iapctl_build_commit(void);

/// The words of the command line, the program's name first, and how many there are; negative if the
/// system does not hand them over.
int iapctl_arguments(char *const **words);

/// The columns that the C library gives to a Unicode scalar value, whatever the user's locale;
/// negative for what cannot be printed.
int iapctl_columns(uint32_t scalar);

/// A thread of our own.
typedef struct {
  pthread_t number;
} iapctl_thread;

/// Starts a thread that no signal is delivered to, to be joined or detached once. Returns 0, or the
/// value of errno that says why not.
int iapctl_thread_start(void (*body)(void *), void *context, iapctl_thread *thread);
void iapctl_thread_join(iapctl_thread thread);
void iapctl_thread_detach(iapctl_thread thread);

/// Has a function called for a signal, unless the process was started to ignore it.
void iapctl_handle_signal(int number, void (*handler)(int));

/// Makes a pipe that no child inherits. Returns 0, or the value of errno that says why not.
int iapctl_pipe(int ends[2]);

/// A shell that was started, and our ends of its streams, which do not block.
typedef struct {
  pid_t process;
  int input;
  int output;
} iapctl_shell;

/// Starts /bin/sh with a command, in a session of its own, with no descriptor of ours but its three
/// streams, which must be open in this process. Returns 0, or the value of errno that says why not.
int iapctl_shell_start(const char *command, char *const environment[], iapctl_shell *shell);

/// A descriptor that can be read once a child has ended, or -1 where the system has none.
int iapctl_child_watch(pid_t process);

/// Returns 0 while a child runs, 1 once it has ended (its number stays taken until it is buried),
/// with its exit status or the signal that killed it; else the negative of errno.
int iapctl_child_look(pid_t process, int *status, int *killer);

/// Gives back the number of a child that has ended.
void iapctl_child_bury(pid_t process);

/// The variables of this process.
char **iapctl_environment(void);
/// The SHA-256 of bytes, by the system's library of that name, which is loaded by the first call.
/// Returns 0 where it cannot be, and says why; Apple's systems have it at hand.
int iapctl_sha256(
  const char *library, const void *bytes, size_t count, unsigned char digest[32], char *problem,
  size_t size);

/// Locks one byte of a file, which need not be there, until the file is closed or its process dies.
/// Returns 0, or the value of errno that says why not.
int iapctl_lock(int file, int64_t position);

/// Whether another open file has that byte locked; negative where that cannot be told.
int iapctl_is_locked(int file, int64_t position);
