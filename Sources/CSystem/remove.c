// _GNU_SOURCE declares nftw.
#define _GNU_SOURCE
#include "CSystem.h"
#include <ftw.h>
#include <stdio.h>

static int remove_entry(const char *path, const struct stat *facts, int type, struct FTW *place) {
  (void)facts, (void)type, (void)place;
  (void)remove(path);
  return 0;
}

void iapctl_remove_folder(const char *path) {
  (void)nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
