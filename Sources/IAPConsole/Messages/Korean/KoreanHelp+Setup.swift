extension KoreanHelp {
  /// The help of the commands that make, check, copy, rename and remove profiles.
  static let setup: [String: String] = [
    // config init
    "make a profile, and try it": "프로필을 만들고 시험",
    """
    Asks on a terminal for what no option gives, shows what it will write, and asks before it \
    writes. Without a terminal, or with --no-input, --name is needed, and --app-key-file (for a \
    game on Gamebase --app-id and --secret-key-file). Settings in IAPCTL_ variables are not used.
    """: """
    터미널에서는 옵션으로 지정하지 않은 값을 묻고, 저장할 내용을 보여 준 뒤 확인을 받아 저장합니다. \
    터미널이 아니거나 --no-input을 지정하면 --name과 --app-key-file(Gamebase를 사용하는 \
    게임은 --app-id와 --secret-key-file)이 필요합니다. IAPCTL_ 환경 변수의 설정은 사용하지 않습니다.
    """,
    """
    It asks the server one query for each market, for the unconsumed purchases of a user that does \
    not exist; nothing is consumed. If the server refuses the app key (exit code 77) or cannot be \
    asked, no profile is written. A name that is taken is refused.
    """: """
    서버에 마켓마다 한 번씩, 없는 사용자의 미소비 결제를 조회합니다. 소비하는 것은 없습니다. 서버가 \
    앱 키를 거부하거나(종료 코드 77) 서버에 조회할 수 없으면 프로필을 저장하지 않습니다. 이미 있는 \
    이름은 거부합니다.
    """,
    """
    An app key that is typed, or read from standard input (--app-key-file -), goes into a new file \
    beside the configuration file, which only its owner can read. The first profile becomes the \
    current one.
    """: """
    입력하거나 표준 입력에서 읽은(--app-key-file -) 앱 키는 설정 파일 옆의 새 파일에 저장하며, \
    소유자만 읽을 수 있습니다. 첫 프로필은 현재 프로필이 됩니다.
    """,
    "the name of the new profile": "새 프로필의 이름",
    "make a profile without questions": "질문 없이 프로필 생성",
    "the same with a key file, and with the journal of a team": "앱 키 파일과 팀의 저널을 지정하여 생성",
    // config check
    "check that the settings work": "설정이 동작하는지 검사",
    """
    Checks the place that the settings name, as every command finds it: the name of the server, the \
    connection, its certificate (TLS), the app key, each market, and the clock of this machine \
    against the server's. For a fixture store it checks the store and its markets. Then it checks \
    that the journal can be written. With --all it does so for each profile.
    """: """
    다른 명령과 같은 방식으로 찾은 작업 대상을 검사합니다: 서버의 이름, 연결, 인증서(TLS), 앱 키, 각 \
    마켓, 서버와 이 컴퓨터의 시각. 픽스처 저장소이면 저장소와 마켓을 검사합니다. 그다음 저널에 쓸 수 \
    있는지 검사합니다. --all을 지정하면 모든 프로필을 검사합니다.
    """,
    """
    It sends one query for each market, for the unconsumed purchases of a user that does not exist. \
    Nothing is consumed and nothing is written.
    """: """
    마켓마다 한 번씩, 없는 사용자의 미소비 결제를 조회합니다. 소비하거나 쓰는 것은 없습니다.
    """,
    """
    Each check has a line with its result. If a check failed, the exit code is 6, and a line below \
    the table says what to do.
    """: """
    검사마다 결과를 한 줄로 표시합니다. 실패한 검사가 있으면 종료 코드는 6이고, 표 아래에 해결 방법을 \
    표시합니다.
    """,
    "check each profile of the configuration file": "설정 파일의 모든 프로필 검사",
    "check the settings that commands would use now": "지금 명령에 적용되는 설정 검사",
    "check all profiles, for a program": "프로그램에서 읽도록 모든 프로필 검사",
    "what to do, as a list": "해결 방법을 목록으로 출력",
    "the name of the profile; null without one": "프로필 이름. 프로필이 없으면 null",
    "settings, store, name, connection, tls, key, market CODE, clock or journal":
      "settings, store, name, connection, tls, key, market CODE, clock, journal 중 하나",
    "ok; failed; skipped: not checked, not known, or not needed":
      "ok, failed 또는 skipped(검사하지 않음, 알 수 없음, 필요하지 않음)",
    "what was found": "검사한 결과",
    "what to do about a failed check": "실패한 검사의 해결 방법",
    // config get
    "print a setting of a profile": "프로필의 설정 값 출력",
    """
    Prints the value in the profile that --profile names, or else in the current profile, and \
    nothing else. Several values are separated by commas, and a relative path is printed as an \
    absolute one. 'config show' shows the value that is used.
    """: """
    --profile로 지정한 프로필의, 없으면 현재 프로필의 값만 출력합니다. 값이 여러 개이면 쉼표로 \
    구분하고, 상대 경로는 절대 경로로 출력합니다. 적용 중인 값은 'config show'로 확인할 수 있습니다.
    """,
    """
    A setting that the profile does not have is an error (exit code 64), and so is a secret: it is \
    not printed.
    """: """
    프로필에 없는 설정을 지정하면 오류입니다(종료 코드 64). 비밀 값은 출력하지 않으며, 이 역시 \
    오류입니다.
    """,
    "the value in the profile": "프로필에 저장된 값",
    "print the default user": "기본 사용자 출력",
    "use a setting in a script": "스크립트에서 설정 값 사용",
    // config remove
    "remove a profile": "프로필 삭제",
    """
    Removes the profile and its settings from the configuration file, also an app key that is stored \
    in it. A file that --app-key-file named stays.
    """: """
    설정 파일에서 프로필과 그 설정을 삭제합니다. 프로필에 저장된 앱 키도 삭제됩니다. \
    --app-key-file로 지정한 파일은 그대로 둡니다.
    """,
    """
    Asks first on a terminal; without a terminal, --yes is needed. The current profile is removed \
    only if it is the last one: switch to another one before.
    """: """
    터미널에서는 먼저 확인 질문을 합니다. 터미널이 아니면 --yes를 지정해야 합니다. 현재 프로필은 \
    마지막 프로필일 때만 삭제할 수 있으므로, 먼저 다른 프로필로 변경하십시오.
    """,
    "the profile to remove": "삭제할 프로필",
    "remove a profile without a question": "질문 없이 프로필 삭제",
    "remove the current profile, after a switch to another": "다른 프로필로 변경한 뒤 기존 프로필 삭제",
    // config copy, config rename
    "copy a profile": "프로필 복사",
    """
    Makes a profile with the settings of another one. A name that is taken is refused. The file of \
    an app key is named by both profiles; an app key that is stored in the profile is copied, and \
    the command says so.
    """: """
    다른 프로필과 설정이 같은 프로필을 만듭니다. 이미 있는 이름은 거부합니다. 앱 키 파일은 두 \
    프로필이 함께 사용하고, 프로필에 저장된 앱 키는 복사하며 이를 알립니다.
    """,
    """
    An app key is for one server. If the copy is for another server, give it its own key: \
    'iapctl config set appKeyFile FILE --profile NAME'.
    """: """
    앱 키는 서버마다 다릅니다. 복사한 프로필을 다른 서버에서 사용하려면 그 서버의 앱 키를 \
    지정하십시오: 'iapctl config set appKeyFile FILE --profile NAME'.
    """,
    "the profile": "프로필",
    "the new name, which no profile has yet": "새 이름(다른 프로필에 없는 이름)",
    "make the profile ci from live": "live 프로필에서 ci 프로필 생성",
    "a profile for one market": "한 마켓용 프로필",
    "rename a profile": "프로필 이름 변경",
    """
    Gives a profile another name. A name that is taken is refused. If the profile is the current \
    one, it stays the current one.
    """: """
    프로필의 이름을 변경합니다. 이미 있는 이름은 거부합니다. 현재 프로필의 이름을 변경하면 그 \
    프로필이 계속 현재 프로필입니다.
    """,
    "rename, then list": "이름을 변경한 뒤 목록 조회",
  ]
}
