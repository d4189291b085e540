package import JSON
import Languages

extension IAPError {
  /// What exactly happened, with the names of the things concerned. Each case has its row in
  /// ``text(for:)``; so have the problems of an area, beside their cases.
  package enum Reason: Hashable, Sendable {
    case marketSwitchedOff(StoreCode)
    case productsUnlisted([Int64], payments: Int)
    case product(Identifier, ProductProblem)
    case user(Identifier, UserProblem)
    case payment(Identifier, PaymentProblem)
    case receipt(transaction: Identifier, ReceiptProblem)
    case fault(operation: String)
    case answerLost(operation: String)
    case clockBack(to: Instant, from: Instant)
    case clockOutOfRange(from: Instant, by: CalendarPeriod)
    case clockFollowsRealTime(path: String)
    case seed(place: String, problem: JSONProblem.Kind)
    /// The same, with the path of the seed; `-` is standard input.
    case seedFile(String, place: String, problem: JSONProblem.Kind)

    /// A file, by its path; `-` is standard input.
    case file(String, FileProblem)
    /// The content of a file, by its path; `-` is standard input.
    case input(String, InputProblem)
    /// The payment numbers on the command line were rounded, as those of an input
    /// (``InputProblem/numbersRounded(ending:of:)``).
    case argumentsRounded(ending: Int, of: Int)
    case temporaryFileNotWritten(why: String)

    /// The connection to a server, by its origin.
    case server(String, ServerProblem)
    /// - Parameter setting: what names the URL: `--url`.
    case urlRefused(String, setting: String, URLProblem, isConfigured: Bool)
    case noKey(Credential)
    /// - Parameter setting: what gives the key.
    case keyInvalid(Credential, setting: String)
    case noAppID
    case noAppSeq
    /// - Parameter offered: the package that the market's item list names.
    case noPackage(StoreCode, offered: String?)
    case identifierTooLong(IdentifierKind, bytes: Int, limit: Int)
    case statusNotOK(Int)
    case answerNotDocumented(String)
    case serverSaid(code: Int, message: String?)
    case notInAPI(operation: String, api: String, alternative: Alternative)
    case optionNotInAPI(option: String, api: String, why: Lack, alternative: Alternative)
    case outage(unknownInARow: Int)
    case askedToWait(Duration)

    case change(ChangeProblem)

    case rehearsal(RehearsalProblem)

    /// What is said where the error is made: of the command line, a setting, or a journal in a database.
    indirect case text(ErrorText)
    case resultsUnread
    /// - Parameter done: what the command did before, as a sentence.
    case outputFailed(why: String, done: String?)
    case notConfirmed
    case profileChecksFailed(Int)
    /// A change of the configuration was not confirmed.
    case changeNotConfirmed
    /// A person was asked and did not say yes, which needs no advice.
    ///
    /// - Parameter count: the number of payments, if another number was typed.
    case declined(consume: Bool, count: Int? = nil)
    case nothingFound(EmptyList)
    case codeNotListed(String, in: ErrorDomain?)
    case exitStatusNotListed(Int)
    case codeNotInOldSDK(String)
    case settingNotSet(key: String, profile: Identifier)
    case stopped(signal: Int32)
    case libraryMissing(Library, name: String, why: String)
    case cannotListen(at: String, why: String)
    case hostInvalid(String, why: String)
    case hostElsewhere(String, why: String)
    /// - Parameter isMissing: false if the program was found but cannot be run.
    case programNotStarted(String, why: String, isMissing: Bool)
    case outOfFiles(OpenedFile)
    case outOfDescriptors(below: Int)
    case outOfThreads
    case outOfMemory(String)
    case bug(String)
  }
}

extension IAPError {
  /// - Parameter count: for how many payments a row says it, if it can.
  package func text(for count: Int = 1) -> ErrorText {
    switch reason {
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
    case .product(let product, let problem): problem.text(of: product)
    case .user(let user, let problem): ErrorText(problem.sentence(of: user))
    case .payment(let payment, let problem): problem.text(of: payment, for: count)
    case .receipt(let transaction, let problem): ErrorText(problem.sentence(of: transaction))
    case .fault(let operation):
      ErrorText(
        "the fixture store simulated a failure of '\(operation)'\(unsaid: meaningOfCode)")
    case .answerLost(let operation):
      ErrorText(
        "the fixture store applied '\(operation)' and simulated the loss of the answer")
    case .clockBack(let to, let from):
      ErrorText(
        "the clock of the store is at \(from) and cannot go back to \(to)",
        hint: ConsoleCode.clockMovedBack.row.advice)
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
      seed("\(place): \(problem.sentence)")
    case .seedFile(let path, let place, let problem):
      seed("\(FileProblem.name(of: path)): \(place): \(problem.sentence)")
    case .file(let path, let problem): problem.text(of: path, code)
    case .input(let path, let problem): problem.text(of: path)
    case .argumentsRounded(let zeros, let count):
      InputProblem.rounded(in: "the arguments", zeros, of: count)
    case .temporaryFileNotWritten(let why):
      ErrorText(
        "a temporary file cannot be written: \(why)", hint: FileProblem.checkDisk)
    case .server(let origin, let problem): problem.text(of: origin)
    case .urlRefused(let url, let setting, let problem, _):
      ErrorText(
        "\(setting): invalid URL '\(url)': \(problem.sentence)",
        hint: code == .http(.requiresSecureConnection)
          ? "give a URL that begins with https://, such as \(ServerName.usualOrigin)"
          : "give only scheme, host and port, such as \(ServerName.usualOrigin)")
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
        "the \(kind.name) has \(count) bytes, more than the limit of \(limit)",
        hint: "copy it again from its source, without other text")
    case .statusNotOK(let status): ServerProblem.text(status: status)
    case .answerNotDocumented(let what):
      ErrorText(
        "the answer is not the documented one: \(what)",
        safeHint: "check that the URL is the IAP server's, and that no proxy answers in its place")
    case .serverSaid(let code, let message):
      ErrorText(refusal(code, message.map { ": \($0)" }))
    case .notInAPI(let operation, let api, let alternative):
      ErrorText(
        """
        the API '\(api)' has no call for '\(operation)'\
        \(operation == "purchase" ? ": a real payment starts on the user's device" : nil)
        """, hint: alternative.sentence)
    case .optionNotInAPI(let option, let api, let why, let alternative):
      ErrorText(
        "the \(api) API \(why.sentence), so \(option) does not work with it",
        hint: alternative.sentence)
    case .outage(let count):
      ErrorText(
        "the outcomes of the last \(count) consumes are unknown; the rest was not sent",
        hint: ConsoleCode.outage.row.advice)
    case .askedToWait(let time):
      ErrorText(
        """
        the server has answered 'try again later' (HTTP 429) for \(time.components.seconds / 60) \
        minutes and has accepted nothing; the rest was not sent
        """,
        hint: "wait a few minutes, then run the command again with --resume: it sends the rest")
    case .change(let problem): problem.text
    case .rehearsal(let problem): problem.text
    case .text(let text): text
    case .resultsUnread: ErrorText("the reader of the results closed the pipe")
    case .outputFailed(let why, let done):
      ErrorText(
        "standard output cannot be written: \(why)\(done.map { "; before that: \($0)" })",
        hint: done == nil ? nil : "check what was done before you run the command again")
    case .notConfirmed:
      ErrorText(
        "not confirmed; nothing was consumed",
        hint: "preview with --dry-run, then confirm with --yes")
    case .declined(_, let count?):
      ErrorText("the question was about \(count) payments, not this number; nothing was consumed")
    case .declined(let isConsume, nil):
      ErrorText(
        isConsume ? "not confirmed; nothing was consumed" : "not confirmed; nothing was changed")
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
        hint: "to see the value that is used, and its source: iapctl config show")
    case .codeNotInOldSDK(let code):
      ErrorText(
        "code \(code) is not in com.toast.iap: the codes of the old SDK end at 17",
        hint: "the SDK of com.nhncloud.iap has it: iapctl explain \(code) --domain iap")
    case .codeNotListed(let code, let domain): CodeMessages.notListed(code, in: domain)
    case .exitStatusNotListed(let status):
      ErrorText(
        "iapctl does not exit with \(status)",
        hint: "the exit statuses are in: iapctl help exit-codes")
    case .stopped(let signal): ErrorText(CommandFailure.stop(by: signal))
    case .libraryMissing(let library, let name, let why):
      ErrorText("\(name) cannot be loaded: \(why)", hint: library.remedy)
    case .cannotListen(let address, let why):
      ErrorText(
        "cannot listen at \(address): \(why)", hint: ConsoleCode.addressUnusable.row.advice)
    case .hostInvalid(let host, let why):
      ErrorText("invalid host '\(host)': \(why)", hint: ServerProblem.hostOfThisMachine)
    case .hostElsewhere(let host, let why):
      ErrorText(
        "'\(host)' is not an address of this machine: \(why)", hint: ServerProblem.hostOfThisMachine
      )
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
        "cannot open \(what.name): too many open files",
        hint: ConsoleCode.tooManyOpenFiles.row.advice)
    case .outOfDescriptors(let limit):
      ErrorText(
        "cannot open the sockets of a server: \(limit) files are open already",
        hint: "the program that starts iapctl has left its files open; let it close them")
    case .outOfThreads:
      ErrorText(
        "cannot start the threads of a request or a server",
        hint: ConsoleCode.tooManyThreads.row.advice)
    case .outOfMemory(let path):
      ErrorText(
        "too little memory for \(path)",
        hint: ConsoleCode.tooLittleMemory.row.advice)
    case .bug(let what):
      ErrorText("a bug in iapctl: \(what)", hint: "please report it together with the command line")
    }
  }

  private func seed(_ problem: Sentence) -> ErrorText {
    ErrorText(
      problem,
      hint: code == .iapctl(.seedContradicts)
        ? "remove it from the seed, or load the seed into a new store"
        : """
        the manual page iapctl-fixture(5) describes every key; for a complete example: iapctl store \
        dump
        """)
  }
}
