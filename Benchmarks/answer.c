/* A server that answers each request at once with the same body, for as many connections as come.
   answer BODY: listens on a free port of the loopback interface and prints its URL. It costs less
   than a web server, so that a client is measured and not what it talks to. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 16384 };

struct connection {
  int socket;
  size_t count;
  char bytes[most + 1];
};

static char answer[most];
static size_t answer_size;

/* The bytes of the first request in a buffer; 0 if it is not whole. */
static size_t request_size(struct connection *one) {
  one->bytes[one->count] = 0;
  char *end = strstr(one->bytes, "\r\n\r\n");
  if (!end) return 0;
  size_t size = (size_t)(end + 4 - one->bytes);
  char *length = strcasestr(one->bytes, "\r\nContent-Length:");
  if (length && length < end) size += strtoul(length + 17, NULL, 10);
  return size <= one->count ? size : 0;
}

static int serve(struct connection *one) {
  ssize_t count = recv(one->socket, one->bytes + one->count, most - one->count, 0);
  if (count <= 0) return 0;
  one->count += (size_t)count;
  for (size_t size; (size = request_size(one)) > 0;) {
    if (send(one->socket, answer, answer_size, MSG_NOSIGNAL) != (ssize_t)answer_size) return 0;
    one->count -= size;
    memmove(one->bytes, one->bytes + size, one->count);
  }
  return one->count < most;
}

int main(int count, char **words) {
  if (count != 2) return 64;
  answer_size = (size_t)snprintf(
      answer, sizeof answer,
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
      strlen(words[1]), words[1]);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0), events = epoll_create1(0), on = 1;
  if (bind(listener, (void *)&address, length) != 0 || listen(listener, 512) != 0) return 71;
  getsockname(listener, (void *)&address, &length);
  printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  struct epoll_event event = {.events = EPOLLIN}, ready[64];
  epoll_ctl(events, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int found = epoll_wait(events, ready, 64, -1);
    for (int index = 0; index < found; index += 1) {
      struct connection *one = ready[index].data.ptr;
      if (one) {
        if (serve(one)) continue;
        close(one->socket);
        free(one);
        continue;
      }
      if (!(one = calloc(1, sizeof *one))) return 71;
      one->socket = accept(listener, NULL, NULL);
      setsockopt(one->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      event.data.ptr = one;
      if (one->socket < 0 || epoll_ctl(events, EPOLL_CTL_ADD, one->socket, &event) != 0) free(one);
    }
  }
}
