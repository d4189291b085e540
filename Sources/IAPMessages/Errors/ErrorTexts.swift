import CommandLine
import IAPBatch
package import IAPCore
import IAPWire
import Languages

/// What people read of an error: one row for each reason.
package enum ErrorTexts {
  /// - Parameter count: for how many payments a row says it, if it can.
  package static func text(of error: IAPError, for count: Int = 1) -> ErrorText {
    switch error.reason {
    case .marketSwitchedOff(let market):
      ErrorText("market \(market) is switched off", hint: "name other markets with --market")
    case .productsUnlisted(let numbers, let count):
      ErrorText(
        """
        \(count, "payment is", "payments are") of a product that the item list does not have, and \
        was not compared with --product: productSeq \
        \(numbers.isEmpty ? "unknown" : Sentence("\(list: numbers)"))
        """,
        hint: """
          if that is the product, give its number: --product \(numbers.first ?? 0); an item list is \
          of one market, which --app-seq names
          """)
    case .product(let product, let problem): ProductErrors.text(product, problem)
    case .user(let user, let problem): ErrorText(ProductErrors.text(user, problem))
    case .payment(let payment, let problem): PaymentErrors.text(payment, problem, of: count)
    case .receipt(let transaction, let problem): ErrorText(ProductErrors.text(transaction, problem))
    case .fault(let operation):
      ErrorText(
        "the fixture store simulated a failure of '\(operation)'\(unsaid: meaning(of: error))")
    case .answerLost(let operation):
      ErrorText(
        "the fixture store applied '\(operation)' and simulated the loss of the answer")
    case .clockBack(let to, let from):
      ErrorText(
        "the clock of the store is at \(from) and cannot go back to \(to)",
        hint: "give a later instant, or make a new store with: iapctl store init PATH")
    case .clockOutOfRange(let from, let period):
      ErrorText(
        "the clock of the store is at \(from); \(period) later is after the year 9999",
        hint: "give a shorter duration")
    case .clockFollowsRealTime(let path):
      ErrorText(
        "\(path) follows the real time",
        hint: """
          set its clock once with --now, for example --now +1d; then the clock stands still, and \
          'iapctl store advance' moves it
          """)
    case .seed(let place, let problem):
      StoreErrors.seed("\(place): \(problem.sentence)", error.code)
    case .seedFile(let path, let place, let problem):
      StoreErrors.seed("\(FileErrors.name(of: path)): \(place): \(problem.sentence)", error.code)
    case .file(let path, let problem): FileErrors.text(path, problem, error.code)
    case .input(let path, let problem): InputErrors.text(FileErrors.name(of: path), problem)
    case .argumentsRounded(let zeros, let count):
      InputErrors.text("the arguments", .numbersRounded(ending: zeros, of: count))
    case .temporaryFileNotWritten(let why):
      ErrorText(
        "a temporary file cannot be written: \(why)", hint: FileErrors.checkDisk)
    case .journal(let name, let problem): JournalErrors.text(name, problem)
    case .server(let origin, let problem): ServerErrors.text(origin, problem)
    case .urlRefused(let url, let setting, let problem, _):
      ErrorText(
        "\(setting): invalid URL '\(url)': \(ServerErrors.text(problem))",
        hint: error.code == .http(.requiresSecureConnection)
          ? "give a URL that begins with https://, such as \(WireDialect.usual.traits.usualOrigin)"
          : "give only scheme, host and port, such as \(WireDialect.usual.traits.usualOrigin)")
    case .noKey(let credential):
      ErrorText(
        "no \(credential.name) given",
        hint: """
          give it with --\(credential.fileOption) PATH, \(credential.variable), or \
          \(credential.fileKey) in a profile
          """)
    case .keyInvalid(let credential, let setting):
      ErrorText(
        """
        \(setting): invalid \(credential.name): empty, or contains a space or another invalid \
        character
        """, hint: "copy the \(credential.name) from the console again")
    case .noAppID:
      ErrorText(
        "no app ID given",
        hint: "name the app in Gamebase with --app-id ID, \(Variables.appID), or appId in a profile"
      )
    case .noAppSeq:
      ErrorText(
        "no app sequence given",
        hint: "name the app's number with --app-seq N, or with appSeq in a profile")
    case .noPackage(let market, let offered):
      ErrorText(
        "no package of market \(market) given",
        hint: offered.map { "the item list names it: --package \(market)=\($0)" }
          ?? """
          name it with --package \(market)=NAME, or with packageNames in a profile; or leave the market out \
          with --market
          """)
    case .identifierTooLong(let kind, let count, let limit):
      ErrorText(
        "the \(ServerErrors.name(of: kind)) has \(count) bytes, more than the limit of \(limit)",
        hint: "copy it again from its source, without other text")
    case .statusNotOK(let status): ServerErrors.text(status: status)
    case .answerNotDocumented(let what):
      ErrorText(
        "the answer is not the documented one: \(what)",
        safeHint: "check that the URL is the IAP server's, and that no proxy answers in its place")
    case .serverSaid(let code, let message):
      ErrorText(refusal(error, code, message.map { ": \($0)" }))
    case .notInAPI(let operation, let api, let alternative):
      ErrorText(
        """
        the API '\(api)' has no call for '\(operation)'\
        \(operation == "purchase" ? ": a real payment starts on the user's device" : nil)
        """, hint: ServerErrors.advice(alternative))
    case .optionNotInAPI(let option, let api, let why, let alternative):
      ErrorText(
        "the \(api) API \(ServerErrors.text(why)), so \(option) does not work with it",
        hint: ServerErrors.advice(alternative))
    case .outage(let count):
      ErrorText(
        "the outcomes of the last \(count) consumes are unknown; the rest was not sent",
        hint: """
          when the service answers again, run the command again with --resume: it settles the \
          unknown payments and sends the rest
          """)
    case .askedToWait(let time):
      ErrorText(
        """
        the server has answered 'try again later' (HTTP 429) for \(time.components.seconds / 60) \
        minutes and has accepted nothing; the rest was not sent
        """,
        hint: "wait a few minutes, then run the command again with --resume: it sends the rest")
    case .change(let problem): StoreErrors.text(of: problem)
    case .rehearsal(let problem): RehearsalErrors.text(of: problem)
    case .usage(let message, let hint):
      ErrorText(Sentence(verbatim: message), hint: hint.map { Sentence(verbatim: $0) })
    case .resultsUnread: ErrorText("the reader of the results closed the pipe")
    case .outputFailed(let why, let done):
      ErrorText(
        "standard output cannot be written: \(why)\(done.map { "; before that: \($0)" })",
        hint: done == nil ? nil : "check what was done before you run the command again")
    case .notConfirmed:
      ErrorText(
        "not confirmed; nothing was consumed",
        hint: "preview with --dry-run, then confirm with --yes")
    case .profileChecksFailed(let count):
      ErrorText(
        "\(count, "check", "checks") failed",
        hint: "do what the remedies say, then run the command again")
    case .changeNotConfirmed:
      ErrorText("not confirmed; nothing was changed", hint: "confirm on a terminal, or with --yes")
    case .nothingFound(let list): ErrorText(list.sentence)
    case .settingNotSet(let key, let profile):
      ErrorText(
        "profile '\(profile)' does not set \(key)",
        hint: "'iapctl config show' shows the value that is used, and its source")
    case .codeNotInOldSDK(let code):
      ErrorText(
        "code \(code) is not in com.toast.iap: the codes of the old SDK end at 17",
        hint: "the SDK of com.nhncloud.iap has it: iapctl explain \(code) --domain iap")
    case .codeNotListed(let code, let domain):
      ErrorText(
        """
        \(CodeMessages.codeOrName(code)) is not listed in \
        \(domain.map { Sentence("\($0.text)", context: "domain") } ?? "any domain")
        """, hint: CodeMessages.whereListed(code, notIn: domain))
    case .stopped(let signal): ErrorText(CommandFailures.stop(by: signal))
    case .libraryMissing(let library, let name, let why):
      ErrorText("\(name) cannot be loaded: \(why)", hint: ServerErrors.remedy(library))
    case .cannotListen(let address, let why):
      ErrorText(
        "cannot listen at \(address): \(why)", hint: "choose another --port; 0 takes a free one")
    case .hostInvalid(let host, let why):
      ErrorText("invalid host '\(host)': \(why)", hint: ServerErrors.hostOfThisMachine)
    case .hostElsewhere(let host, let why):
      ErrorText(
        "'\(host)' is not an address of this machine: \(why)", hint: ServerErrors.hostOfThisMachine)
    case .programNotStarted(let name, let why, let isMissing):
      ErrorText(
        "cannot run '\(name)': \(why)",
        hint: isMissing
          ? """
          give the path of a program, or a name that is in PATH; to run a shell command line, \
          write: -- sh -c 'LINE'
          """ : nil)
    case .outOfFiles(let what):
      ErrorText(
        "cannot open \(FileErrors.name(of: what)): too many open files",
        hint: "raise the limit, then run it again: ulimit -n 1024")
    case .outOfDescriptors(let limit):
      ErrorText(
        "cannot open the sockets of a server: \(limit) files are open already",
        hint: "the program that starts iapctl has left its files open; let it close them")
    case .outOfThreads:
      ErrorText(
        "cannot start the threads of a request or a server",
        hint: """
          raise the limits of processes (ulimit -u) and memory (ulimit -v), then run it again
          """)
    case .outOfMemory(let path):
      ErrorText(
        "too little memory for \(path)",
        hint: "raise the limit of memory (ulimit -v), then run it again")
    case .bug(let what):
      ErrorText("a bug in iapctl: \(what)", hint: "please report it together with the command line")
    }
  }

  private static func refusal(_ error: IAPError, _ code: Int, _ message: Sentence?) -> Sentence {
    let meaning = meaning(of: error)
    return error.outcome == .unknown
      ? Sentence(
        "the server refused with result code \(code)\(message)\(unsaid: meaning)",
        context: "unknown outcome")
      : "the server refused with result code \(code)\(message)\(unsaid: meaning)"
  }

  /// The phrase of the SDK's guide for a code, if the sentence itself says nothing of it. In English the
  /// name of the code says it.
  private static func meaning(of error: IAPError) -> Sentence? {
    error.meaning.map { Sentence(": \($0)", context: "meaning") }
  }
}
