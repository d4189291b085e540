extension KoreanHelp {
  /// The help of the commands of `config`, and the manual page of the configuration file.
  static let config: [String: String] = [
    "write a setting into a profile": "프로필에 설정 저장",
    "show the effective settings and their sources": "적용 중인 설정과 출처 표시",
    "list the profiles": "프로필 목록 조회",
    "print the path of the configuration file": "설정 파일의 경로 출력",
    "switch the current profile": "현재 프로필 변경",
    "remove a setting from a profile": "프로필에서 설정 삭제",
    // config set
    """
    Writes to the profile that --profile names, or else to the current profile; a missing profile \
    is created. Separate several markets with commas; write packageNames as \
    AS=com.example.game,GG=com.example.android. A relative path is resolved from the current \
    directory and stored as an absolute path. An invalid value is refused.
    """: """
    --profile로 지정한 프로필에, 없으면 현재 프로필에 저장합니다. 없는 프로필은 새로 만듭니다. \
    마켓이 여러 개이면 쉼표로 구분하고, packageNames는 \
    AS=com.example.game,GG=com.example.android처럼 씁니다. 상대 경로는 현재 디렉터리를 기준으로 한 \
    절대 경로로 저장합니다. 잘못된 값은 거부합니다.
    """,
    """
    Several processes can change the file at the same time: each waits for the others, at most for \
    --timeout. If the file is a symbolic link, its target is written.
    """: """
    여러 프로세스가 동시에 파일을 변경할 수 있습니다. 서로 기다리며, 최대 --timeout 동안 \
    기다립니다. 파일이 심볼릭 링크이면 링크가 가리키는 파일에 씁니다.
    """,
    "appKey and secretKey are read from standard input, so that they are not visible on a command line.":
      "appKey와 secretKey는 표준 입력에서 읽으므로 명령줄에 노출되지 않습니다.",
    "the setting": "설정 이름",
    "the value; appKey and secretKey are read from standard input instead":
      "설정 값(appKey와 secretKey는 표준 입력에서 읽음)",
    "set the default user": "기본 사용자 설정",
    "set the markets of a profile": "프로필의 마켓 설정",
    "store an app key": "앱 키 저장",
    // config show
    """
    Shows every setting that a profile can have, with its effective value and its source: the \
    option, variable or profile that sets it, or 'default'. Values that are set but not used \
    follow, with the source 'not used: NAME'. An app key, and a password in a URL, are masked.
    """: """
    프로필에 저장할 수 있는 모든 설정의 적용 중인 값과 출처를 표시합니다. 출처는 그 값을 정한 \
    옵션, 환경 변수 또는 프로필이거나 'default'입니다. 설정되어 있지만 사용되지 않는 값은 그 뒤에 \
    'not used: NAME' 출처로 표시합니다. 앱 키와 URL의 비밀번호는 가려서 표시합니다.
    """,
    "the name of the setting in a profile": "프로필의 설정 이름",
    "the effective value; null if it is not set": "적용 중인 값. 설정되지 않았으면 null",
    "the option, variable or profile that sets it": "값을 정한 옵션, 환경 변수 또는 프로필",
    "show the effective settings": "적용 중인 설정 표시",
    "the same with an option, as JSON": "옵션을 지정한 경우의 설정을 JSON으로 표시",
    // config list
    "The current profile is used if no other profile is named.":
      "다른 프로필을 지정하지 않으면 현재 프로필을 사용합니다.",
    "the name of the profile": "프로필 이름",
    "whether it is the current profile": "현재 프로필인지 여부",
    "the same as JSON, for a program": "프로그램에서 읽도록 JSON으로 출력",
    // config path
    "The file may not exist yet.": "파일이 아직 없을 수도 있습니다.",
    "the file": "파일",
    "show who can read the file": "파일을 읽을 수 있는 계정 확인",
    // config use
    "The current profile is used if neither --profile nor IAPCTL_PROFILE names another.":
      "--profile이나 IAPCTL_PROFILE로 다른 프로필을 지정하지 않으면 현재 프로필을 사용합니다.",
    "the profile to use from now on": "앞으로 사용할 프로필",
    "switch to the profile android": "android 프로필로 변경",
    "switch to live, then list the profiles": "live 프로필로 변경한 뒤 프로필 목록 조회",
    // config unset
    """
    Changes the profile that --profile names, or else the current profile. The profile must exist; \
    the setting may be missing.
    """: """
    --profile로 지정한 프로필을, 없으면 현재 프로필을 변경합니다. 프로필은 있어야 하며, 설정은 \
    없어도 됩니다.
    """,
    "clear the default user": "기본 사용자 삭제",
    "use all markets again": "다시 모든 마켓 사용",
    // iapctl-config.5
    "the configuration of iapctl": "iapctl의 설정",
    """
    A JSON file in UTF-8 with named groups of settings, the profiles. The current profile is the \
    one from --profile, else from IAPCTL_PROFILE, else from the key profile. Where a command acts \
    is taken whole from options, a typed --profile, the environment or the current profile. \
    Precedence for each other setting: option, typed --profile, environment, current profile.
    """: """
    이름이 있는 설정 묶음(프로필)이 들어 있는 UTF-8 JSON 파일입니다. 현재 프로필은 --profile, \
    IAPCTL_PROFILE, profile 키 중 먼저 지정된 것입니다. 작업 대상은 옵션, 명령줄에 지정한 \
    --profile, 환경 변수, 현재 프로필 중 한 곳에서만 가져옵니다. 그 밖의 설정은 다음 순서로 \
    적용합니다: 옵션, 명령줄에 지정한 --profile, 환경 변수, 현재 프로필.
    """,
    """
    Unknown keys, repeated keys and values of the wrong type are errors that name their position. \
    A relative path is resolved from the folder of the file, and ~/ is the home directory.
    """: """
    모르는 키, 중복된 키, 유형이 잘못된 값은 오류이며, 오류에 그 위치가 표시됩니다. 상대 경로는 \
    파일이 있는 폴더를 기준으로 하며, ~/는 홈 디렉터리입니다.
    """,
    "Keys": "키",
    "The file": "파일 구조",
    "The file is one object.": "파일은 객체 하나입니다.",
    "string: the current profile, which is used if no other is named":
      "문자열: 현재 프로필. 다른 프로필을 지정하지 않으면 사용됨",
    "object: the profiles by name": "객체: 이름별 프로필",
    "profiles.NAME": "profiles.NAME",
    "Settings that apply if neither an option nor the environment sets them.":
      "옵션이나 환경 변수로 지정하지 않은 경우에 적용되는 설정입니다.",
    "string: the fixture store to use; as --store": "문자열: 사용할 픽스처 저장소(--store와 같음)",
    """
    string: the server of the REST API: that of the real environment, or of another service zone; \
    as --url
    """: "문자열: REST API 서버(실제 서비스 또는 다른 서비스 존의 주소). --url과 같음",
    "string: the API dialect to use; as --api": "문자열: 사용할 API 종류(--api와 같음)",
    "string: a file or pipe that contains only the app key; - is standard input; as --app-key-file":
      "문자열: 앱 키만 들어 있는 파일 또는 파이프(-는 표준 입력). --app-key-file과 같음",
    """
    string: the app's package, for subscriptions over REST; or by market: AS=NAME,GG=NAME; as \
    --package
    """: """
    문자열: 앱의 패키지 이름(REST 구독 조회용). 마켓별로 지정: AS=NAME,GG=NAME. --package와 같음
    """,
    """
    number: the app's number, for the legacy API and product names; or by market: AS=N,GG=N; as \
    --app-seq
    """: "숫자: 앱 번호(레거시 API와 상품 이름용). 마켓별로 지정: AS=N,GG=N. --app-seq 옵션과 같음",
    """
    string: the journal of consumes: a file, or a postgresql:// URL that a team shares; as \
    --journal
    """: "문자열: 소비 저널: 파일, 또는 팀이 공유하는 postgresql:// URL(--journal과 같음)",
    "string: the user; as --user": "문자열: 사용자(--user와 같음)",
    "array of strings: a market, or several; as --market":
      "문자열 배열: 마켓 하나 또는 여러 개(--market과 같음)",
    "string: the language of what people read; as --lang": "문자열: 표시 언어(--lang과 같음)",
    """
    string: the time zone of the times that people read and type, such as Asia/Seoul; as \
    --time-zone
    """: "문자열: 표시하고 입력하는 시간의 시간대(예: Asia/Seoul). --time-zone과 같음",
    """
    string: repeat unknown consumes in this run, for at most this long; 0s: not at all; as \
    --settle
    """: """
    문자열: 결과를 알 수 없는 소비를 같은 실행에서 다시 시도할 최대 시간(0s: 하지 않음). \
    --settle과 같음
    """,
    """
    string: the app key itself, as IAPCTL_APP_KEY; the file must then be readable only by its \
    owner
    """: "문자열: 앱 키(IAPCTL_APP_KEY와 같음). 이때 파일은 소유자만 읽을 수 있어야 함",
    "object of strings: the app's package by market code; packageName applies to all other markets":
      "문자열 객체: 마켓 코드별 앱의 패키지 이름. 나머지 마켓에는 packageName이 적용됨",
    "object of numbers: the app's number by market code; appSeq applies to all other markets":
      "숫자 객체: 마켓 코드별 앱 번호. 나머지 마켓에는 appSeq 값이 적용됨",
    """
    boolean: whether every consume at this place needs --ticket, or a ticket in each line of its \
    file
    """: "불리언: 이 작업 대상의 모든 소비에 --ticket, 또는 파일의 행마다 티켓이 필요한지 여부",
    """
    The file. If the variable is not set or is not an absolute path: ~/.config/iapctl/config.json.
    """: "설정 파일. 환경 변수가 없거나 절대 경로가 아니면 ~/.config/iapctl/config.json",
    "a sample store, and two profiles that use it": "샘플 저장소와, 이를 사용하는 프로필 2개",
    "list alice's stuck purchases in the sample store": "샘플 저장소에서 alice의 미소비 결제 조회",
    "list what can be bought on Android": "Android에서 구매할 수 있는 상품 조회",
  ]
}
