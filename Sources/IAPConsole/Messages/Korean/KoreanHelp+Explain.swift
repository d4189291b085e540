extension KoreanHelp {
  /// The help of `explain`.
  static let explain: [String: String] = [
    """
    Explains when an error occurs and what to do about it. A code belongs to a domain: \
    com.nhncloud.iap (iap), com.nhncloud.http (http), or the result codes of the IAP server \
    (server). The same number means something else in each domain, and in other SDKs. The domains \
    of the old SDK, com.toast.iap and com.toast.http, have the numbers of com.nhncloud.iap and \
    com.nhncloud.http. The errors of iapctl itself (iapctl) have no numbers.
    """: """
    오류가 발생하는 경우와 조치 방법을 설명합니다. 코드는 도메인에 속합니다. 도메인은 \
    com.nhncloud.iap(iap), com.nhncloud.http(http), IAP 서버의 결과 코드(server)입니다. 같은 \
    번호라도 도메인이나 SDK에 따라 의미가 다릅니다. (구)SDK의 도메인 com.toast.iap와 \
    com.toast.http의 번호는 com.nhncloud.iap, com.nhncloud.http와 같습니다. iapctl 자체의 \
    오류(iapctl)에는 번호가 없습니다.
    """,
    """
    NAME is the member 'name' of a JSON error, such as paymentNotFound; it is compared without \
    case.
    """: "NAME은 JSON 오류의 'name' 값입니다(예: paymentNotFound). 대소문자를 구분하지 않습니다.",
    """
    The field retryable says whether another attempt may succeed. It applies only if nothing was \
    applied.
    """: """
    retryable 필드는 다시 시도하면 성공할 수 있는지를 나타냅니다. 적용된 것이 없는 경우에만 \
    해당합니다.
    """,
    "the error's code or name": "오류의 코드 또는 이름",
    "only this domain": "이 도메인만",
    "all domains that have it": "코드가 있는 모든 도메인",
    "com.nhncloud.iap, com.nhncloud.http, server or iapctl":
      "com.nhncloud.iap, com.nhncloud.http, server 또는 iapctl",
    "the number in its domain; null in the domain iapctl": "도메인의 번호. iapctl 도메인은 null",
    "the name of the error": "오류의 이름",
    "the SDK's phrase for it, or a short one of iapctl, in the chosen language":
      "선택한 언어로 표시한 SDK의 설명 또는 iapctl의 짧은 설명",
    "when it occurs": "발생하는 경우",
    "what to do": "조치 방법",
    "whether another attempt may succeed": "다시 시도하면 성공할 수 있는지 여부",
    "explain code 14": "코드 14 설명",
    "explain the name of an error": "이름으로 오류 설명",
    "explain a result code of the server in Korean": "서버의 결과 코드를 한국어로 설명",
  ]
}
