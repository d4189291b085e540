#include "library.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *iapctl_mhd_header(struct MHD_Connection *connection, const char *name) {
  return iapctl_mhd.lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

// The library keeps a structure for each header and each argument of the query: 56 bytes in 0.9.75.
static const size_t OF_HEADER = 64;

enum { KEYS = 2 };

struct head {
  // The names of the headers with keys, and the first value of each, or NULL.
  const char *key_headers[KEYS], *keys[KEYS];
  struct iapctl_mhd_facts facts;
};

static void add_key(struct head *head, const char *name, const char *value) {
  for (int key = 0; key < KEYS; key++) {
    if (strcasecmp(name, head->key_headers[key])) continue;
    if (!value) value = "";
    if (head->keys[key] && strcmp(head->keys[key], value)) head->facts.has_two_keys = 1;
    if (!head->keys[key]) head->keys[key] = value;
  }
}

static enum MHD_Result add_fact(
  void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct head *head = context;
  struct iapctl_mhd_facts *facts = &head->facts;
  facts->size += OF_HEADER;
  if (strpbrk(name, " \t")) facts->has_odd_name = 1;
  if (!strcasecmp(name, "Host")) {
    facts->hosts++;
    facts->host = value;
  } else if (!strcasecmp(name, "Content-Length")) {
    facts->lengths++;
  } else if (!strcasecmp(name, "Transfer-Encoding")) {
    facts->encodings++;
    facts->encoding = value;
  } else if (!strcasecmp(name, "Origin")) {
    facts->is_of_page = 1;
  } else if (!strcasecmp(name, "Sec-Fetch-Site")) {
    // "none" is an address that a person has typed.
    if (!value || strcasecmp(value, "none")) facts->is_of_page = 1;
  } else {
    add_key(head, name, value);
  }
  return MHD_YES;
}

struct iapctl_mhd_facts iapctl_mhd_head_facts(
  struct MHD_Connection *connection, const char *app_key_header, const char *secret_key_header) {
  struct head head = {.key_headers = {app_key_header, secret_key_header}};
  (void)iapctl_mhd.get_connection_values(connection, MHD_HEADER_KIND, add_fact, &head);
  int arguments =
    iapctl_mhd.get_connection_values(connection, MHD_GET_ARGUMENT_KIND, NULL, NULL);
  const union MHD_ConnectionInfo *info =
    iapctl_mhd.get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  head.facts.size += (size_t)arguments * OF_HEADER + (info ? info->header_size : 0);
  return head.facts;
}

void iapctl_mhd_arguments(
  struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context) {
  (void)iapctl_mhd.get_connection_values(connection, MHD_GET_ARGUMENT_KIND, each, context);
}

void iapctl_mhd_headers(
  struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context) {
  (void)iapctl_mhd.get_connection_values(connection, MHD_HEADER_KIND, each, context);
}

// The beginning of a body whose rest is not sent.
struct part {
  size_t size;
  char bytes[];
};

static ssize_t read_part(void *context, uint64_t position, char *buffer, size_t most) {
  const struct part *part = context;
  if (position >= part->size) return MHD_CONTENT_READER_END_WITH_ERROR;
  size_t rest = part->size - (size_t)position;
  size_t count = rest < most ? rest : most;
  memcpy(buffer, part->bytes + position, count);
  return (ssize_t)count;
}

static struct MHD_Response *cut_response(const void *bytes, size_t size, size_t sent) {
  struct part *part = malloc(sizeof *part + sent);
  if (!part) return NULL;
  part->size = sent;
  if (sent) memcpy(part->bytes, bytes, sent);
  struct MHD_Response *response =
    iapctl_mhd.create_response_from_callback(size, 4096, read_part, part, free);
  if (!response) free(part);
  return response;
}

enum MHD_Result iapctl_mhd_answer(
  struct MHD_Connection *connection, unsigned int status, const void *bytes, size_t size,
  size_t sent, const char *headers) {
  struct MHD_Response *response =
    sent < size
      ? cut_response(bytes, size, sent)
      : iapctl_mhd.create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (!response) return MHD_NO;
  for (const char *name = headers; *name;) {
    const char *value = name + strlen(name) + 1;
    (void)iapctl_mhd.add_response_header(response, name, value);
    name = value + strlen(value) + 1;
  }
  enum MHD_Result result = iapctl_mhd.queue_response(connection, status, response);
  iapctl_mhd.destroy_response(response);
  return result;
}
