#include "CCurl.h"
#include "table.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

curl_socket_t iapctl_curl_open_socket(const struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  int number = socket(address->family, address->socktype, address->protocol);
  if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
  return number;
#endif
}

int iapctl_curl_close_socket(curl_socket_t number) { return close(number); }

CURLcode iapctl_curl_set_sockets(
    const iapctl_curl *curl, void *easy, curl_opensocket_callback open,
    curl_closesocket_callback close, void *context) {
  CURLcode code = curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
  if (code == CURLE_OK) code = curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
  if (code == CURLE_OK) code = curl->easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
  if (code == CURLE_OK) code = curl->easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
  return code;
}

int iapctl_curl_local_port(curl_socket_t number) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(number, (struct sockaddr *)&address, &length) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
  if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
  return 0;
}

iapctl_curl_input iapctl_curl_input_of(curl_socket_t number) {
  char byte;
  ssize_t count;
  do count = recv(number, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  if (count > 0) return iapctl_curl_input_bytes;
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return iapctl_curl_input_none;
  return iapctl_curl_input_ended;
}
