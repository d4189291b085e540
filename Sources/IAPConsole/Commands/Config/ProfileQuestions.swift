import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import IAPWire
import Languages
import Text

/// Asks on a terminal for the settings of a new profile that no option gives. A question is repeated,
/// with the reason, until its answer is valid.
struct ProfileQuestions {
  let context: Context
  let file: ConfigurationFile
  var profile: NewProfile
  /// The lines above the next question.
  private var above: [Messages.Line]

  init(in context: Context, _ file: ConfigurationFile, _ profile: NewProfile) {
    (self.context, self.file, self.profile) = (context, file, profile)
    above = [Messages.Line(message: SetupMessages.begin(path: file.path), depth: 0)]
  }

  /// - Throws: `notConfirmed` at the end of the input.
  mutating func complete() throws {
    try askName()
    try ask(
      SetupMessages.askAPI(ConfigKey.apis, usual: WireDialect.usual.rawValue),
      ConfigurationFormat.api)
    let traits = profile.api.traits
    try ask(SetupMessages.askURL(usual: traits.usualOrigin), ConfigurationFormat.url) { word in
      _ = try ServerURL.origin(of: word, named: ConfigurationFormat.url, isConfigured: false)
    }
    if let credential = traits.credential {
      if traits.needsAppID {
        try ask(SetupMessages.askAppID, ConfigurationFormat.appID, isRequired: true)
      }
      try ask(credential)
      let isByMarket = traits.listsByMarket
      try ask(
        SetupMessages.askMarkets(usual: isByMarket ? Settings.usualMarkets : []),
        ConfigurationFormat.markets)
      if traits.namesPackage { try ask(SetupMessages.askPackage, ConfigurationFormat.package) }
    } else {
      try ask(SetupMessages.askAppSeq, ConfigurationFormat.appSeq, isRequired: true)
    }
    let journal = try? Settings().journalPath(in: context.environment.folders)
    try ask(SetupMessages.askJournal(usual: journal), ConfigurationFormat.journal)
  }

  private mutating func askName() throws {
    guard profile.name == nil else { return }
    let usual: Identifier? = file.profiles.isEmpty ? "default" : nil
    profile.name = try repeated(SetupMessages.askName(usual: usual)) { [file] word in
      let option = ConfigInitCommand.name
      let given = word.isEmpty ? usual?.text ?? "" : word
      let name = try ParsedArguments(values: [option.specification.name: [given]]).value(of: option)
      if let name { try file.requireFree(name) }
      return name
    }
  }

  /// Asks for a setting. An empty answer leaves it out.
  private mutating func ask(
    _ question: Sentence, _ key: String, isRequired: Bool = false,
    _ check: (String) throws -> Void = { _ in }
  ) throws {
    guard profile[key] == nil else { return }
    let word = try repeated(question) { answer in
      let word = key == ConfigurationFormat.markets ? Self.list(answer) : answer
      if !word.isEmpty || isRequired {
        _ = try ConfigKey.checkedValues(word, of: key)
        try check(word)
      }
      return word
    }
    if !word.isEmpty { profile.set(key, to: word) }
  }

  /// The parts of a list that a person separated with commas or spaces, separated with commas.
  private static func list(_ answer: String) -> String {
    answer.split { $0 == "," || $0.isWhitespace }.joined(separator: ",")
  }

  // MARK: The key

  /// Asks for the key, or else for its file.
  private mutating func ask(_ credential: Credential) throws {
    let key = credential.fileKey
    guard profile[key] == nil || profile[key] == "-" else { return }
    let environment = context.environment
    var path: String?
    let typed = try repeated(SetupMessages.askKey(credential), isHidden: true) {
      [context] word -> Secret? in
      guard !word.isEmpty else { return nil }
      // The path of a file is a likely answer too.
      let file = environment.absolute(word, of: key)
      guard environment.fileExists(file) else {
        return try credential.kind.read(Array(word.utf8), from: "-")
      }
      // Throws if the file does not contain a key, or if other users can read it.
      _ = try context.readKey(credential, from: file)
      path = file
      return nil
    }
    if let typed { return profile.setKey(typed, of: credential, in: file.folder) }
    let file =
      try path
      ?? repeated(SetupMessages.askKeyFile(credential)) { [context] word in
        let file = environment.absolute(word, of: key)
        _ = try context.readKey(credential, from: file)
        return file
      }
    profile.set(key, to: file)
  }

  /// Asks for another key, with the reason.
  ///
  /// - Throws: the reason itself at the end of the input.
  mutating func askForOtherKey(after refusal: IAPError) throws {
    guard let credential = profile.credential else { throw refusal }
    profile.removeKey()
    above = context.lines(of: refusal)
    do {
      try ask(credential)
    } catch let error as IAPError where error == .changeDeclined {
      throw refusal
    }
  }

  // MARK: Asking

  private mutating func repeated<Value>(
    _ question: Sentence, isHidden: Bool = false, _ read: (String) throws -> Value
  ) throws -> Value {
    while true {
      let answer = try context.ask(question, below: above, isHidden: isHidden)
      guard let answer else { throw IAPError.changeDeclined }
      above = []
      do {
        return try read(answer.withoutOuterSpaces)
      } catch {
        above = context.lines(of: try context.failure(error))
      }
    }
  }
}

extension Context {
  /// The error that a person can do something about.
  ///
  /// - Throws: the error itself if it ends the command: an interrupt, or a bug.
  func failure(_ error: any Error) throws -> IAPError {
    switch error {
    case let error as UsageError: return IAPError(error)
    case let error as IAPError where ![.iapctl(.interrupted), .iapctl(.bug)].contains(error.code):
      return error
    default: throw error
    }
  }

  /// An error and its hint, above a question.
  func lines(of error: IAPError) -> [Messages.Line] {
    [Messages.Line(message: ErrorMessages.message(of: error), depth: 0)]
      + (ErrorMessages.hint(of: error).map { [Messages.Line(message: $0)] } ?? [])
  }
}
