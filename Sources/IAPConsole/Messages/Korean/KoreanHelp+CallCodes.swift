extension KoreanHelp {
  /// When the errors of the SDK's HTTP client and of the server occur, and their remedies.
  static let callCodes: [String: String] = [
    """
    the server cannot be reached: its name is unknown, the connection is refused or breaks, or its \
    certificate is not trusted; a consume that was sent may have happened; in a fixture store only \
    as a fault
    """: """
    서버에 연결할 수 없는 경우. 서버 이름을 찾을 수 없거나, 연결이 거부되거나 끊겼거나, 인증서를 \
    신뢰할 수 없습니다. 이미 보낸 소비 요청은 처리되었을 수 있습니다. 픽스처 저장소에서는 모의 \
    장애로만 발생합니다.
    """,
    """
    check the network, the host's name and its certificate, then try again; if a consume was sent, \
    settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    네트워크, 호스트 이름, 인증서를 확인한 뒤 다시 시도하십시오. 소비 요청을 보냈다면 결과를 \
    확정하십시오: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    the HTTP status is not 200: 401 or 403 if the app key is refused, 429 if the server asks to \
    wait, another 3xx or 4xx if the URL is wrong; after 408, 409, 425, a 5xx, or a 2xx that is not \
    200, a consume may have happened; in a fixture store only as a fault
    """: """
    HTTP 상태가 200이 아닌 경우. 401과 403은 앱 키 거부, 429는 서버의 대기 요청, 그 외 3xx와 4xx는 \
    잘못된 URL을 뜻합니다. 408, 409, 425, 5xx, 200이 아닌 2xx 뒤에는 소비가 처리되었을 수 \
    있습니다. 픽스처 저장소에서는 모의 장애로만 발생합니다.
    """,
    """
    act on the status: check the app key (401, 403), wait (429, 503), check the URL (other 3xx and \
    4xx); if a consume was sent, settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    HTTP 상태에 따라 조치하십시오. 401, 403: 앱 키 확인. 429, 503: 대기. 그 외 3xx, 4xx: URL 확인. \
    소비 요청을 보냈다면 결과를 확정하십시오: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    no answer came in time; a consume that was sent may have happened; in a fixture store only as \
    a fault
    """: """
    제한 시간 안에 응답이 없는 경우. 이미 보낸 소비 요청은 처리되었을 수 있습니다. 픽스처 \
    저장소에서는 모의 장애로만 발생합니다.
    """,
    """
    a query can be repeated, if necessary with a longer --timeout; if a consume was sent, settle \
    it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    조회는 다시 실행해도 되며, 필요하면 --timeout을 늘리십시오. 소비 요청을 보냈다면 결과를 \
    확정하십시오: iapctl consume PAYMENT_SEQ --resume
    """,
    """
    the server refused the request itself with code 1100, 2111 or 2112; in a fixture store only as \
    a fault
    """: """
    서버가 요청 자체를 코드 1100, 2111 또는 2112로 거부한 경우. 픽스처 저장소에서는 모의 장애로만 \
    발생합니다.
    """,
    """
    nothing was applied: correct the values that were given; if they are correct, report a bug in \
    the program that sent them
    """: """
    적용된 것은 없습니다. 입력한 값을 고치십시오. 값이 올바르다면 요청을 보낸 프로그램의 버그로 \
    신고하십시오.
    """,
    """
    the URL of the server is invalid, or contains more than scheme, host and port; in a fixture \
    store only as a fault; the same number means "cancelled" in the legacy client, and "already \
    consumed" on Android
    """: """
    서버의 URL이 잘못되었거나 스킴, 호스트, 포트 외의 내용이 있는 경우. 픽스처 저장소에서는 모의 \
    장애로만 발생합니다. 같은 번호가 레거시 클라이언트에서는 "취소", Android에서는 "이미 소비됨"을 \
    뜻합니다.
    """,
    "give only scheme, host and port, such as https://api-iap.cloud.toast.com":
      "스킴, 호스트, 포트만 지정하십시오. 예: https://api-iap.cloud.toast.com",
    """
    the answer is not the documented JSON, contradicts itself, or lacks the result of a consume; \
    the consume may have happened; in a fixture store only as a fault
    """: """
    응답이 문서에 정의된 JSON이 아니거나, 내용이 서로 모순되거나, 소비 결과가 없는 경우. 소비가 \
    처리되었을 수 있습니다. 픽스처 저장소에서는 모의 장애로만 발생합니다.
    """,
    """
    check that the URL is the IAP server's, and that no proxy answers in its place; if a consume \
    was sent, settle it with: iapctl consume PAYMENT_SEQ --resume
    """: """
    URL이 IAP 서버의 것인지, 프록시가 대신 응답하지 않는지 확인하십시오. 소비 요청을 보냈다면 \
    결과를 확정하십시오: iapctl consume PAYMENT_SEQ --resume
    """,
    "another run is consuming the same payment; in a fixture store only as a fault":
      "다른 실행에서 같은 결제를 소비하는 중인 경우. 픽스처 저장소에서는 모의 장애로만 발생합니다.",
    "nothing was sent: wait for the other run and use its outcome; do not grant for this run":
      """
    전송한 것은 없습니다. 다른 실행이 끝나기를 기다려 그 결과를 따르십시오. 이번 실행을 근거로 \
    지급하지 마십시오.
    """,
    "the URL is plain http, and its host is not this machine; in a fixture store only as a fault":
      """
    URL이 암호화되지 않은 http이고 호스트가 이 컴퓨터가 아닌 경우. 픽스처 저장소에서는 모의 \
    장애로만 발생합니다.
    """,
    "use https: over plain http, others can read the app key and the tokens":
      "https를 사용하십시오. http에서는 앱 키와 토큰이 다른 사람에게 노출될 수 있습니다.",
    """
    the call succeeded, if the HTTP status is 200 and isSuccessful is true too; if they disagree, \
    the answer proves nothing (com.nhncloud.http 105)
    """: """
    호출이 성공한 경우. 단, HTTP 상태가 200이고 isSuccessful도 true여야 합니다. 두 값이 서로 \
    다르면 그 응답으로는 아무것도 확인할 수 없습니다(com.nhncloud.http 105).
    """,
    """
    after a consume, grant the item once, unless it was granted before; the payment cannot be \
    consumed again
    """: """
    소비한 뒤 상품을 한 번만 지급하십시오. 이미 지급했다면 지급하지 마십시오. 이 결제는 다시 \
    소비할 수 없습니다.
    """,
    "a parameter is missing or malformed; iapctl reports it as com.nhncloud.http 103":
      "파라미터가 없거나 형식이 잘못된 경우. iapctl은 com.nhncloud.http 103으로 표시합니다.",
    "nothing was applied: correct the payment number, the token, the market or the user":
      "적용된 것은 없습니다. 결제 번호, 토큰, 마켓 또는 사용자를 고치십시오.",
    "the body was not sent as JSON; iapctl reports it as com.nhncloud.http 103":
      "본문을 JSON으로 보내지 않은 경우. iapctl은 com.nhncloud.http 103으로 표시합니다.",
    "nothing was applied: send Content-Type: application/json":
      "적용된 것은 없습니다. 다음 헤더로 보내십시오: Content-Type: application/json",
    """
    the call has another HTTP method than the documented one; iapctl reports it as \
    com.nhncloud.http 103
    """: """
    문서에 정의된 것과 다른 HTTP 메서드로 호출한 경우. iapctl은 com.nhncloud.http 103으로 \
    표시합니다.
    """,
    "nothing was applied: use POST (GET for the legacy item list)":
      "적용된 것은 없습니다. POST를 사용하십시오(레거시 아이템 목록은 GET).",
    """
    a consume is refused: the token does not belong to the payment, or the payment cannot be \
    consumed; iapctl reports it as com.nhncloud.iap 12 changePurchaseStatusFailed
    """: """
    소비가 거부된 경우. 토큰이 해당 결제의 것이 아니거나, 소비할 수 없는 결제입니다. iapctl은 \
    com.nhncloud.iap 12 changePurchaseStatusFailed로 표시합니다.
    """,
    """
    the payment was already consumed, by another process or by an earlier attempt of your own \
    whose answer was lost; iapctl reports it as com.nhncloud.iap 12 alreadyConsumed
    """: """
    결제가 이미 소비된 경우. 다른 프로세스가 소비했거나, 응답을 받지 못한 본인의 이전 시도가 \
    소비한 것입니다. iapctl은 com.nhncloud.iap 12 alreadyConsumed로 표시합니다.
    """,
    """
    do not grant, and revoke nothing: another client may have granted the item under this payment \
    number; check your records first
    """: """
    지급하지도 회수하지도 마십시오. 다른 클라이언트가 같은 결제 번호로 상품을 지급했을 수 있습니다. 먼저 지급 \
    기록을 확인하십시오.
    """,
    """
    an error without a code of its own; a consume may have happened; iapctl reports it as \
    com.nhncloud.iap 0 unknown
    """: """
    별도의 코드가 없는 오류. 소비가 처리되었을 수 있습니다. iapctl은 com.nhncloud.iap 0 \
    unknown으로 표시합니다.
    """,
  ]
}
