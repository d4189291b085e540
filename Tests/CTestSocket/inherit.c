#define _GNU_SOURCE
#include "CTestSocket.h"

int iapctl_inherit_below(posix_spawn_file_actions_t *actions, int first) {
#ifdef __GLIBC__
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  (void)actions;
  (void)first;
  return 0;
#endif
}
