#ifndef CCATALOGUES_H
#define CCATALOGUES_H

#include <stddef.h>
#include <stdint.h>

/* The catalogues of po/, as msgfmt compiles them. 'make docs' writes mo/ and catalogues.c. */
typedef struct {
  const char *language;
  const uint8_t *bytes;
  size_t size;
} iapctl_embedded_catalogue;

int32_t iapctl_catalogue_count(void);

/* index: below the count. */
iapctl_embedded_catalogue iapctl_catalogue(int32_t index);

#endif
