// 'make docs' writes this file, from po/LINGUAS.

#include "CCatalogues.h"

// clang has #embed in each version of C, and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t ko[] = {
#embed "mo/ko.mo"
};

static const uint8_t ja[] = {
#embed "mo/ja.mo"
};

static const iapctl_embedded_catalogue catalogues[] = {
    {"ko", ko, sizeof ko},
    {"ja", ja, sizeof ja},
};

int32_t iapctl_catalogue_count(void) {
  return (int32_t)(sizeof catalogues / sizeof catalogues[0]);
}

iapctl_embedded_catalogue iapctl_catalogue(int32_t index) { return catalogues[index]; }
