extension KoreanHelp {
  /// What is about Gamebase: its codes, and the help of its options.
  static let gamebase: [String: String] = [
    "a parameter has another type than the documented one": "파라미터의 유형이 문서와 다른 경우",
    "nothing was applied: check the values that were given": "적용된 것은 없습니다. 지정한 값을 확인하십시오.",
    "a required parameter is missing, empty or unsuitable": "필수 파라미터가 없거나 비어 있거나 적절하지 않은 경우",
    "nothing was applied: check the user, the payment number and the token": """
    적용된 것은 없습니다. 사용자, 결제 번호, 토큰을 확인하십시오.
    """,
    "the body of the request has a field that the API does not define":
      "요청 본문에 API가 정의하지 않은 필드가 있는 경우",
    "nothing was applied: send only the documented fields": "적용된 것은 없습니다. 문서에 정의된 필드만 보내십시오.",
    "a parameter is longer than the API allows": "파라미터가 API의 허용 길이보다 긴 경우",
    "nothing was applied: copy the user and the token again, without other text": """
    적용된 것은 없습니다. 사용자와 토큰을 다른 글자 없이 다시 복사하십시오.
    """,
    "the header Content-Type is missing or is not JSON": "Content-Type 헤더가 없거나 JSON이 아닌 경우",
    "nothing was applied: check that no proxy changes the headers": """
    적용된 것은 없습니다. 프록시가 헤더를 바꾸지 않는지 확인하십시오.
    """,
    "the body of the request is not JSON": "요청 본문이 JSON이 아닌 경우",
    "nothing was applied: check that no proxy changes the body": """
    적용된 것은 없습니다. 프록시가 본문을 바꾸지 않는지 확인하십시오.
    """,
    "the server has no such API, or not in this version": "서버에 해당 API 또는 버전이 없는 경우",
    "nothing was applied: check that --url is the address of Gamebase's server API": """
    적용된 것은 없습니다. --url이 Gamebase 서버 API의 주소인지 \
    확인하십시오.
    """,
    "no such product is in Gamebase, or it is not valid": "Gamebase에 해당 상품이 없거나 상품이 유효하지 않은 경우",
    "check in the Gamebase console that the product is registered and in use":
      "Gamebase 콘솔에서 상품이 등록되어 사용 중인지 확인하십시오.",
    "the app ID in the path is unknown": "경로의 앱 ID를 알 수 없는 경우",
    "copy the app ID from the Gamebase console, and give it with --app-id":
      "Gamebase 콘솔에서 앱 ID를 복사하여 --app-id로 지정하십시오.",
    "the app key of the Gamebase product is invalid": "Gamebase 상품의 앱 키가 잘못된 경우",
    "check in the Gamebase console that the app ID is that of this product":
      "앱 ID가 이 상품의 것인지 Gamebase 콘솔에서 확인하십시오.",
    "the call needs an authentication that it does not have": "필요한 인증이 호출에 없는 경우",
    "give the secret key of the app with --secret-key-file PATH":
      "앱의 비밀 키를 --secret-key-file PATH로 지정하십시오.",
    "the secret key is not that of the app": "비밀 키가 앱의 것이 아닌 경우",
    """
    copy the secret key from the Gamebase console, and give it with --secret-key-file \
    PATH
    """: """
    Gamebase 콘솔에서 비밀 키를 복사하여 --secret-key-file \
    PATH로 지정하십시오.
    """,
    """
    an access token is invalid or expired; probably that of a login, not that of a \
    payment
    """: """
    액세스 토큰이 유효하지 않거나 만료된 경우. 결제가 아니라 로그인의 토큰일 \
    가능성이 큽니다.
    """,
    """
    check the secret key and the app ID first; if only some payments are refused, list \
    them again and use their new tokens
    """: """
    먼저 비밀 키와 앱 ID를 확인하십시오. 일부 결제만 거부되면 목록을 다시 \
    조회하여 새 토큰을 사용하십시오.
    """,
    "the user is banned, has withdrawn, or the account is lost":
      "사용자가 이용 정지 또는 탈퇴 상태이거나 계정이 유실된 경우",
    "grant nothing; look the user up in the Gamebase console (Member)": """
    지급하지 마십시오. Gamebase 콘솔(Member)에서 사용자를 \
    확인하십시오.
    """,
    "no such user is in Gamebase, or the user has withdrawn": "Gamebase에 해당 사용자가 없거나 탈퇴한 경우",
    "check the user ID: it is Gamebase's own, not that of the login provider": """
    사용자 ID를 확인하십시오. 로그인 제공자의 ID가 아니라 Gamebase의 \
    ID입니다.
    """,
    "the app has not enabled IAP, or not Gamebase itself": "앱에 IAP 또는 Gamebase가 활성화되지 않은 경우",
    "enable Gamebase and IAP in the NHN Cloud console, or give another --app-id": """
    NHN Cloud 콘솔에서 Gamebase와 IAP를 활성화하거나 다른 \
    --app-id를 지정하십시오.
    """,
    """
    the address is that of the sandbox and the app that of the real environment, or \
    vice versa
    """: "주소와 앱의 환경(샌드박스 또는 리얼)이 서로 다른 경우",
    "give the address of the app's environment with --url": "앱의 환경에 맞는 주소를 --url로 지정하십시오.",
    "an error inside Gamebase; a consume may have happened": """
    Gamebase 내부에서 오류가 발생한 경우. 소비가 처리되었을 수 있습니다.
    """,
    """
    Over --api gamebase, --token-file also asks for the payment of a token: it says \
    whether the payment can still be consumed, which proves that it is not consumed.
    """: """
    --api gamebase에서는 --token-file로 토큰의 결제도 \
    조회합니다. 결제를 아직 소비할 수 있는지 알려 주며, 소비할 수 있으면 \
    소비되지 않은 것입니다.
    """,
    "the app's ID, for --api gamebase": "앱 ID(--api gamebase용)",
    "the app's ID, for --api gamebase; as --app-id": "앱 ID(--api gamebase용). --app-id와 같음",
    "string: the app's ID, for --api gamebase; as --app-id":
      "문자열: 앱 ID(--api gamebase용). --app-id와 같음",
    "the file of the secret key, for --api gamebase; - is standard input": """
    비밀 키만 들어 있는 파일 또는 파이프(--api gamebase용). -는 \
    표준 입력
    """,
    """
    string: the file of the secret key, for --api gamebase; - is standard input; as \
    --secret-key-file
    """: """
    문자열: 비밀 키만 들어 있는 파일 또는 파이프(--api gamebase용). \
    -는 표준 입력. --secret-key-file과 같음
    """,
    """
    string: the secret key itself, as IAPCTL_SECRET_KEY; the same rule applies to the \
    file
    """: """
    문자열: 비밀 키(IAPCTL_SECRET_KEY와 같음). 파일에는 같은 \
    규칙이 적용됨
    """,
    """
    the secret key of a game on Gamebase itself; no option takes it, for the same \
    reason
    """: "Gamebase 게임의 비밀 키. 같은 이유로 옵션으로는 지정할 수 없음",
    "list subscriptions of Google Play that are on hold, too": "Google Play의 보류 중인 구독도 조회",
    "list the subscriptions of the payments in this file; - is standard input":
      "이 파일에 있는 결제의 구독을 조회(-는 표준 입력)",
    """
    Over --api gamebase, --of-payments FILE lists the subscriptions of payments, \
    active or not, each by its latest payment. The file has payment numbers and \
    tokens, in a format of 'consume --from'. The answer does not say which payment a \
    subscription belongs to.
    """: """
    --api gamebase에서 --of-payments FILE은 결제의 구독을 \
    활성 여부와 관계없이 조회하며, 각 구독은 마지막 결제로 표시됩니다. 파일에는 \
    결제 번호와 토큰이 'consume --from'의 형식으로 들어 있습니다. \
    응답은 구독이 어느 결제의 것인지 알려 주지 않습니다.
    """,
    "the product's identifier in Gamebase; null with other APIs": "Gamebase의 상품 ID. 다른 API에서는 null",
    """
    what Google Play says of the subscription, in Gamebase's words; null with other \
    APIs and markets
    """: "Google Play의 구독 상태(Gamebase의 표기). 다른 API와 마켓에서는 null",
    """
    Gamebase's server API (gamebase) has those of the IAP server, and codes of its \
    own, most of which are negative.
    """: """
    Gamebase 서버 API(gamebase)는 IAP 서버의 코드와 자체 \
    코드를 사용하며, 자체 코드는 대부분 음수입니다.
    """,
  ]
}
