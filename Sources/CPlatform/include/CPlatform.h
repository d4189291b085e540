#include <stdint.h>

/// The commit that the binary was built from, or an empty string where the build did not know it.
const char *iapctl_build_commit(void);

/// The columns that the C library gives to a Unicode scalar value, whatever the user's locale;
/// negative for what cannot be printed.
int iapctl_columns(uint32_t scalar);

/// A thread of our own.
typedef struct iapctl_thread iapctl_thread;

/// Starts a thread that no signal is delivered to. Returns NULL where that fails, with the value
/// of errno that says why.
iapctl_thread *iapctl_thread_start(void (*body)(void *), void *context, int *problem);

/// Waits for its end, once.
void iapctl_thread_join(iapctl_thread *thread);
