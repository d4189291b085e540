import CommandLine
import IAPBatch
import IAPCore
import IAPRemote
import Languages
import Text

/// The messages in English.
struct English {
  func text(of error: IAPError) -> ErrorText {
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
    case .product(let product, let problem): text(product, problem)
    case .user(let user, let problem): ErrorText(sentence(user, problem))
    case .payment(let payment, let problem): text(payment, problem)
    case .receipt(let transaction, let problem): ErrorText(sentence(transaction, problem))
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
    case .seed(let place, let problem): seed("\(place): \(problem.sentence)", error.code)
    case .seedFile(let path, let place, let problem):
      seed("\(input(path)): \(place): \(problem.sentence)", error.code)
    case .file(let path, let problem): text(path, problem, error.code)
    case .input(let path, let problem): text(input(path), problem)
    case .argumentsRounded(let zeros, let count):
      text("the arguments", .numbersRounded(ending: zeros, of: count))
    case .temporaryFileNotWritten(let why):
      ErrorText(
        "a temporary file cannot be written: \(why)", hint: checkDisk)
    case .journal(let name, let problem): text(name, problem)
    case .server(let origin, let problem): text(origin, problem)
    case .urlRefused(let url, let setting, let problem, _):
      ErrorText(
        "\(setting): invalid URL '\(url)': \(sentence(problem))",
        hint: error.code == .http(.requiresSecureConnection)
          ? "give a URL that begins with https://, such as \(ServerURL.usual)"
          : "give only scheme, host and port, such as \(ServerURL.usual)")
    case .noKey(let credential):
      ErrorText(
        "no \(name(credential)) given",
        hint: """
          give it with --\(credential.fileOption.specification.name) PATH, \(credential.variable), or \
          \(credential.fileKey) in a profile
          """)
    case .keyInvalid(let credential, let setting):
      ErrorText(
        """
        \(setting): invalid \(name(credential)): empty, or contains a space or another invalid \
        character
        """, hint: "copy the \(name(credential)) from the console again")
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
          ?? "name it with --package NAME, or with packageName or packageNames in a profile")
    case .identifierTooLong(let kind, let count, let limit):
      ErrorText(
        "the \(sentence(kind)) has \(count) bytes, more than the limit of \(limit)",
        hint: "copy it again from its source, without other text")
    case .statusNotOK(let status): text(status: status)
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
        """, hint: sentence(alternative))
    case .optionNotInAPI(let option, let api, let why, let alternative):
      ErrorText(
        "the \(api) API \(sentence(why)), so \(option) does not work with it",
        hint: sentence(alternative))
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
    case .change(let problem): text(problem)
    case .rehearsal(let problem): text(problem)
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
    case .nothingFound(let list): ErrorText(text(.empty(list)))
    case .codeNotListed(let code, let domain):
      ErrorText(
        """
        \(codeOrName(code)) is not listed in \
        \(domain.map { Sentence("\($0.text)", context: "domain") } ?? "any domain")
        """, hint: whereListed(code, notIn: domain))
    case .stopped(let signal): ErrorText(sentence(signal: signal))
    case .libraryMissing(let library, let name, let why):
      ErrorText("\(name) cannot be loaded: \(why)", hint: remedy(library))
    case .cannotListen(let address, let why):
      ErrorText(
        "cannot listen at \(address): \(why)", hint: "choose another --port; 0 takes a free one")
    case .hostInvalid(let host, let why):
      ErrorText("invalid host '\(host)': \(why)", hint: hostOfThisMachine)
    case .hostElsewhere(let host, let why):
      ErrorText("'\(host)' is not an address of this machine: \(why)", hint: hostOfThisMachine)
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
        "cannot open \(sentence(what)): too many open files",
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

  private func refusal(_ error: IAPError, _ code: Int, _ message: Sentence?) -> Sentence {
    let meaning = meaning(of: error)
    return error.outcome == .unknown
      ? Sentence(
        "the server refused with result code \(code)\(message)\(unsaid: meaning)",
        context: "unknown outcome")
      : "the server refused with result code \(code)\(message)\(unsaid: meaning)"
  }

  /// The phrase of the SDK's guide for a code, if the sentence itself says nothing of it. In English the
  /// name of the code says it.
  private func meaning(of error: IAPError) -> Sentence? {
    error.meaning.map { Sentence(": \($0)", context: "meaning") }
  }

  /// The row of an invalid command line or setting.
  func text(of error: UsageError) -> ErrorText {
    switch error.problem {
    case let problem as PlaceProblem: text(problem)
    case let problem as SettingProblem: text(problem)
    case let problem as ConsumeProblem: text(problem)
    case let problem as CommandProblem: text(problem)
    case let problem as ArgumentProblem: text(problem)
    case let problem: ErrorText(Sentence(verbatim: "\(problem)"))
    }
  }

  func repeated(_ message: Sentence, _ count: Int) -> Sentence { "\(count) × \(message)" }

  /// A message that ends with a value has no full stop in any language.
  func examples(_ message: Sentence, _ payments: [Identifier], of count: Int) -> Sentence {
    switch (count > payments.count, message.endsWithValue) {
    case (true, false): "\(message), for example \(list: payments)"
    case (false, false): Sentence("\(message): \(list: payments)", context: "payments")
    case (true, true):
      Sentence("\(message), for example \(list: payments)", context: "payments after a value")
    case (false, true): Sentence("\(message): \(list: payments)", context: "payments after a value")
    }
  }

  func text(_ notice: RemoteNotice) -> Sentence {
    switch notice {
    case .appStopped(let app):
      "app \(app) is not in use (appUsingStatus STOP), so none of its products is active"
    case .productIdentifiersMissing(let error):
      """
      product identifiers are missing, because the app's item list could not be read: \
      \(text(of: error).message)
      """
    case .marketWithoutPackage(let market, let offered?):
      """
      market \(market) was left out, because its package is not given; name it with --package \
      \(market)=\(offered), the package that the item list names
      """
    case .marketWithoutPackage(let market, nil):
      """
      market \(market) was left out, because its package is not given; name it with --package \
      \(market)=NAME
      """
    }
  }

  func incomplete(without market: StoreCode, _ error: Sentence) -> Sentence {
    "list incomplete: \(market): \(error)"
  }

  func unanswered(_ error: Sentence) -> Sentence { "a request was not answered: \(error)" }

  func remedy(of error: IAPError) -> Sentence { Sentence(stringLiteral: error.row.remedy) }

  var checkOutcome: Sentence { "it may have happened: check the outcome before you repeat it" }
  var repeatCommand: Sentence { "nothing was applied: run the command again" }
}
