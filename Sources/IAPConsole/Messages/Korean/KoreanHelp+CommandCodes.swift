extension KoreanHelp {
  /// When the errors of the command line, of files and of fixture stores occur, and their remedies.
  static let commandCodes: [String: String] = [
    "a program that 'rehearse' ran does not grant each payment exactly once":
      "'rehearse'가 실행한 프로그램이 결제를 정확히 한 번씩 지급하지 않은 경우",
    """
    repeat one case with --case and --keep, and read what the program did in the files that it \
    keeps
    """: "--case와 --keep으로 케이스 하나를 다시 실행하고, 보관된 파일에서 프로그램이 한 일을 확인하십시오.",
    "a command, an option or a value is invalid, or something that the command needs was not given":
      "명령, 옵션 또는 값이 잘못되었거나, 명령에 필요한 것을 지정하지 않은 경우",
    """
    nothing was done: correct the command line; 'iapctl help COMMAND' lists the options and their \
    values
    """: """
    실행된 것은 없습니다. 명령줄을 고치십시오. 옵션과 값은 'iapctl help COMMAND'에서 확인할 수 \
    있습니다.
    """,
    """
    the chosen API has no call for the operation, such as a purchase over the REST API, or none \
    for an option
    """: "선택한 API에 해당 작업의 호출이 없거나(예: REST API로 구매), 옵션을 지원하지 않는 경우",
    "nothing was sent: use the API or the fixture store that the hint names":
      "전송한 것은 없습니다. 안내(hint)에 표시된 API나 픽스처 저장소를 사용하십시오.",
    "no backend was chosen, or a variable, a profile or the configuration file is invalid":
      "서버나 픽스처 저장소를 선택하지 않았거나, 환경 변수, 프로필 또는 설정 파일이 잘못된 경우",
    "correct the setting; 'iapctl config show' lists every setting and its source":
      "설정을 고치십시오. 모든 설정과 출처는 'iapctl config show'로 확인할 수 있습니다.",
    "other processes kept editing the configuration file until the time was over":
      "다른 프로세스가 제한 시간이 지나도록 설정 파일을 편집하고 있는 경우",
    "nothing was changed: run the command again": "변경된 것은 없습니다. 명령을 다시 실행하십시오.",
    """
    the question before a consume or a change of the configuration was not answered with yes, or \
    there is no terminal to ask on and --yes was not given
    """: """
    소비하거나 설정을 변경하기 전의 확인 질문에 예라고 답하지 않았거나, 질문할 터미널이 없는데 --yes를 \
    지정하지 않은 경우
    """,
    "nothing was consumed or changed: preview a consume with --dry-run, then confirm with --yes":
      "소비되거나 변경된 것은 없습니다. 소비는 --dry-run으로 미리 확인한 뒤 --yes로 실행하십시오.",
    """
    the command 'store check' or 'config check' found problems, or a list is empty and --fail-empty \
    was given
    """: """
    'store check' 또는 'config check' 명령이 문제를 발견했거나, --fail-empty를 지정했는데 목록이 \
    비어 있는 경우
    """,
    "read the listed problems; after --fail-empty check the user, the markets and the place":
      """
    표시된 문제를 확인하십시오. --fail-empty를 지정했다면 사용자, 마켓, 작업 대상(서버 또는 \
    저장소)을 확인하십시오.
    """,
    """
    no unconsumed list has the payment, and neither the store nor the journal knows it; over the \
    REST API it may also be consumed, refunded or another user's
    """: """
    결제가 어느 미소비 결제 내역에도 없고, 저장소와 저널에도 없는 경우. REST API에서는 이미 소비 \
    또는 환불되었거나 다른 사용자의 결제일 수도 있습니다.
    """,
    """
    neither grant nor revoke: check the payment number, the user and the markets, and list what can \
    be consumed with: iapctl unconsumed --user ID; then look the payment up in the IAP console
    """: """
    지급하지도 회수하지도 마십시오. 결제 번호, 사용자, 마켓을 확인하고, 'iapctl unconsumed --user ID'로 소비할 \
    수 있는 결제를 조회하십시오. 그런 다음 IAP 콘솔에서 결제를 조회하십시오.
    """,
    """
    a list was filtered by a product's identifier, and the item list of the app does not have the \
    product number of a payment, because an item list is of one market
    """: """
    상품 ID로 목록을 골랐으나 앱의 아이템 목록에 결제의 상품 고유 번호가 없는 경우. 아이템 \
    목록에는 한 마켓의 상품만 있습니다.
    """,
    """
    the named payments were neither listed nor consumed: give the number of the product with \
    --product, or the app's number in that market with --app-seq
    """: """
    표시된 결제는 목록에 나오지 않았고 소비되지도 않았습니다. --product에 상품 고유 번호를 \
    지정하거나, --app-seq에 해당 마켓의 앱 번호를 지정하십시오.
    """,
    "no domain lists the code or the name that was given to 'explain'":
      "'explain'에 지정한 코드나 이름이 어느 도메인에도 없는 경우",
    "give the code or the name as the error shows it, without --domain":
      "--domain 없이, 오류에 표시된 코드나 이름을 그대로 지정하십시오.",
    "a file that an option or an argument names does not exist, or the folder of a new one":
      "옵션이나 인수로 지정한 파일이 없거나, 새 파일을 만들 폴더가 없는 경우",
    "nothing was sent: check the path": "전송한 것은 없습니다. 경로를 확인하십시오.",
    """
    a line, a column or the format of an input file cannot be understood, or contradicts the \
    payment
    """: "입력 파일의 행, 열 또는 형식을 해석할 수 없거나, 결제와 일치하지 않는 경우",
    """
    without --skip-bad-lines nothing was sent: correct the lines that the error names, and run the \
    command again
    """: """
    --skip-bad-lines를 지정하지 않았다면 전송한 것은 없습니다. 오류에 표시된 행을 고친 뒤 명령을 \
    다시 실행하십시오.
    """,
    "an input file is a directory, has no writer, or its permissions do not allow to read it":
      "입력 파일이 디렉터리이거나, 쓰는 쪽이 없는 파이프이거나, 읽을 권한이 없는 경우",
    "nothing was sent: check the file's permissions and the folders above it":
      "전송한 것은 없습니다. 파일과 상위 폴더의 권한을 확인하십시오.",
    "the command 'store init' was given the path of a file that exists; it never overwrites":
      "'store init' 명령에 이미 있는 파일의 경로를 지정한 경우. 파일은 덮어쓰지 않습니다.",
    "choose another path, or remove the file first":
      "다른 경로를 지정하거나 파일을 먼저 삭제하십시오.",
    "the file that --store, IAPCTL_STORE or a profile names does not exist":
      "--store, IAPCTL_STORE 또는 프로필에 지정한 파일이 없는 경우",
    "check the path, or make a store with: iapctl store init PATH --sample":
      "경로를 확인하거나 저장소를 만드십시오: iapctl store init PATH --sample",
    "the path of a fixture store is a directory": "픽스처 저장소로 지정한 경로가 디렉터리인 경우",
    "give the path of a file in it": "디렉터리 안의 파일 경로를 지정하십시오.",
    "the permissions of the fixture store or of a folder above it do not allow to read it":
      "픽스처 저장소나 상위 폴더를 읽을 권한이 없는 경우",
    "check the permissions, and ask the owner of the file for access":
      "권한을 확인하고, 파일 소유자에게 접근 권한을 요청하십시오.",
    """
    the file of the fixture store contradicts itself, or the log beside it belongs to another file
    """: "픽스처 저장소 파일의 내용이 서로 모순되거나, 옆에 있는 로그가 다른 파일의 것인 경우",
    "make a new store from its seed or a dump; 'iapctl store check' lists the problems":
      """
    시드나 덤프로 저장소를 새로 만드십시오. 문제 목록은 'iapctl store check'로 확인할 수 \
    있습니다.
    """,
    "a newer iapctl made the fixture store": "더 새로운 버전의 iapctl이 만든 픽스처 저장소인 경우",
    "use the iapctl that made the store, or a newer one":
      "저장소를 만든 버전 또는 그 이후 버전의 iapctl을 사용하십시오.",
    "a command changes a fixture store that can only be read; queries still work":
      "읽기 전용 픽스처 저장소를 변경하는 명령을 실행한 경우. 조회는 가능합니다.",
    "nothing was changed: make the file and its folder writable, or use a copy of the store":
      "변경된 것은 없습니다. 파일과 폴더에 쓰기 권한을 주거나 저장소의 사본을 사용하십시오.",
    "other processes kept the fixture store locked until the time was over":
      "다른 프로세스가 제한 시간이 지나도록 픽스처 저장소를 잠그고 있는 경우",
    "nothing was applied: try again, or wait longer with --timeout":
      "적용된 것은 없습니다. 다시 시도하거나 --timeout으로 더 오래 기다리십시오.",
    "the disk or the folder of a fixture store does not accept a change":
      "픽스처 저장소의 디스크나 폴더에 변경 내용을 쓸 수 없는 경우",
    """
    check the permissions and the space on the disk; 'outcome' in the JSON error says whether the \
    change was applied
    """: """
    권한과 디스크 여유 공간을 확인하십시오. 변경이 적용되었는지는 JSON 오류의 'outcome'에 \
    표시됩니다.
    """,
    "the file of a fixture store was deleted or replaced while a command or 'serve' used it":
      "명령이나 'serve'가 사용하는 동안 픽스처 저장소 파일이 삭제되거나 교체된 경우",
    "restore the file, then run again with --resume; until then grant nothing":
      "파일을 복구한 뒤 --resume으로 다시 실행하십시오. 그전에는 지급하지 마십시오.",
    "a key or a value of a seed is not as iapctl-fixture(5) describes it":
      "시드의 키나 값이 iapctl-fixture(5)의 설명과 다른 경우",
    "nothing was loaded: correct the place that the error names":
      "불러온 것은 없습니다. 오류에 표시된 위치를 고치십시오.",
    "a seed has an element that the store has with other values":
      "시드의 항목이 저장소에 다른 값으로 이미 있는 경우",
    "nothing was loaded: remove the element from the seed, or load the seed into a new store":
      "불러온 것은 없습니다. 시드에서 해당 항목을 빼거나, 새 저장소에 시드를 불러오십시오.",
    """
    standard output or a file for results does not accept more, for example because the disk is \
    full
    """: "표준 출력이나 결과 파일에 더 쓸 수 없는 경우(예: 디스크 공간 부족)",
    """
    the work may be done: read what the error says of it, and the journal, before you run the \
    command again
    """: """
    작업은 이미 처리되었을 수 있습니다. 명령을 다시 실행하기 전에 오류 내용과 저널을 확인하십시오.
    """,
  ]
}
