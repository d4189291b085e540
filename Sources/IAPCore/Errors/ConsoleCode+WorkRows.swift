/// The errors of the clock, of deliveries and of the machine. The meanings are iapctl's own phrases.
extension ConsoleCode {
  static let workRows: [ConsoleCode: ErrorRow] = [
    .clockMovedBack: ErrorRow(
      exit: 64,
      Meaning(
        "Clock of the store cannot go back",
        "저장소의 시계를 되돌릴 수 없음", "フィクスチャストアの時計は戻せない"),
      when: "the option --now names an instant before the clock of the fixture store",
      remedy: "give a later instant, or make a new store with: iapctl store init PATH"),
    .clockOutOfRange: ErrorRow(
      exit: 64, Meaning("Clock out of range", "시계 범위 초과", "時計の範囲外"),
      when: "the clock of a fixture store would pass the year 9999",
      remedy: "give an earlier instant or a shorter duration"),
    .clockFollowsRealTime: ErrorRow(
      exit: 64, Meaning("Store follows the real time", "저장소가 실제 시간을 따름", "フィクスチャストアが実際の時刻に従う"),
      when: """
        the command 'store advance' is used on a fixture store whose clock was never set
        """,
      remedy: """
        set its clock once with --now, for example --now +1d; then 'iapctl store advance' moves \
        it
        """),
    .unsettled: ErrorRow(
      exit: 7, Meaning("Outcome is unknown", "결과를 알 수 없음", "結果が不明"),
      when: """
        it is not known whether a payment was consumed, or whether a change of a store or of the \
        journal was written
        """,
      remedy: """
        neither grant nor revoke: settle the payment with: iapctl consume PAYMENT_SEQ --resume; \
        if only the user's app has its token, look it up in the IAP console and write it down \
        with: iapctl journal settle
        """),
    .deliveryFailed: ErrorRow(
      exit: 5, Meaning("Delivery command failed", "지급 명령 실패", "支給コマンドの失敗"),
      when: """
        the command of --deliver did not exit with 0, was ended by its time limit, or could not \
        be started
        """,
      remedy: """
        the payment was not consumed: fix the delivery command, then run iapctl again, which \
        delivers again; however often the command runs, the player must have the item once
        """),
    .undoFailed: ErrorRow(
      exit: 5, Meaning("Undo command failed", "회수 명령 실패", "回収コマンドの失敗"),
      when: """
        a consume was refused after the delivery, and the command of --undo did not exit with 0
        """,
      remedy: """
        fix the undo command: the payment is not consumed, and the player may still have the \
        item; the next run delivers it again before it consumes the payment
        """),
    .outage: ErrorRow(
      exit: 69, Meaning("Service is not available", "서비스 장애", "サービス障害"),
      when: """
        a batch stopped, because the service left too many consumes in a row without an answer
        """,
      remedy: """
        when the service answers again, run the command again with --resume: it settles the \
        unknown payments and sends the rest
        """),
    .libraryMissing: ErrorRow(
      exit: 69, Meaning("Library is missing", "라이브러리가 없음", "ライブラリがない"),
      when: """
        a library of the system that the command needs is not installed, such as libcurl for the \
        REST API
        """,
      remedy: "nothing was sent: install the package that the hint names"),
    .addressUnusable: ErrorRow(
      exit: 69, Meaning("Address cannot be used", "주소를 사용할 수 없음", "アドレスを使用できない"),
      when: """
        the command 'serve' cannot listen at the given host and port, for example because the \
        port is in use
        """,
      remedy: "choose another --port; 0 takes a free one"),
    .programNotStarted: ErrorRow(
      exit: 126, Meaning("Program cannot be started", "프로그램을 시작할 수 없음", "プログラムを開始できない"),
      when: "the command after 'serve --seed FILE --' does not exist or may not be run",
      remedy: "give the path of a program, or a name that is in PATH"),
    .tooManyOpenFiles: ErrorRow(
      exit: 69, Meaning("Too many open files", "열린 파일이 너무 많음", "開いているファイルが多すぎる"),
      when: "the process or the system has reached its limit of open files",
      remedy: "raise the limit, then run it again: ulimit -n 1024"),
    .tooManyThreads: ErrorRow(
      exit: 69, Meaning("Too many threads", "스레드가 너무 많음", "スレッドが多すぎる"),
      when: "the process, its user or the system cannot start another thread",
      remedy: """
        raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it again
        """),
    .tooLittleMemory: ErrorRow(
      exit: 69, Meaning("Too little memory", "메모리 부족", "メモリ不足"),
      when: "the process, its user or the system cannot get more memory",
      remedy: "raise the limit of memory (ulimit -v), then run it again"),
    .bug: ErrorRow(
      exit: 70, Meaning("A bug in iapctl", "iapctl의 버그", "iapctlのバグ"),
      when: "iapctl itself failed where it must not",
      remedy: """
        if it was a consume, read 'iapctl journal list' first; then report the bug together with \
        the command line
        """),
  ]
}
