extension Korean {
  /// The phrases of other targets.
  static let phrases = Phrases([
    ("{1}, or one for each market, such as AS={2}", "{1}, 또는 마켓별 값(예: AS={2})"),
    ("a whole number of at least {1}", "{1} 이상의 정수"),
    ("a whole number from {1} to {2}", "{1}~{2}의 정수"),
    ("one of {1}", "다음 중 하나: {1}"),
    ("a key: {1}", "다음 키 중 하나: {1}"),
    ("the value of the header, such as 2", "헤더의 값(예: 2)"),
    ("a text", "텍스트"),
    ("a name; it must not be empty", "비어 있지 않은 이름"),
    ("a market code, such as AS", "마켓 코드(예: AS)"),
    (
      """
      an instant of RFC 3339 such as 2026-01-01T00:00:00Z, a day such as 2026-01-31, or a \
      duration with a plus sign such as +1d or +P1M
      """,
      """
      RFC 3339 시각(예: 2026-01-01T00:00:00Z), 날짜(예: 2026-01-31) 또는 더하기 기호를 붙인 기간(예: +1d, \
      +P1M)
      """
    ),
    ("a version of the SDK, such as 1.7.0", "SDK 버전(예: 1.7.0)"),
    (
      "a duration of at most 1000 years, such as 90s, 15m, 12h, 30d, or ISO 8601 such as P1M",
      "1000년 이하의 기간(예: 90s, 15m, 12h, 30d, ISO 8601의 P1M)"
    ),
    ("a number of seconds above 0, at most 86400", "0보다 크고 86400 이하인 초 단위 숫자"),
    ("a list of different field names separated by commas", "쉼표로 구분한 서로 다른 필드 이름"),
    ("a payment number or an order number", "결제 번호 또는 주문 번호"),
    ("a payment number, which is made of digits", "숫자로 된 결제 번호"),
    (
      "an amount of at most 18 digits before the point and 12 after it, such as 1.99",
      "소수점 앞 18자리, 뒤 12자리 이하의 금액(예: 1.99)"
    ),
    ("a currency code of three capital letters, such as KRW", "대문자 세 글자의 통화 코드(예: KRW)"),
    (
      "a number a second, such as 5/s or 0.5/s, at most 100000/s",
      "초당 횟수(예: 5/s, 0.5/s). 100000/s 이하"
    ),
    (
      """
      a time: a duration ago (90s, 15m, 12h, 30d, P1M), a day such as 2026-01-31, or an \
      instant
      """,
      "시점: 기간 전(90s, 15m, 12h, 30d, P1M), 날짜(예: 2026-01-31) 또는 시각"
    ),
    ("0s, or a duration of at most a day, such as 90s or 5m", "0s 또는 하루 이하의 기간(예: 90s, 5m)"),
    ("the path of a file, or {1}", "파일 경로, 또는 {1}"),
    (
      """
      a URL that begins with postgresql:// and has no password in it (put passwords into \
      ~/.pgpass)
      """,
      "postgresql://로 시작하고 비밀번호가 없는 URL(비밀번호는 ~/.pgpass에 저장)"
    ),
    (
      "a column of iapctl and its name in the file, such as user=player",
      "iapctl의 열과 파일에서의 이름(예: user=player)"
    ),
    ("PAYMENT_SEQ, or --all, or --from FILE", "PAYMENT_SEQ, --all 또는 --from FILE"),
    ("a time of at most an hour, such as 5s, 200ms or 2m", "1시간 이하의 시간(예: 5s, 200ms, 2m)"),
    (
      "the name of a case, such as consume[1]:lost; the disruptions are {1}",
      "케이스의 이름(예: consume[1]:lost). 모의 장애: {1}"
    ),
    ("a code or a name of an error", "오류의 코드 또는 이름"),
    ("a host name or an address", "호스트 이름 또는 주소"),
    ("it is longer than {1} bytes", "{1}바이트보다 깁니다"),
    ("its header is too long", "헤더가 너무 깁니다"),
    ("it sent data before the request", "요청 전에 데이터를 보냈습니다"),
    ("the answer ends in its header", "응답이 헤더 중간에 끝났습니다"),
    (
      "the connection was closed; the request may have arrived and is not sent again",
      "연결이 끊겼습니다. 요청이 전달되었을 수 있으므로 다시 보내지 않습니다"
    ),
  ])
}
