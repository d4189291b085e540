/* The same client in C, with the same promise: the peer of 'iapctl consume --from' over the REST
   API with its journal. consume URL FILE JOURNAL CONCURRENCY, the app key in IAPCTL_APP_KEY.

   - The whole file is read and checked before anything is sent.
   - The intent of a payment is durable before its request is sent, and its outcome before its
     result is printed. All that can be written at the same time is one transaction.
   - A payment that is in the journal is not sent, and libcurl sends no request a second time.
   - Only a whole and documented answer proves something. After as many unknown outcomes in a row
     as requests may be in flight, nothing more is sent.

   iapctl also delivers, retries, settles what is unknown, and looks whether a connection has bytes
   before its request is sent. */
#include <curl/curl.h>
#include <errno.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { longest_text = 1024, largest_answer = 1 << 15, most_requests = 128 };

struct payment {
  char *number, *token, *user, *market;
  sqlite3_int64 product;
};

struct receipt {
  sqlite3_int64 code;
  char *price, *currency;
};

/* A request, and the rows of its payment in the journal. */
struct request {
  enum { is_free, is_to_send, is_sent, is_over } state;
  CURL *easy;
  const struct payment *payment;
  sqlite3_int64 payment_row, attempt_row;
  CURLcode result;
  char body[3 * longest_text], answer[largest_answer + 1];
  size_t body_size, body_sent, answer_size;
};

static _Noreturn void fail(int status, const char *what, const char *why) {
  fprintf(stderr, "consume: %s: %s\n", what, why);
  exit(status);
}

/* JSON. A function returns the place behind what it has read; NULL if that is not valid. */

/* A member that is looked for, and its value; NULL if there is none. */
struct member {
  const char *name;
  char *value;
};

static char *read_value(char *at, int depth);

static char *skip_space(char *at) { return at + strspn(at, " \t\r\n"); }

static char *read_string(char *at) {
  if (*at++ != '"') return NULL;
  for (; *at != '"'; at += 1) {
    if ((unsigned char)*at < ' ') return NULL;
    if (*at != '\\') continue;
    at += 1;
    if (!*at || !strchr("\"\\/bfnrtu", *at)) return NULL;
    if (*at == 'u' && strspn(at + 1, "0123456789abcdefABCDEF") < 4) return NULL;
  }
  return at + 1;
}

static char *read_digits(char *at) {
  return *at >= '0' && *at <= '9' ? at + strspn(at, "0123456789") : NULL;
}

static char *read_number(char *at) {
  if (*at == '-') at += 1;
  at = *at == '0' ? at + 1 : read_digits(at);
  if (at && *at == '.') at = read_digits(at + 1);
  if (at && (*at == 'e' || *at == 'E')) at = read_digits(at + 1 + (at[1] == '+' || at[1] == '-'));
  return at;
}

/* An object or an array. A member that is looked for must not be there twice. */
static char *read_members(char *at, int depth, struct member *wanted) {
  char last = *at == '{' ? '}' : ']', *name = at, *behind = at;
  at = skip_space(at + 1);
  if (*at == last) return at + 1;
  for (;; at = skip_space(at + 1)) {
    if (last == '}') {
      name = at + 1;
      if (!(behind = read_string(at)) || *(at = skip_space(behind)) != ':') return NULL;
      at = skip_space(at + 1);
    }
    size_t size = (size_t)(behind - name) - 1;
    for (struct member *one = wanted; one && one->name; one += 1) {
      if (strncmp(one->name, name, size) != 0 || one->name[size]) continue;
      if (one->value) return NULL;
      one->value = at;
    }
    if (!(at = read_value(at, depth + 1))) return NULL;
    at = skip_space(at);
    if (*at == last) return at + 1;
    if (*at != ',') return NULL;
  }
}

static char *read_value(char *at, int depth) {
  if (depth > 32) return NULL;
  if (*at == '{' || *at == '[') return read_members(at, depth, NULL);
  if (*at == '"') return read_string(at);
  if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0) return at + 4;
  return strncmp(at, "false", 5) == 0 ? at + 5 : read_number(at);
}

/* Whether a text is an object, and nothing else. */
static int is_object(char *text, struct member *wanted) {
  text = skip_space(text);
  return *text == '{' && (text = read_members(text, 0, wanted)) && !*skip_space(text);
}

/* The text of a string without escapes, which is ended in its place; else NULL. */
static char *text_of(char *value) {
  char *behind = value && *value == '"' ? read_string(value) : NULL;
  size_t size = behind ? (size_t)(behind - value) : 0;
  if (size < 3 || size > longest_text || memchr(value, '\\', size)) return NULL;
  behind[-1] = 0;
  return value + 1;
}

/* An integer that is not negative; else -1. */
static sqlite3_int64 integer_of(char *value) {
  char *behind = value ? read_digits(value) : NULL;
  return behind && behind - value < 19 && behind == read_number(value) ? atoll(value) : -1;
}

/* The file: in each line an object with the five members of a payment. */

static struct payment *payments;
static size_t payment_count, next_payment;

static int read_payment(char *line, struct payment *payment) {
  struct member of[] = {{"paymentSeq", 0}, {"accessToken", 0}, {"userID", 0}, {"storeCode", 0},
                        {"productSeq", 0}, {0, 0}};
  if (!is_object(line, of)) return 0;
  payment->product = integer_of(of[4].value);
  payment->number = text_of(of[0].value), payment->token = text_of(of[1].value);
  payment->user = text_of(of[2].value), payment->market = text_of(of[3].value);
  return payment->token && payment->user && payment->market && payment->product >= 0
         && payment->number && payment->number[strspn(payment->number, "0123456789")] == 0;
}

static void read_payments(const char *path) {
  FILE *file = fopen(path, "r");
  struct stat status;
  if (!file || fstat(fileno(file), &status) != 0) fail(66, path, strerror(errno));
  size_t size = (size_t)status.st_size;
  char *text = calloc(size + 1, 1);
  // No line is shorter than its two names.
  payments = calloc(size / strlen("paymentSeqaccessToken") + 1, sizeof *payments);
  if (!text || !payments || fread(text, 1, size, file) != size) fail(66, path, "cannot be read");
  fclose(file);
  if (strlen(text) != size) fail(65, path, "it contains a null character");
  for (char *line = text, *next; *line; line = next) {
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    if (!read_payment(line, &payments[payment_count++]))
      fail(65, path, "a line is not a payment");
  }
}

/* The journal: a row for each payment, and one for each attempt to consume it. */

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    "CREATE TABLE IF NOT EXISTS payment (id INTEGER PRIMARY KEY, payment_seq TEXT NOT NULL,"
    " server TEXT NOT NULL, claimed_user_id TEXT, store_code TEXT, product_seq INTEGER, price TEXT,"
    " currency TEXT, outcome TEXT, UNIQUE (payment_seq, server)) STRICT;"
    "CREATE TABLE IF NOT EXISTS attempt (id INTEGER PRIMARY KEY, payment INTEGER NOT NULL,"
    " began INTEGER NOT NULL, ended INTEGER, outcome TEXT, server_code INTEGER) STRICT;";

static sqlite3 *journal;
static sqlite3_stmt *begin, *commit, *claim, *intend, *conclude, *know;

static void require(int is_right) {
  if (!is_right) fail(74, "journal", sqlite3_errmsg(journal));
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  require(!sqlite3_prepare_v3(journal, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

/* Runs a statement with its values: t is a text, which may be NULL, and i a sqlite3_int64. */
static void run(sqlite3_stmt *statement, const char *types, ...) {
  va_list values;
  va_start(values, types);
  for (int place = 1; *types; place += 1, types += 1) {
    if (*types == 'i') sqlite3_bind_int64(statement, place, va_arg(values, sqlite3_int64));
    else sqlite3_bind_text(statement, place, va_arg(values, const char *), -1, SQLITE_STATIC);
  }
  va_end(values);
  require(sqlite3_step(statement) == SQLITE_DONE);
  sqlite3_reset(statement);
}

static void open_journal(const char *path) {
  umask(077);
  require(sqlite3_open(path, &journal) == SQLITE_OK);
  sqlite3_busy_timeout(journal, 10000);
  require(sqlite3_exec(journal, schema, NULL, NULL, NULL) == SQLITE_OK);
  begin = prepare("BEGIN IMMEDIATE"), commit = prepare("COMMIT");
  claim = prepare("INSERT INTO payment (payment_seq, server, claimed_user_id, store_code,"
                  " product_seq) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  intend = prepare("INSERT INTO attempt (payment, began) VALUES (?, ?)");
  conclude = prepare("UPDATE attempt SET ended = ?, outcome = ?, server_code = ? WHERE id = ?");
  know = prepare("UPDATE payment SET outcome = ?, price = ?, currency = ? WHERE id = ?");
}

static sqlite3_int64 milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What a request that is over proves. */
static const char *outcome_of(struct request *request, struct receipt *receipt) {
  struct member top[] = {{"header", 0}, {"result", 0}, {0, 0}};
  struct member header[] = {{"isSuccessful", 0}, {"resultCode", 0}, {0, 0}};
  struct member result[] = {{"price", 0}, {"currency", 0}, {"productSeq", 0}, {0, 0}};
  long status = 0;
  curl_easy_getinfo(request->easy, CURLINFO_RESPONSE_CODE, &status);
  if (request->body_sent == 0) return "not-sent";
  if (request->result != CURLE_OK || status != 200) return "unknown";
  request->answer[request->answer_size] = 0;
  if (strlen(request->answer) != request->answer_size || !is_object(request->answer, top)
      || !top[0].value || *top[0].value != '{' || !read_members(top[0].value, 1, header)
      || !header[0].value || (receipt->code = integer_of(header[1].value)) < 0
      || *header[0].value != (receipt->code == 0 ? 't' : 'f')) return "unknown";
  if (receipt->code == 5018) return "already-consumed";
  if (receipt->code == 1100 || receipt->code == 5000) return "refused";
  if (receipt->code != 0 || !top[1].value || *top[1].value != '{'
      || !read_members(top[1].value, 1, result)) return "unknown";
  receipt->currency = text_of(result[1].value);
  char *price = result[0].value, *behind = price && read_digits(price) ? read_number(price) : NULL;
  if (!behind || behind - price > longest_text) return "unknown";
  receipt->price = price, *behind = 0;
  return integer_of(result[2].value) == request->payment->product ? "consumed" : "unknown";
}

/* HTTP. libcurl gets the body from a function, and only once: it cannot send it again. */

static size_t send_body(char *buffer, size_t size, size_t count, void *context) {
  struct request *request = context;
  size_t part = request->body_size - request->body_sent;
  if (part > size * count) part = size * count;
  memcpy(buffer, request->body + request->body_sent, part);
  request->body_sent += part;
  return part;
}

/* What comes before the whole request was sent is not its answer. */
static size_t take_answer(char *bytes, size_t size, size_t count, void *context) {
  struct request *request = context;
  size_t part = size * count, room = largest_answer - request->answer_size;
  if (part > room || request->body_sent < request->body_size) return 0;
  memcpy(request->answer + request->answer_size, bytes, part);
  request->answer_size += part;
  return part;
}

static void make_request(struct request *request, const char *url, struct curl_slist *headers) {
  CURL *easy = request->easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_POST, 1L);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, send_body);
  curl_easy_setopt(easy, CURLOPT_READDATA, request);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_answer);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, request);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, request);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 30000L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
}

/* Advances the requests until one is over, and then as long as more of them are. */
static void advance(CURLM *multi) {
  for (int over = 0, before = -1, running = 1, left; over == 0 || over > before;) {
    before = over;
    curl_multi_poll(multi, NULL, 0, over == 0 ? 1000 : 0, NULL);
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)); over += 1) {
      struct request *request;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &request);
      request->result = message->data.result;
      request->state = is_over;
      curl_multi_remove_handle(multi, request->easy);
    }
  }
}

/* The batch. */

static const char *server;
/* Results are in the buffer of the standard output until their outcomes are durable. */
static char buffer[2 * most_requests * 4 * longest_text];
static size_t consumed;
static int unknowns;

static void add_result(
    const struct payment *payment, const char *outcome, const struct receipt *receipt) {
  const char *currency = receipt->currency, *mark = currency ? "\"" : "";
  printf("{\"paymentSeq\":\"%s\",\"userID\":null,\"claimedUserID\":\"%s\",\"outcome\":\"%s\","
         "\"priorUnknown\":false,\"price\":%s,\"currency\":%s%s%s,\"productSeq\":%lld,"
         "\"attempts\":%d,\"error\":null}\n",
         payment->number, payment->user, outcome, receipt->price ? receipt->price : "null", mark,
         currency ? currency : "null", mark, payment->product, *outcome != 's');
  consumed += strcmp(outcome, "consumed") == 0;
  unknowns = strcmp(outcome, "unknown") == 0 ? unknowns + 1 : 0;
}

static void conclude_request(struct request *request) {
  struct receipt receipt = {0};
  const char *outcome = outcome_of(request, &receipt);
  run(conclude, "itii", milliseconds(), outcome, receipt.code, request->attempt_row);
  run(know, "ttti", outcome, receipt.price, receipt.currency, request->payment_row);
  add_result(request->payment, outcome, &receipt);
  request->state = is_free;
}

/* Claims the next payment, unless it is in the journal. Its intent is in the same transaction. */
static void begin_request(struct request *request) {
  const struct payment *payment = request->payment = &payments[next_payment++];
  run(claim, "tttti", payment->number, server + 3, payment->user, payment->market, payment->product);
  if (sqlite3_changes(journal) == 0)
    return add_result(payment, "skipped", &(struct receipt){0});
  request->payment_row = sqlite3_last_insert_rowid(journal);
  run(intend, "ii", request->payment_row, milliseconds());
  request->attempt_row = sqlite3_last_insert_rowid(journal);
  request->body_sent = request->answer_size = 0;
  request->body_size = (size_t)snprintf(
      request->body, sizeof request->body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}",
      payment->number, payment->token);
  curl_easy_setopt(request->easy, CURLOPT_POSTFIELDSIZE, (long)request->body_size);
  request->state = is_to_send;
}

/* Writes and prints the outcomes that are known, and sends the next requests. Returns how many
   requests are in flight. */
static int go_on(CURLM *multi, struct request *requests, int count) {
  int in_flight = 0;
  run(begin, "");
  for (int index = 0; index < count; index += 1)
    if (requests[index].state == is_over) conclude_request(&requests[index]);
  for (int index = 0; index < count && unknowns < count && next_payment < payment_count; index += 1)
    if (requests[index].state == is_free) begin_request(&requests[index]);
  run(commit, "");
  if (fflush(stdout) != 0) fail(74, "results", strerror(errno));
  for (int index = 0; index < count; index += 1) {
    if (requests[index].state == is_to_send) {
      if (curl_multi_add_handle(multi, requests[index].easy)) fail(71, "libcurl", "no request");
      requests[index].state = is_sent;
    }
    in_flight += requests[index].state == is_sent;
  }
  return in_flight;
}

int main(int words_count, char **words) {
  const char *key = getenv("IAPCTL_APP_KEY"), *origin = words_count == 5 ? words[1] : "";
  int count = words_count == 5 ? atoi(words[4]) : 0;
  if (count < 1 || count > most_requests || !key || !(server = strchr(origin, ':')))
    fail(64, "usage", "consume URL FILE JOURNAL CONCURRENCY");
  static struct request requests[most_requests];
  char url[1024], key_line[1024];
  snprintf(url, sizeof url, "%s/v1/service/consume", origin);
  snprintf(key_line, sizeof key_line, "X-NHN-TCIAP-AppKey: %s", key);
  read_payments(words[2]);
  open_journal(words[3]);
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  // Otherwise the buffers of libcurl are given back to the system after each group.
  mallopt(M_TRIM_THRESHOLD, 1 << 26);
  curl_global_init(CURL_GLOBAL_ALL);
  CURLM *multi = curl_multi_init();
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)count);
  struct curl_slist *headers = curl_slist_append(NULL, key_line);
  headers = curl_slist_append(headers, "Accept: application/json");
  headers = curl_slist_append(headers, "Content-Type: application/json; charset=UTF-8");
  headers = curl_slist_append(headers, "Expect:");
  for (int index = 0; index < count; index += 1) make_request(&requests[index], url, headers);
  while (next_payment < payment_count && unknowns < count)
    while (go_on(multi, requests, count) > 0) advance(multi);
  sqlite3_close_v2(journal);
  return consumed < payment_count;
}
