#include "CSystem.h"

const char *iapctl_build_commit(void) { return IAPCTL_COMMIT; }
