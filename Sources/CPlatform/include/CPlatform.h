#include <stdint.h>

/// The commit that the binary was built from, or an empty string where the build did not know it.
const char *iapctl_build_commit(void);

/// The columns that the C library gives to a Unicode scalar value, whatever the user's locale;
/// negative for what cannot be printed.
int iapctl_columns(uint32_t scalar);
