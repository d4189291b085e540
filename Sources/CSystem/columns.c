// These macros declare wcwidth. A Swift module import cannot define them.
#define _GNU_SOURCE
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE
#include "CSystem.h"
#include <locale.h>
#include <pthread.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#define UNICODE_LOCALE "UTF-8"
#else
#define UNICODE_LOCALE "C.UTF-8"
#endif

static locale_t unicode;
static void make_unicode(void) { unicode = newlocale(LC_CTYPE_MASK, UNICODE_LOCALE, (locale_t)0); }

int iapctl_columns(uint32_t scalar) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_unicode);
  locale_t before = unicode ? uselocale(unicode) : (locale_t)0;
  int columns = wcwidth((wchar_t)scalar);
  if (before) uselocale(before);
  return columns;
}
