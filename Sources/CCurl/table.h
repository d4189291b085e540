// The libcurl functions that iapctl uses, with their types from curl.h.
#define FUNCTIONS(ENTRY) \
  ENTRY(version) \
  ENTRY(version_info) \
  ENTRY(global_init) \
  ENTRY(free) \
  ENTRY(easy_init) \
  ENTRY(easy_cleanup) \
  ENTRY(easy_setopt) \
  ENTRY(easy_getinfo) \
  ENTRY(easy_strerror) \
  ENTRY(slist_append) \
  ENTRY(slist_free_all) \
  ENTRY(url) \
  ENTRY(url_cleanup) \
  ENTRY(url_set) \
  ENTRY(url_get) \
  ENTRY(multi_init) \
  ENTRY(multi_setopt) \
  ENTRY(multi_cleanup) \
  ENTRY(multi_add_handle) \
  ENTRY(multi_remove_handle) \
  ENTRY(multi_socket_action) \
  ENTRY(multi_poll) \
  ENTRY(multi_wakeup) \
  ENTRY(multi_info_read)

struct iapctl_curl {
#define MEMBER(name) __typeof__(curl_##name) *name;
  FUNCTIONS(MEMBER)
#undef MEMBER
};
