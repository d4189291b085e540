extension KoreanHelp {
  /// The help of the program: its commands, and the options that commands share.
  static let program: [String: String] = [
    "Usage: {1}": "사용법: {1}",
    """
    Lists purchases that players paid for and may not have received, and marks them as delivered. \
    A fixture store lets you try everything first: it is a local simulation of the purchase \
    service in a file, with failures on demand; no device needed.
    """: """
    사용자가 결제했지만 상품을 받지 못했을 수 있는 구매를 조회하고, 소비 처리하여 지급 완료로 \
    표시합니다. 픽스처 저장소에서는 모든 작업을 먼저 연습할 수 있습니다. 픽스처 저장소는 구매 \
    서비스를 파일 하나로 시뮬레이션한 것입니다. 원하는 장애를 일으킬 수 있으며, 기기가 필요하지 \
    않습니다.
    """,
    """
    A purchase is stuck if it is paid but not consumed. Consuming it marks it as delivered; this \
    cannot be undone. A market is an app store that takes the money: AS is the App Store, GG is \
    Google Play, ONESTORE is ONE store. Any other code is accepted as given.
    """: """
    미소비 결제는 결제되었지만 소비되지 않은 구매입니다. 소비하면 지급 완료로 표시되며, 되돌릴 수 \
    없습니다. 마켓은 결제가 이루어지는 스토어입니다. AS는 앱스토어, GG는 구글플레이, ONESTORE는 \
    원스토어입니다. 그 밖의 코드는 입력한 그대로 사용합니다.
    """,
    "Purchases": "구매",
    "list the products": "상품 목록 조회",
    "buy a product": "상품 구매",
    "list stuck purchases": "미소비 결제 내역 조회",
    "mark purchases as consumed": "결제 소비 처리",
    "list subscriptions": "구독 목록 조회",
    "restore store purchases": "구매 복원",
    "complete interrupted purchases": "중단된 구매 재처리",
    "what happened to a payment": "결제의 현재 상태와 처리 내역",
    "Tools": "도구",
    "make, seed, dump, age and break a fixture store":
      "픽스처 저장소 만들기, 시드, 덤프, 시계, 모의 장애",
    "serve a fixture store over the REST API": "픽스처 저장소를 REST API로 제공",
    "rehearse a program: does it grant each payment once?":
      "프로그램이 결제마다 한 번만 지급하는지 연습",
    "show and edit profiles": "프로필 조회 및 편집",
    "what was consumed, by whom, with what outcome":
      "소비 기록: 누가 무엇을 소비했고 결과가 무엇인지",
    "explain an error code": "오류 코드 설명",
    "print a completion script": "자동 완성 스크립트 출력",
    "show the main commands on a sample store": "샘플 저장소에서 주요 명령 시연",
    "help on a command or a topic": "명령 또는 주제의 도움말",
    "Topics": "주제",
    "help on exit codes": "종료 코드 도움말",
    "variables and files that iapctl reads": "iapctl이 읽는 환경 변수와 파일",
    "formats, fields, errors, colour": "출력 형식, 필드, 오류, 색상",
    "Examples": "사용 예",
    "make a store with a small sample game": "작은 샘플 게임이 있는 저장소 만들기",
    "list alice's stuck purchases": "alice의 미소비 결제 조회",
    "mark one payment as delivered": "결제 1건을 지급 완료로 표시",
    "Shared options": "공통 옵션",
    "the fixture store to use": "사용할 픽스처 저장소",
    "the server of the REST API: that of the real environment, or of another service zone":
      "REST API 서버(실제 서비스 또는 다른 서비스 존의 주소)",
    "https://api-iap.cloud.toast.com": "https://api-iap.cloud.toast.com",
    " (default: {1})": " (기본값: {1})",
    "the API dialect to use": "사용할 API 종류",
    "service": "service",
    "a file or pipe that contains only the app key; - is standard input":
      "앱 키만 들어 있는 파일 또는 파이프(-는 표준 입력)",
    "the app's package, for subscriptions over REST; or by market: AS=NAME,GG=NAME":
      "앱의 패키지 이름(REST 구독 조회용). 마켓별로 지정: AS=NAME,GG=NAME",
    "the app's number, for the legacy API and product names; or by market: AS=N,GG=N":
      "앱 번호(레거시 API와 상품 이름용). 마켓별로 지정: AS=N,GG=N",
    "how often to retry a request if that is safe": "안전한 경우에만 요청을 재시도하는 횟수",
    "the journal of consumes: a file, or a postgresql:// URL that a team shares":
      "소비 저널: 파일, 또는 팀이 공유하는 postgresql:// URL",
    "iapctl/journal.db in $XDG_STATE_HOME or ~/.local/state":
      "$XDG_STATE_HOME 또는 ~/.local/state의 iapctl/journal.db",
    "the profile to use": "사용할 프로필",
    "the current one": "현재 프로필",
    "the user": "사용자",
    "a market": "마켓",
    "; may be given several times": ". 여러 번 지정 가능",
    ", in the variable separated by commas": ", 환경 변수에서는 쉼표로 구분",
    "all": "전체",
    "set a fixture store's clock: an instant, a day, or +1d (one more day each time)":
      "픽스처 저장소의 시계 설정: 시각, 날짜 또는 +1d(실행할 때마다 하루씩)",
    "how long to wait for an answer, in seconds": "응답을 기다리는 시간(초)",
    "the format of the output": "출력 형식",
    "table": "table",
    "only these fields, in this order, separated by commas":
      "이 필드만 이 순서로 표시(쉼표로 구분)",
    "no header line in table, csv and spreadsheet": "table, csv, spreadsheet에서 헤더 줄 생략",
    "show access tokens, which allow their holder to consume":
      "토큰 표시(토큰을 가진 사람은 누구나 소비할 수 있음)",
    "the language of what people read": "표시 언어",
    "the locale's": "로캘에 따름",
    "the time zone of the times that people read and type, such as Asia/Seoul":
      "표시하고 입력하는 시간의 시간대(예: Asia/Seoul)",
    "that of the variable TZ, else UTC": "환경 변수 TZ의 시간대, 없으면 UTC",
    "when to use colour": "색상 사용",
    "auto": "auto",
    "do not ask for confirmation": "확인 질문을 하지 않음",
    "never ask; fail instead": "질문하지 않고, 질문이 필요하면 실패로 처리",
    "no notes on standard error, only errors": "표준 오류에 알림 없이 오류만 표시",
    "trace the requests to the backend": "서버나 저장소로 보내는 요청 추적",
    "show help; -h: on one screen": "도움말 표시(-h: 한 화면)",
    "show the version": "버전 표시",
    """
    Put them before or after the command. Every command accepts {1}, so that a script can pass \
    them to all commands. Each command accepts only those of the other options that it uses, and \
    refuses the rest. Settings from the environment or a profile that a command does not use are \
    ignored.
    """: """
    명령의 앞이나 뒤에 지정합니다. 다음 옵션은 모든 명령이 받으므로, 스크립트에서 모든 명령에 \
    지정할 수 있습니다: {1}. 나머지 옵션은 그 옵션을 사용하는 명령만 받고, 다른 명령은 거부합니다. \
    환경 변수나 프로필의 설정은 명령이 사용하지 않으면 무시됩니다.
    """,
    "'{1} COMMAND --help' describes a command.":
      "'{1} COMMAND --help'로 각 명령의 설명을 볼 수 있습니다.",
    "More: {1} --help": "자세한 내용: {1} --help",
    // iapctl-config.1
    "{1}: see {2}(1).": "{1}: {2}(1) 참고.",
    "The fields of its records:": "레코드의 필드:",
    "Description": "설명",
    // iapctl.1
    "a console for NHN Cloud in-app purchase": "NHN Cloud 인앱 결제 콘솔",
  ]
}
