extension KoreanHelp {
  /// When the errors of journals, of the clock and of the machine occur, and their remedies.
  static let workCodes: [String: String] = [
    "the file that --journal names is not a journal of iapctl":
      "--journal에 지정한 파일이 iapctl의 저널이 아닌 경우",
    "nothing was sent: give another file; iapctl makes a journal where none is":
      "전송한 것은 없습니다. 다른 파일을 지정하십시오. 파일이 없으면 iapctl이 저널을 만듭니다.",
    "the journal contradicts itself or cannot be read to its end":
      "저널의 내용이 서로 모순되거나 끝까지 읽을 수 없는 경우",
    "restore the journal from a backup; a new journal does not know which payments were consumed":
      "백업에서 저널을 복구하십시오. 새 저널에는 어떤 결제가 소비되었는지 기록되어 있지 않습니다.",
    "a newer iapctl made the journal": "더 새로운 버전의 iapctl이 만든 저널인 경우",
    "nothing was sent: use the iapctl that made the journal, or a newer one":
      "전송한 것은 없습니다. 저널을 만든 버전 또는 그 이후 버전의 iapctl을 사용하십시오.",
    """
    the journal may not be read, is a directory, or is a database without a journal of this \
    version
    """: """
    저널을 읽을 권한이 없거나, 저널이 디렉터리이거나, 데이터베이스에 이 버전의 저널이 없는 경우
    """,
    """
    nothing was sent: check the path or the URL and the rights; 'iapctl journal init' makes a \
    journal in a database
    """: """
    전송한 것은 없습니다. 경로나 URL, 권한을 확인하십시오. 데이터베이스의 저널은 'iapctl journal \
    init'으로 만듭니다.
    """,
    "the database of the journal does not answer, or refuses the connection":
      "저널 데이터베이스가 응답하지 않거나 연결을 거부하는 경우",
    "nothing was sent: check the URL, the network and the database, then try again":
      "전송한 것은 없습니다. URL, 네트워크, 데이터베이스를 확인한 뒤 다시 시도하십시오.",
    "another process kept the journal locked until the time was over":
      "다른 프로세스가 제한 시간이 지나도록 저널을 잠그고 있는 경우",
    "nothing was sent: try again in a moment": "전송한 것은 없습니다. 잠시 후 다시 시도하십시오.",
    """
    the disk or the database of the journal does not accept an entry, or the journal was replaced; \
    a consume is sent only after its entry is written
    """: """
    저널의 디스크나 데이터베이스에 항목을 쓸 수 없거나, 저널이 교체된 경우. 소비 요청은 항목을 쓴 \
    뒤에만 전송합니다.
    """,
    "check the disk or the database, then run again with --resume; until then grant nothing more":
      """
    디스크나 데이터베이스를 확인한 뒤 --resume으로 다시 실행하십시오. 그전에는 더 지급하지 \
    마십시오.
    """,
    "a signal stopped the command: Ctrl-C, the end of the terminal, or kill":
      "시그널이 명령을 중단한 경우(Ctrl-C, 터미널 종료, kill)",
    """
    what was in flight was waited for and written down; run the command of the line 'to continue', \
    or see 'iapctl journal list'
    """: """
    전송 중이던 요청은 응답을 기다려 기록했습니다. '이어서 실행' 줄의 명령을 실행하거나, \
    'iapctl journal list'를 확인하십시오.
    """,
    "the option --now names an instant before the clock of the fixture store":
      "--now 옵션에 픽스처 저장소의 시계보다 이전 시각을 지정한 경우",
    "give a later instant, or make a new store with: iapctl store init PATH":
      "더 늦은 시각을 지정하거나 저장소를 새로 만드십시오: iapctl store init PATH",
    "the clock of a fixture store would pass the year 9999":
      "픽스처 저장소의 시계가 9999년을 넘게 되는 경우",
    "give an earlier instant or a shorter duration":
      "더 이른 시각이나 더 짧은 기간을 지정하십시오.",
    "the command 'store advance' is used on a fixture store whose clock was never set":
      "시계를 설정한 적이 없는 픽스처 저장소에 'store advance' 명령을 사용한 경우",
    "set its clock once with --now, for example --now +1d; then 'iapctl store advance' moves it":
      """
    --now로 시계를 한 번 설정하십시오(예: --now +1d). 그런 다음 'iapctl store advance'로 시계를 \
    앞으로 옮길 수 있습니다.
    """,
    """
    it is not known whether a payment was consumed, or whether a change of a store or of the \
    journal was written
    """: "결제가 소비되었는지, 또는 저장소나 저널의 변경이 기록되었는지 알 수 없는 경우",
    """
    neither grant nor revoke: settle the payment with: iapctl consume PAYMENT_SEQ --resume; if \
    only the user's app has its token, look it up in the IAP console and write it down with: \
    iapctl journal settle
    """: """
    지급하지도 회수하지도 마십시오. 'iapctl consume PAYMENT_SEQ --resume'으로 결과를 확정하십시오. \
    토큰이 사용자의 앱에만 있다면 IAP 콘솔에서 결제를 조회한 뒤 결과를 기록하십시오: iapctl \
    journal settle
    """,
    """
    the command of --deliver did not exit with 0, was ended by its time limit, or could not be \
    started
    """: """
    --deliver의 명령이 종료 코드 0으로 끝나지 않았거나, 제한 시간을 넘겨 종료되었거나, 시작되지 \
    못한 경우
    """,
    """
    the payment was not consumed: fix the delivery command, then run iapctl again, which delivers \
    again; however often the command runs, the player must have the item once
    """: """
    결제는 소비되지 않았습니다. 지급 명령을 고친 뒤 iapctl을 다시 실행하십시오. 그러면 다시 지급합니다. 지급 \
    명령이 몇 번 실행되더라도 사용자에게는 상품이 하나만 있어야 합니다.
    """,
    "a consume was refused after the delivery, and the command of --undo did not exit with 0":
      "지급한 뒤 소비가 거부되었고, --undo의 명령이 종료 코드 0으로 끝나지 않은 경우",
    """
    fix the undo command: the payment is not consumed, and the player may still have the item; the \
    next run delivers it again before it consumes the payment
    """: """
    회수 명령을 고치십시오. 결제는 소비되지 않았고, 사용자가 상품을 아직 가지고 있을 수 있습니다. 다음 실행은 \
    상품을 다시 지급한 다음 결제를 소비합니다.
    """,
    "a batch stopped, because the service left too many consumes in a row without an answer":
      "서비스가 연속으로 너무 많은 소비 요청에 응답하지 않아 일괄 처리를 중단한 경우",
    """
    when the service answers again, run the command again with --resume: it settles the unknown \
    payments and sends the rest
    """: """
    서비스가 다시 응답하면 --resume으로 명령을 다시 실행하십시오. 알 수 없는 결과를 확정하고 \
    나머지를 전송합니다.
    """,
    """
    a library of the system that the command needs is not installed, such as libcurl for the REST \
    API
    """: "명령에 필요한 시스템 라이브러리가 설치되지 않은 경우(예: REST API에 필요한 libcurl)",
    "nothing was sent: install the package that the hint names":
      "전송한 것은 없습니다. 안내(hint)에 표시된 패키지를 설치하십시오.",
    """
    the command 'serve' cannot listen at the given host and port, for example because the port is \
    in use
    """: "'serve' 명령이 지정한 호스트와 포트를 사용할 수 없는 경우(예: 이미 사용 중인 포트)",
    "choose another --port; 0 takes a free one":
      "다른 --port를 지정하십시오. 0이면 사용하지 않는 포트를 선택합니다.",
    "the command after 'serve --seed FILE --' does not exist or may not be run":
      "'serve --seed FILE --' 뒤의 명령이 없거나 실행할 수 없는 경우",
    "give the path of a program, or a name that is in PATH":
      "프로그램의 경로나 PATH에 있는 이름을 지정하십시오.",
    "the process or the system has reached its limit of open files":
      "프로세스나 시스템이 열 수 있는 파일 수의 한도에 도달한 경우",
    "raise the limit, then run it again: ulimit -n 1024":
      "한도를 올린 뒤 다시 실행하십시오: ulimit -n 1024",
    "the process, its user or the system cannot start another thread":
      "프로세스, 계정 또는 시스템이 스레드를 더 시작할 수 없는 경우",
    "raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it again":
      "프로세스(ulimit -u)와 메모리(ulimit -v)의 한도를 올린 뒤 다시 실행하십시오.",
    "the process, its user or the system cannot get more memory":
      "프로세스, 계정 또는 시스템이 메모리를 더 얻을 수 없는 경우",
    "raise the limit of memory (ulimit -v), then run it again":
      "메모리 한도(ulimit -v)를 올린 뒤 다시 실행하십시오.",
    "iapctl itself failed where it must not": "iapctl에서 발생하면 안 되는 내부 오류가 발생한 경우",
    """
    if it was a consume, read 'iapctl journal list' first; then report the bug together with the \
    command line
    """: """
    소비 명령이었다면 먼저 'iapctl journal list'를 확인하십시오. 그런 다음 명령줄과 함께 버그를 \
    신고하십시오.
    """,
  ]
}
