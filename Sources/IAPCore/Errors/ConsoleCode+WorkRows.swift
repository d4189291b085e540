/// The errors of the clock, of deliveries and of the machine. The meanings are iapctl's own phrases.
extension ConsoleCode {
  static let workRows: [Self: ErrorRow] = [
    .clockMovedBack: ErrorRow(
      exit: 64, "Clock of the store cannot go back",
      when: "the option --now names an instant before the clock of the fixture store",
      remedy: "give a later instant, or make a new store with: iapctl store init PATH"),
    .clockOutOfRange: ErrorRow(
      exit: 64, "Clock out of range",
      when: "the clock of a fixture store would pass the year 9999",
      remedy: "give an earlier instant or a shorter duration"),
    .clockFollowsRealTime: ErrorRow(
      exit: 64, "Store follows the real time",
      when: """
        the command 'store advance' is used on a fixture store whose clock was never set
        """,
      remedy: """
        set its clock once with --now, for example --now +1d; then 'iapctl store advance' moves \
        it
        """),
    .unsettled: ErrorRow(
      exit: 7, "Outcome is unknown",
      when: """
        it is not known whether a payment was consumed, or whether a change of a store or of the \
        journal was written
        """,
      remedy: """
        neither grant nor revoke: settle the payment with: iapctl consume PAYMENT_SEQ --resume --only-unknown; \
        if only the user's app has its token, look it up in the IAP console and write it down \
        with: iapctl journal settle
        """),
    .deliveryFailed: ErrorRow(
      exit: 5, "Delivery command failed",
      when: """
        the command of --deliver did not exit with 0, was ended by its time limit, or could not \
        be started
        """,
      remedy: """
        the payment was not consumed: fix the delivery command, then run iapctl again, which \
        delivers again; however often the command runs, the player must have the item once
        """),
    .undoFailed: ErrorRow(
      exit: 5, "Undo command failed",
      when: """
        a consume was refused after the delivery, and the command of --undo did not exit with 0
        """,
      remedy: """
        fix the undo command: the payment is not consumed, and the player may still have the \
        item; the next run delivers it again before it consumes the payment
        """),
    .outage: ErrorRow(
      exit: 69, "Service is not available",
      when: """
        a batch stopped, because the service left too many consumes in a row without an answer
        """,
      remedy: """
        when the service answers again, run the command again with --resume: it settles the \
        unknown payments and sends the rest
        """),
    .libraryMissing: ErrorRow(
      exit: 69, "Library is missing",
      when: """
        a library of the system that the command needs is not installed, such as libcurl for the \
        REST API
        """,
      remedy: "nothing was sent: install the package that the hint names"),
    .addressUnusable: ErrorRow(
      exit: 69, "Address cannot be used",
      when: """
        the command 'serve' cannot listen at the given host and port, for example because the \
        port is in use
        """,
      remedy: "choose another --port; 0 takes a free one"),
    .programNotStarted: ErrorRow(
      exit: 126, "Program cannot be started",
      when: "the command after 'serve --seed FILE --' does not exist or may not be run",
      remedy: "give the path of a program, or a name that is in PATH"),
    .tooManyOpenFiles: ErrorRow(
      exit: 69, "Too many open files",
      when: "the process or the system has reached its limit of open files",
      remedy: "raise the limit, then run it again: ulimit -n 1024"),
    .tooManyThreads: ErrorRow(
      exit: 69, "Too many threads",
      when: "the process, its user or the system cannot start another thread",
      remedy: """
        raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it again
        """),
    .tooLittleMemory: ErrorRow(
      exit: 69, "Too little memory",
      when: "the process, its user or the system cannot get more memory",
      remedy: "raise the limit of memory (ulimit -v), then run it again"),
    .bug: ErrorRow(
      exit: 70, "A bug in iapctl",
      when: "iapctl itself failed where it must not",
      remedy: """
        if it was a consume, read 'iapctl journal list' first; then report the bug together with \
        the command line
        """),
  ]
}
