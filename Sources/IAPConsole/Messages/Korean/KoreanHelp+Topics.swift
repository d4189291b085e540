extension KoreanHelp {
  /// The topics of the help: exit codes, environment and output.
  static let topics: [String: String] = [
    // exit-codes
    "Exit status": "종료 코드",
    "done; an empty list is done": "완료(목록이 비어 있어도 완료)",
    "not confirmed": "확인되지 않음",
    "the named product, payment or code does not exist": "지정한 상품, 결제 또는 코드가 없음",
    "the service refused the payment, or it was already consumed":
      "서비스가 결제를 거부했거나, 이미 소비된 결제임",
    "part of a batch, or of several markets, failed; or a delivery or an undo command failed":
      "일괄 처리의 일부 또는 여러 마켓 중 일부가 실패했거나, 지급 또는 회수 명령이 실패함",
    "a check failed (store check, config check, rehearse, --fail-empty)":
      "검사에서 문제가 발견되었거나(store check, config check, rehearse), 조회 결과가 없음(--fail-empty)",
    "unknown: a consume, purchase, restore or reprocess may or may not have happened":
      "결과를 알 수 없음: 소비, 구매, 복원 또는 재처리가 되었을 수도, 되지 않았을 수도 있음",
    "usage": "명령줄 오류",
    """
    bad data: a batch line, a seed, a file that is no store or journal, one that is damaged or \
    newer than iapctl
    """: """
    잘못된 데이터: 일괄 처리의 행, 시드, 저장소나 저널이 아닌 파일, 손상되었거나 더 새로운 \
    iapctl이 만든 파일
    """,
    "an input file or a store is missing, is a directory, or may not be read":
      "입력 파일이나 저장소가 없거나, 디렉터리이거나, 읽을 권한이 없음",
    """
    the service cannot be reached or does not answer, and of a consume nothing was sent; serve: \
    the port is in use, or a library is missing; no more files can be opened (ulimit -n)
    """: """
    서비스에 연결할 수 없거나 응답이 없음(소비는 전송되지 않음). serve: 포트가 사용 중이거나 \
    라이브러리가 없음. 파일을 더 열 수 없음(ulimit -n)
    """,
    "a bug in iapctl": "iapctl의 버그",
    "output, journal or store cannot be written; the error says whether anything was applied":
      "출력, 저널 또는 저장소에 쓸 수 없음(적용되었는지는 오류에 표시됨)",
    """
    try again: the service asks to wait, or another process kept the store, the journal or the \
    configuration locked; nothing was applied
    """: """
    다시 시도: 서비스가 대기를 요청했거나, 다른 프로세스가 저장소, 저널 또는 설정을 잠그고 있음. \
    적용된 것은 없음
    """,
    "the answer is not the documented one": "문서에 정의되지 않은 응답",
    "credentials refused (HTTP 401 or 403)": "인증 거부(HTTP 401 또는 403)",
    "configuration: no backend was given, or a variable or a profile is wrong":
      "설정 오류: 서버나 저장소를 지정하지 않았거나, 환경 변수나 프로필이 잘못됨",
    "'serve -- COMMAND': the command cannot be run": "'serve -- COMMAND': 명령을 실행할 수 없음",
    "'serve -- COMMAND': the command does not exist": "'serve -- COMMAND': 명령이 없음",
    "interrupted, terminated, hung up": "중단(Ctrl-C), 종료 요청(kill), 터미널 연결 끊김",
    "the reader of standard output closed the pipe": "표준 출력을 읽던 프로그램이 파이프를 닫음",
    """
    A single payment exits with its own code. A batch in which all payments failed alike exits \
    with their code. Any other batch exits with the first of these codes that one of its payments \
    has: 74, 7, 77, 78, 76, then 75 or 69 if nothing at all was applied, else 5.
    """: """
    결제 1건은 그 결제의 코드로 종료합니다. 모든 결제가 같은 오류로 실패한 일괄 처리는 그 오류의 \
    코드로 종료합니다. 그 밖의 일괄 처리는 74, 7, 77, 78, 76 순서로 확인하여, 결제에 해당하는 첫 \
    번째 코드로 종료합니다. 해당하는 코드가 없으면, 적용된 것이 전혀 없을 때는 75 또는 69, 그 \
    외에는 5로 종료합니다.
    """,
    // environment
    "Environment": "환경 변수",
    """
    Where a command acts (the store or the server, with its API and app key) is taken whole from \
    the first of these that names it: options, a typed --profile, the environment, the current \
    profile. A typed --profile replaces the variables of the settings that a profile can have. \
    Other settings: option, typed --profile, environment, current profile, default. An empty \
    variable counts as not set. An invalid value exits 64 if an option gave it, and 78 if a \
    variable or a profile gave it.
    """: """
    명령의 작업 대상(저장소 또는 서버, 그 API와 앱 키)은 한 곳에서만 가져옵니다. 다음 중 작업 \
    대상을 지정한 첫 번째 항목입니다: 옵션, 명령줄에 지정한 --profile, 환경 변수, 현재 프로필. \
    명령줄에 --profile을 지정하면, 프로필에 저장할 수 있는 설정의 환경 변수는 사용하지 않습니다. \
    그 밖의 설정은 다음 순서로 적용합니다: 옵션, 명령줄에 지정한 --profile, 환경 변수, 현재 \
    프로필, 기본값. 빈 환경 변수는 설정하지 않은 것으로 봅니다. 값이 잘못되면 옵션의 경우 64, 환경 \
    변수나 프로필의 경우 78로 종료합니다.
    """,
    "the fixture store to use; as --store": "사용할 픽스처 저장소(--store와 같음)",
    """
    the server of the REST API: that of the real environment, or of another service zone; as --url
    """: "REST API 서버(실제 서비스 또는 다른 서비스 존의 주소). --url과 같음",
    "the API dialect to use; as --api": "사용할 API 종류(--api와 같음)",
    "the journal of consumes: a file, or a postgresql:// URL that a team shares; as --journal":
      "소비 저널: 파일, 또는 팀이 공유하는 postgresql:// URL(--journal과 같음)",
    "the profile to use; as --profile": "사용할 프로필(--profile과 같음)",
    "the user; as --user": "사용자(--user와 같음)",
    "a market, several separated by commas; as --market":
      "마켓. 여러 개는 쉼표로 구분(--market과 같음)",
    "set a fixture store's clock: an instant, a day, or +1d (one more day each time); as --now":
      "픽스처 저장소의 시계 설정: 시각, 날짜 또는 +1d(실행할 때마다 하루씩). --now와 같음",
    "the format of the output; as --output": "출력 형식(--output과 같음)",
    "the name of the person who works with iapctl, which the journal has beside the login":
      "iapctl을 사용하는 담당자의 이름. 저널에 로그인 이름과 함께 기록됨",
    """
    the app key of the REST API itself; no option takes it, because it would be visible in the \
    process list
    """: "REST API의 앱 키. 프로세스 목록에 노출되므로 옵션으로는 지정할 수 없음",
    """
    the language of what people read, if neither --lang nor the profile gives one; the first that \
    is set counts
    """: "--lang과 프로필에 없는 경우의 표시 언어. 설정된 첫 번째 변수를 사용",
    "the time zone, if neither --time-zone nor the profile gives one":
      "--time-zone과 프로필에 없는 경우의 시간대",
    """
    the shell command that shows help that is longer than the terminal; empty: none; default: \
    $PAGER, else 'less -FRX'
    """: "터미널보다 긴 도움말을 표시할 셸 명령. 빈 값은 사용하지 않음(기본값: $PAGER, 없으면 less -FRX)",
    "the pager, unless IAPCTL_PAGER is set": "IAPCTL_PAGER가 없을 때 사용할 페이저",
    "set to anything: no colour": "값이 있으면 색상을 사용하지 않음",
    "set to anything but 0: colour, unless NO_COLOR is set too":
      "0이 아닌 값이 있으면 색상 사용(NO_COLOR가 있으면 사용하지 않음)",
    "dumb: no colour": "dumb이면 색상을 사용하지 않음",
    "where 'tour', 'serve --seed' and 'rehearse' make their stores; default: /tmp":
      "'tour', 'serve --seed', 'rehearse'가 저장소를 만드는 폴더(기본값: /tmp)",
    "set by 'rehearse': an empty folder for the program's own state":
      "'rehearse'가 설정: 프로그램이 상태를 저장할 빈 폴더",
    "set by 'serve -- COMMAND': the file of the store that it serves; hints name it":
      "'serve -- COMMAND'가 설정: 제공하는 저장소의 파일. 힌트가 이 파일을 가리킴",
    "trusted certificates, instead of the system's":
      "시스템 인증서 대신 사용할 신뢰할 수 있는 인증서",
    "the proxy to use (for https only), and the hosts that are reached without it":
      "사용할 프록시(https만)와, 프록시 없이 연결할 호스트",
    "where the configuration is; default: ~/.config": "설정이 있는 폴더(기본값: ~/.config)",
    "where the journal and the locks of a team's journal are; default: ~/.local/state":
      "저널과 팀 저널의 잠금 파일이 있는 폴더(기본값: ~/.local/state)",
    "the folder that ~ stands for": "~가 가리키는 폴더",
    "Service zone": "서비스 존",
    """
    An app chooses the environment of the purchase service by the SDK's service zone; iapctl \
    chooses it by the address of its server (--url). The default is the real environment. A \
    payment of a store's own sandbox is marked by the field sandboxPayment.
    """: """
    앱은 SDK의 서비스 존으로 구매 서비스의 환경을 선택하고, iapctl은 서버의 주소(--url)로 \
    선택합니다. 기본값은 실제 서비스입니다. 스토어 자체 샌드박스의 결제는 sandboxPayment 필드에 \
    표시됩니다.
    """,
    "Files": "파일",
    """
    The profiles, see iapctl-config(5). If the variable is not set, the folder is ~/.config. \
    Nothing is read from the current directory.
    """: """
    프로필(iapctl-config(5) 참고). 환경 변수가 없으면 폴더는 ~/.config입니다. 현재 디렉터리에서는 \
    아무것도 읽지 않습니다.
    """,
    """
    The journal of consumes, unless --journal names another. If the variable is not set, the \
    folder is ~/.local/state. The files next to it whose names begin with its name belong to it: \
    do not delete them.
    """: """
    --journal로 다른 저널을 지정하지 않은 경우의 소비 저널. 환경 변수가 없으면 폴더는 \
    ~/.local/state입니다. 옆에 있는 파일 중 이름이 저널의 이름으로 시작하는 파일은 저널의 \
    일부이므로 삭제하지 마십시오.
    """,
    // output
    "Output": "출력",
    """
    Standard output is data; everything else is on standard error. -o FORMAT (--output FORMAT, or \
    the variable IAPCTL_OUTPUT) chooses its format. The output on a pipe is the same as on a \
    terminal, without colour and truncation.
    """: """
    데이터는 표준 출력에, 나머지는 모두 표준 오류에 출력합니다. 형식은 -o FORMAT(--output FORMAT \
    또는 환경 변수 IAPCTL_OUTPUT)으로 선택합니다. 파이프로 출력하는 내용은 색상과 줄임이 없는 것 \
    외에는 터미널과 같습니다.
    """,
    """
    for people: aligned by display width; on a terminal, long cells are cut with an ellipsis, and \
    rows that are still too wide are shown with one field a line
    """: """
    사람이 읽는 형식. 표시 폭에 맞추어 정렬함. 터미널에서는 긴 셀을 줄임표로 자르고, 그래도 넓은 \
    행은 한 줄에 필드 하나씩 표시함
    """,
    "one document: an object with a list under its name, such as purchases":
      "문서 하나. purchases 같은 이름 아래에 목록이 있는 객체",
    "one record a line, each written as soon as it is known":
      "한 줄에 레코드 하나. 결과를 아는 즉시 출력함",
    "RFC 4180 with a header; a cell that a spreadsheet would run as a formula is made harmless":
      "헤더가 있는 RFC 4180. 스프레드시트가 수식으로 실행할 셀은 실행되지 않게 바꿈",
    """
    csv for people: a spreadsheet shows payment numbers, tokens and times as they are, because \
    they are written as text (="2026011210000001") after a byte-order mark
    """: """
    사람이 읽는 csv. 바이트 순서 표시(BOM)로 시작하고 결제 번호, 토큰, 시간을 \
    텍스트(="2026011210000001")로 쓰므로, 스프레드시트에 그대로 표시됨
    """,
    """
    Records have the SDK's property names. In JSON every key is always present, and null if \
    unknown; prices are numbers with their exact decimal digits, and instants are RFC 3339 in UTC \
    with milliseconds. --fields chooses fields and their order; an unknown field is an error that \
    lists the valid ones. --no-header omits the header line of table, csv and spreadsheet. \
    accessToken is null without --show-tokens. Control characters, escape sequences and \
    bidirectional overrides in data are made visible, and escaped in JSON.
    """: """
    레코드의 필드 이름은 SDK의 속성 이름과 같습니다. JSON에는 모든 키가 항상 있으며, 알 수 없는 \
    값은 null입니다. 가격은 자릿수를 그대로 유지한 숫자이고, 시각은 UTC의 RFC 3339 형식(밀리초 \
    포함)입니다. --fields는 표시할 필드와 순서를 정합니다. 없는 필드를 지정하면 오류가 발생하고, \
    사용할 수 있는 필드가 표시됩니다. --no-header는 table, csv, spreadsheet의 헤더 줄을 \
    생략합니다. --show-tokens가 없으면 accessToken은 null입니다. 데이터에 있는 제어 문자, \
    이스케이프 시퀀스, 양방향 제어 문자는 보이는 문자로 바꾸고, JSON에서는 이스케이프합니다.
    """,
    "Errors": "오류",
    """
    An error is a line 'iapctl: error: WHAT HAPPENED [DOMAIN CODE NAME]', followed by a line \
    'hint: WHAT TO DO' if there is something to do; 'iapctl explain CODE' explains the code. With \
    json and jsonl an error is one line of JSON, also for usage errors; notes and traces are lines \
    of JSON too. A batch ends with its summary: as text, or as one line of JSON with the member \
    'summary'. Failures that differ only in the payment are reported as one error, but each \
    payment that may or may not have been consumed is named:
    """: """
    오류는 'iapctl: 오류: 내용 [DOMAIN CODE NAME]' 한 줄로 표시하고, 조치할 것이 있으면 다음 줄에 \
    '안내: 조치 방법'을 표시합니다. 코드의 설명은 'iapctl explain CODE'로 볼 수 \
    있습니다. json과 jsonl에서는 명령줄 오류를 포함한 모든 오류가 JSON 한 줄이며, 알림과 추적도 \
    JSON 줄입니다. 일괄 처리의 마지막에는 요약을 텍스트 또는 'summary' 키가 있는 JSON 한 줄로 \
    표시합니다. 결제만 다르고 내용이 같은 오류는 하나로 묶지만, 소비되었을 수도, 소비되지 \
    않았을 수도 있는 결제는 하나씩 표시합니다. JSON 오류의 키는 다음과 같습니다:
    """,
    "the error's name, such as expired or usage": "오류의 이름(예: expired, usage)",
    "com.nhncloud.iap, com.nhncloud.http, or iapctl for what is no IAP error":
      "com.nhncloud.iap, com.nhncloud.http. IAP 오류가 아니면 iapctl",
    "the number in its domain, or null": "도메인의 번호 또는 null",
    "the result code of the IAP server, or null": "IAP 서버의 결과 코드 또는 null",
    "the HTTP status, or null": "HTTP 상태 또는 null",
    "the payment that it concerns, or null": "해당 결제 또는 null",
    "the market that it concerns, or null": "해당 마켓 또는 null",
    "the product that it concerns, or null": "해당 상품 또는 null",
    "what happened": "발생한 내용",
    "what to do, or null": "조치 방법 또는 null",
    """
    what is known of the payment: not-applied, applied or unknown. Already consumed is \
    not-applied: this call did not consume it.
    """: """
    결제에 대해 확인된 것: not-applied(적용되지 않음), applied(적용됨), unknown(알 수 없음). 이미 \
    소비된 결제는 이번 호출이 소비한 것이 아니므로 not-applied입니다.
    """,
    "whether the same command may succeed later: true for exit codes 69 and 75":
      "같은 명령이 나중에 성공할 수 있는지 여부. 종료 코드 69와 75이면 true",
    "what the process exits with": "프로세스의 종료 코드",
    "Colour": "색상",
    """
    Decided by --color, then NO_COLOR, then CLICOLOR_FORCE, then TERM=dumb, then by whether that \
    stream is a terminal.
    """: """
    다음 순서로 정합니다: --color, NO_COLOR, CLICOLOR_FORCE, TERM=dumb, 해당 스트림이 터미널인지 \
    여부.
    """,
  ]
}
