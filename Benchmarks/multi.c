/* A bare libcurl multi loop: the peer of 'iapctl consume --from' over the REST API.
   multi URL FILE CONCURRENCY: posts one consume for each line of FILE, with nothing checked but
   that an answer came. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request {
  char body[512];
};

static FILE *input;
static const char *url;
static struct curl_slist *headers;
static long sent, answered;

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes, (void)context;
  return size * count;
}

static int begin(CURLM *multi, CURL *easy) {
  char line[128];
  struct request *request;
  if (!fgets(line, sizeof line, input)) return 0;
  line[strcspn(line, "\r\n")] = 0;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &request);
  snprintf(
      request->body, sizeof request->body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"token-%s\"}",
      line, line);
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)strlen(request->body));
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body);
  curl_multi_add_handle(multi, easy);
  sent += 1;
  return 1;
}

int main(int count, char **words) {
  if (count != 4) return 64;
  url = words[1];
  input = fopen(words[2], "r");
  if (!input) return 66;
  curl_global_init(CURL_GLOBAL_ALL);
  CURLM *multi = curl_multi_init();
  headers = curl_slist_append(NULL, "Content-Type: application/json");
  headers = curl_slist_append(headers, "Expect:");
  for (int index = 0; index < atoi(words[3]); index += 1) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, calloc(1, sizeof(struct request)));
    if (!begin(multi, easy)) break;
  }
  int running = 1;
  while (answered < sent) {
    curl_multi_perform(multi, &running);
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left))) {
      CURL *easy = message->easy_handle;
      if (message->msg != CURLMSG_DONE) continue;
      if (message->data.result != CURLE_OK) return 69;
      answered += 1;
      curl_multi_remove_handle(multi, easy);
      begin(multi, easy);
    }
    if (answered < sent) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("%ld\n", answered);
  return 0;
}
