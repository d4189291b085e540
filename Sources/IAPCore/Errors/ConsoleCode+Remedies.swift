extension ConsoleCode {
  /// Its explanation. It has no number, and is found by its name.
  package var explanation: ErrorExplanation {
    let advice = advice
    return ErrorExplanation(
      domain: .iapctl, code: nil, name: rawValue, meaning: meaning, when: advice.when,
      remedy: advice.remedy, isRetryable: isRetryable)
  }

  /// Whether the same command may succeed later without any change. It agrees with the exit status:
  /// true for 69 and 75.
  package var isRetryable: Bool {
    switch self {
    case .configurationBusy, .storeBusy, .journalUnreachable, .journalBusy, .outage,
      .libraryMissing, .addressUnusable, .tooManyOpenFiles, .tooManyThreads, .tooLittleMemory:
      true
    case .usage, .unsupported, .configuration, .notConfirmed, .checkFailed, .paymentNotFound,
      .productUnlisted, .codeNotFound, .inputMissing, .inputInvalid, .inputUnreadable, .storeExists,
      .storeMissing,
      .storeIsDirectory, .storeUnreadable, .storeDamaged, .storeTooNew, .storeReadOnly,
      .storeNotWritten, .storeReplaced, .seedInvalid, .seedContradicts, .outputNotWritten,
      .journalForeign, .journalDamaged, .journalTooNew, .journalUnreadable, .journalNotWritten,
      .interrupted, .clockMovedBack, .clockOutOfRange, .clockFollowsRealTime, .unsettled,
      .deliveryFailed, .undoFailed, .programNotStarted, .bug:
      false
    }
  }

  private var advice: Advice {
    switch self {
    case .usage, .unsupported, .configuration, .configurationBusy, .notConfirmed, .checkFailed,
      .paymentNotFound, .productUnlisted, .codeNotFound:
      commandAdvice
    case .inputMissing, .inputInvalid, .inputUnreadable, .storeExists, .storeMissing,
      .storeIsDirectory, .storeUnreadable, .storeDamaged, .storeTooNew, .storeReadOnly, .storeBusy,
      .storeNotWritten, .storeReplaced, .seedInvalid, .seedContradicts, .outputNotWritten:
      fileAdvice
    case .journalForeign, .journalDamaged, .journalTooNew, .journalUnreadable, .journalUnreachable,
      .journalBusy, .journalNotWritten, .interrupted:
      journalAdvice
    case .clockMovedBack, .clockOutOfRange, .clockFollowsRealTime, .unsettled, .deliveryFailed,
      .undoFailed, .outage, .libraryMissing, .addressUnusable, .programNotStarted,
      .tooManyOpenFiles, .tooManyThreads, .tooLittleMemory, .bug:
      workAdvice
    }
  }

  private var commandAdvice: Advice {
    switch self {
    case .usage:
      Advice(
        when: "a command, an option or a value is invalid, or something that the command needs "
          + "was not given",
        remedy: "nothing was done: correct the command line; 'iapctl help COMMAND' lists the "
          + "options and their values")
    case .unsupported:
      Advice(
        when: "the chosen API has no call for the operation, such as a purchase over the REST "
          + "API, or none for an option",
        remedy: "nothing was sent: use the API or the fixture store that the hint names")
    case .productUnlisted:
      Advice(
        when:
          "a list was filtered by a product's identifier, and the item list of the app does not "
          + "have the product number of a payment, because an item list is of one market",
        remedy:
          "the named payments were neither listed nor consumed: give the number of the product "
          + "with --product, or the app's number in that market with --app-seq")
    case .configuration:
      Advice(
        when: "no backend was chosen, or a variable, a profile or the configuration file is "
          + "invalid",
        remedy: "correct the setting; 'iapctl config show' lists every setting and its source")
    case .configurationBusy:
      Advice(
        when: "other processes kept editing the configuration file until the time was over",
        remedy: "nothing was changed: run the command again")
    case .notConfirmed:
      Advice(
        when: "the question before a consume was not answered with yes, or there is no terminal "
          + "to ask on and --yes was not given",
        remedy: "nothing was consumed: preview with --dry-run, then confirm with --yes")
    case .checkFailed:
      Advice(
        when:
          "the command 'store check' found problems, or a list is empty and --fail-empty was given",
        remedy: "read the listed problems; after --fail-empty check the user, the markets and the "
          + "place")
    case .paymentNotFound:
      Advice(
        when: "no unconsumed list has the payment, and neither the store nor the journal knows "
          + "it; over the REST API it may also be consumed, refunded or another user's",
        remedy: "grant nothing: check the payment number and the user, then list what can be "
          + "consumed with: iapctl unconsumed --user ID")
    default:
      Advice(
        when: "no domain lists the code or the name that was given to 'explain'",
        remedy: "give the code or the name as the error shows it, without --domain")
    }
  }

  private var fileAdvice: Advice {
    switch self {
    case .inputMissing:
      Advice(
        when: "a file that an option or an argument names does not exist",
        remedy: "nothing was sent: check the path")
    case .inputInvalid:
      Advice(
        when: "a line, a column or the format of an input file cannot be understood, or "
          + "contradicts the payment",
        remedy:
          "without --skip-bad-lines nothing was sent: correct the lines that the error names, "
          + "and run the command again")
    case .inputUnreadable:
      Advice(
        when: "an input file is a directory, has no writer, or its permissions do not allow to "
          + "read it",
        remedy: "nothing was sent: check the file's permissions and the folders above it")
    case .storeExists:
      Advice(
        when:
          "the command 'store init' was given the path of a file that exists; it never overwrites",
        remedy: "choose another path, or remove the file first")
    case .storeMissing:
      Advice(
        when: "the file that --store, IAPCTL_STORE or a profile names does not exist",
        remedy: "check the path, or make a store with: iapctl store init PATH --sample")
    case .storeIsDirectory:
      Advice(
        when: "the path of a fixture store is a directory",
        remedy: "give the path of a file in it")
    case .storeUnreadable:
      Advice(
        when: "the permissions of the fixture store or of a folder above it do not allow to read "
          + "it",
        remedy: "check the permissions, and ask the owner of the file for access")
    case .storeDamaged:
      Advice(
        when: "the file of the fixture store contradicts itself, or the log beside it belongs to "
          + "another file",
        remedy: "make a new store from its seed or a dump; 'iapctl store check' lists the problems")
    case .storeTooNew:
      Advice(
        when: "a newer iapctl made the fixture store",
        remedy: "use the iapctl that made the store, or a newer one")
    case .storeReadOnly:
      Advice(
        when: "a command changes a fixture store that can only be read; queries still work",
        remedy: "nothing was changed: make the file and its folder writable, or use a copy of the "
          + "store")
    case .storeBusy:
      Advice(
        when: "other processes kept the fixture store locked until the time was over",
        remedy: "nothing was applied: try again, or wait longer with --timeout")
    case .storeNotWritten:
      Advice(
        when: "the disk or the folder of a fixture store does not accept a change",
        remedy: "check the permissions and the space on the disk; 'outcome' in the JSON error says "
          + "whether the change was applied")
    case .storeReplaced:
      Advice(
        when: "the file of a fixture store was deleted or replaced while a command or 'serve' "
          + "used it",
        remedy: "restore the file, then run again with --resume; until then grant nothing")
    case .seedInvalid:
      Advice(
        when: "a key or a value of a seed is not as iapctl-fixture(5) describes it",
        remedy: "nothing was loaded: correct the place that the error names")
    case .seedContradicts:
      Advice(
        when: "a seed has an element that the store has with other values",
        remedy: "nothing was loaded: remove the element from the seed, or load the seed into a new "
          + "store")
    default:
      Advice(
        when: "standard output or a file for results does not accept more, for example because "
          + "the disk is full",
        remedy: "the work may be done: read what the error says of it, and the journal, before you "
          + "run the command again")
    }
  }

  private var journalAdvice: Advice {
    switch self {
    case .journalForeign:
      Advice(
        when: "the file that --journal names is not a journal of iapctl",
        remedy: "nothing was sent: give another file; iapctl makes a journal where none is")
    case .journalDamaged:
      Advice(
        when: "the journal contradicts itself or cannot be read to its end",
        remedy:
          "restore the journal from a backup; a new journal does not know which payments were "
          + "consumed")
    case .journalTooNew:
      Advice(
        when: "a newer iapctl made the journal",
        remedy: "nothing was sent: use the iapctl that made the journal, or a newer one")
    case .journalUnreadable:
      Advice(
        when: "the journal may not be read, is a directory, or is a database without a journal of "
          + "this version",
        remedy: "nothing was sent: check the path or the URL and the rights; 'iapctl journal init' "
          + "makes a journal in a database")
    case .journalUnreachable:
      Advice(
        when: "the database of the journal does not answer, or refuses the connection",
        remedy: "nothing was sent: check the URL, the network and the database, then try again")
    case .journalBusy:
      Advice(
        when: "another process kept the journal locked until the time was over",
        remedy: "nothing was sent: try again in a moment")
    case .journalNotWritten:
      Advice(
        when: "the disk or the database of the journal does not accept an entry, or the journal "
          + "was replaced; a consume is sent only after its entry is written",
        remedy: "check the disk or the database, then run again with --resume; until then grant "
          + "nothing more")
    default:
      Advice(
        when: "a signal stopped the command: Ctrl-C, the end of the terminal, or kill",
        remedy: "what was in flight was waited for and written down; run the command of the line "
          + "'to continue', or see 'iapctl journal list'")
    }
  }

  private var workAdvice: Advice {
    switch self {
    case .clockMovedBack:
      Advice(
        when: "the option --now names an instant before the clock of the fixture store",
        remedy: "give a later instant, or make a new store with: iapctl store init PATH")
    case .clockOutOfRange:
      Advice(
        when: "the clock of a fixture store would pass the year 9999",
        remedy: "give an earlier instant or a shorter duration")
    case .clockFollowsRealTime:
      Advice(
        when: "the command 'store advance' is used on a fixture store whose clock was never set",
        remedy: "set its clock once with --now, for example --now +1d; then 'iapctl store advance' "
          + "moves it")
    case .unsettled:
      Advice(
        when: "it is not known whether a payment was consumed, or whether a change of a store or "
          + "of the journal was written",
        remedy: "neither grant nor revoke: settle the payment with: iapctl consume PAYMENT_SEQ "
          + "--resume; if only the user's app has its token, look it up in the IAP console and "
          + "write it down with: iapctl journal settle")
    case .deliveryFailed:
      Advice(
        when: "the command of --deliver did not exit with 0, was ended by its time limit, or "
          + "could not be started",
        remedy:
          "the payment was not consumed: fix the delivery command, then run iapctl again; the "
          + "delivery command must be idempotent")
    case .undoFailed:
      Advice(
        when: "a consume was refused after the delivery, and the command of --undo did not exit "
          + "with 0",
        remedy: "revoke the item by hand: the player may have it, and the consume was refused")
    case .outage:
      Advice(
        when: "a batch stopped, because the service left too many consumes in a row without an "
          + "answer",
        remedy: "when the service answers again, run the command again with --resume: it settles "
          + "the unknown payments and sends the rest")
    case .libraryMissing:
      Advice(
        when: "a library of the system that the command needs is not installed, such as libcurl "
          + "for the REST API",
        remedy: "nothing was sent: install the package that the hint names")
    case .addressUnusable:
      Advice(
        when:
          "the command 'serve' cannot listen at the given host and port, for example because the port is "
          + "in use",
        remedy: "choose another --port; 0 takes a free one")
    case .programNotStarted:
      Advice(
        when: "the command after 'serve --seed FILE --' does not exist or may not be run",
        remedy: "give the path of a program, or a name that is in PATH")
    case .tooManyOpenFiles:
      Advice(
        when: "the process or the system has reached its limit of open files",
        remedy: "raise the limit, then run it again: ulimit -n 1024")
    case .tooManyThreads:
      Advice(
        when: "the process, its user or the system cannot start another thread",
        remedy: "raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it "
          + "again")
    case .tooLittleMemory:
      Advice(
        when: "the process, its user or the system cannot get more memory",
        remedy: "raise the limit of memory (ulimit -v), then run it again")
    default:
      Advice(
        when: "iapctl itself failed where it must not",
        remedy: "if it was a consume, read 'iapctl journal list' first; then report the bug "
          + "together with the command line")
    }
  }
}
