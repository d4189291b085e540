import CommandLine
import IAPCore
import IAPWire
import Text

/// A hint as it is printed: each command in it acts where the command that was typed acts, has the
/// user and the ticket that were given, and ends its line.
struct HintText: Sendable {
  let typed: TypedOptions
  /// The user of the command line; nil if several or none is known.
  private let user: Identifier?
  /// Whether the command acts on a fixture store, which knows whose payments it has.
  private let isStore: Bool
  /// The API of the place; nil for a fixture store, and if it is not known.
  private var api: WireDialect?
  /// Whether the profile requires a ticket of each consume.
  private let needsTicket: Bool
  /// Whether subscriptions need the app's package, and no setting names it.
  private var lacksPackage = false
  /// The shared options of the command that the words after `iapctl` name; nil if they name none.
  private let uses: @Sendable (_ words: [Substring]) -> SharedOptions?

  init(
    _ typed: TypedOptions = TypedOptions(), user: Identifier? = nil, isStore: Bool = false,
    needsTicket: Bool = false,
    uses: @escaping @Sendable (_ words: [Substring]) -> SharedOptions? = { _ in nil }
  ) {
    (self.typed, self.user, self.isStore, self.uses) = (typed, user, isStore, uses)
    self.needsTicket = needsTicket
  }

  init(
    _ settings: Settings, usesBackend: Bool = true,
    uses: @escaping @Sendable ([Substring]) -> SharedOptions?
  ) {
    let isStore = usesBackend && (try? settings.isRemote) == false
    let users = settings.source.arguments.values[GlobalOptions.user.specification.name] ?? []
    self.init(
      settings.source.typed, user: users.count > 1 ? nil : settings.user, isStore: isStore,
      needsTicket: settings.source.requiresTicket, uses: uses)
    api = isStore ? nil : settings.dialect
    lacksPackage = api?.traits.namesPackage == true && settings.packages == nil
  }

  func following(_ settings: Settings) -> HintText { HintText(settings, uses: uses) }

  /// Completes commands as if other options were typed.
  func typing(_ options: TypedOptions) -> HintText { HintText(options, uses: uses) }

  func completed(_ hint: String) -> String {
    pieces(of: hint).map { piece in piece.command.map(completed(command:)) ?? piece.text }.joined()
  }

  /// The lines of a hint with complete commands. Each command that is to be pasted ends a line.
  func lines(_ hint: String) -> [String] {
    var lines = [""]
    var isEnded = false
    for piece in pieces(of: hint) {
      let text = isEnded ? Self.withoutSeparator(piece.text) : piece.text
      if piece.command == nil, text.isEmpty { continue }
      if isEnded { lines.append("") }
      let line = lines[lines.count - 1]
      isEnded = piece.command != nil && (line.isEmpty || line.hasSuffix(": "))
      lines[lines.count - 1] += piece.command.map(completed(command:)) ?? text
    }
    return lines.filter { !$0.isEmpty }
  }

  /// What stands between two commands of a sentence: the new line replaces it.
  private static func withoutSeparator(_ text: String) -> String {
    String(text.drop { ";,.。、) ".contains($0) })
  }

  // MARK: The commands of a text

  /// A part of a text: a command, or what stands around it.
  private struct Piece {
    let text: String
    var command: String?
  }

  private func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let found = rest.range(of: "iapctl ") {
      let before = rest[..<found.lowerBound]
      let isNamed = before.last == "'"
      guard isNamed || before.last.map({ " (：".contains($0) }) ?? true,
        let name = rest[found.upperBound...].split(separator: " ", maxSplits: 1).first,
        uses([name.prefix { $0.isLetter }]) != nil
      else {
        pieces.append(Piece(text: String(rest[..<found.upperBound])))
        rest = rest[found.upperBound...]
        continue
      }
      let end = Self.end(ofCommandIn: rest[found.upperBound...], isNamed: isNamed)
      pieces.append(Piece(text: String(before)))
      let command = String(rest[found.lowerBound..<end])
      // A command in quotes is a name, not to be pasted.
      pieces.append(isNamed ? Piece(text: command) : Piece(text: "", command: command))
      rest = rest[end...]
    }
    return pieces + [Piece(text: String(rest))]
  }

  /// Where a command ends: at the punctuation of the sentence outside of quotes.
  ///
  /// - Parameter isNamed: whether the sentence has the command in single quotes.
  private static func end(ofCommandIn text: Substring, isNamed: Bool) -> String.Index {
    var quote: Character?
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        if isNamed { return index }
        quote = character
      } else if ";)。、\n".contains(character) {
        return index
      } else if ",.:".contains(character) {
        let next = text.index(after: index)
        if next == text.endIndex || text[next] == " " { return index }
      }
    }
    return text.endIndex
  }

  // MARK: What a command lacks

  /// The options of a place, a profile and a journal.
  private static let completing =
    SharedOptions.place.own + [
      GlobalOptions.profile.specification, GlobalOptions.journal.specification,
    ]

  private func completed(command: String) -> String {
    var command = command
    if api == .gamebase { command = command.replacing(Self.placeOfGamebase, with: "") }
    if let user {
      command = command.replacing("--user ID", with: Self.option("user", user.text))
    } else if uses(in: command).contains(.users), !typedUsers.isEmpty {
      command = command.replacing(" --user ID", with: typedUsers)
    } else if isStore || api?.traits.findsPayments == true {
      command = withoutUser(command)
    }
    if api?.traits.listsTransactions == true, command.hasPrefix("iapctl unconsumed ") {
      command += typed.shellText(of: [GlobalOptions.transaction.specification])
    }
    let ticket = typed.shellText(of: [GlobalOptions.ticket.specification])
    if !ticket.isEmpty { command = command.replacing(" --ticket TEXT", with: ticket) }
    return placed(command)
  }

  /// The command as it acts where the command that was typed acts. What a person must fill in stays.
  func placed(_ command: String) -> String {
    let more =
      ticket(of: command) + package(of: command)
      + typed.shellText(of: missing(in: command, that: uses(in: command)))
    guard let program = command.range(of: " -- ") else { return command + more }
    return command[..<program.lowerBound] + more + command[program.lowerBound...]
  }

  /// The ticket that a consume lacks.
  private func ticket(of command: String) -> String {
    let option = GlobalOptions.ticket.specification
    // The rows of a file may have tickets of their own.
    let without = [option.name, InputOptions.from.specification.name, "help"]
    guard needsTicket, command.hasPrefix("iapctl consume "),
      !without.contains(where: { command.contains(" --\($0)") })
    else { return "" }
    let typed = typed.shellText(of: [option])
    return typed.isEmpty ? ShellText.option(option.name, "TEXT") : typed
  }

  /// The package that a list of subscriptions lacks.
  private func package(of command: String) -> String {
    let name = GlobalOptions.package.specification.name
    let isLacking =
      lacksPackage && command.hasPrefix("iapctl subscriptions ") && !command.contains(" --\(name)")
    return isLacking ? ShellText.option(name, "NAME") : ""
  }

  /// The place in sentences that propose a command of Gamebase. The options that were typed replace it.
  private static let placeOfGamebase = " --api gamebase --app-id ID --secret-key-file FILE"

  private var typedUsers: String { typed.shellText(of: [GlobalOptions.user.specification]) }

  private func uses(in command: String) -> SharedOptions {
    uses(Array(command.split(separator: " ").dropFirst())) ?? []
  }

  /// The command where payments are found without their user: some commands need none.
  private func withoutUser(_ command: String) -> String {
    isStore && command.hasPrefix("iapctl unconsumed ")
      ? command.replacing("--user ID", with: "--all-users")
      : command.hasPrefix("iapctl payment show ")
        ? command.replacing(" --user ID", with: "") : command
  }

  private static func option(_ name: String, _ value: String) -> String {
    String(ShellText.option(name, value).dropFirst())
  }

  private func missing(
    in command: String, that uses: SharedOptions
  ) -> [OptionSpecification] {
    let isNamed = { (option: OptionSpecification) in
      command.contains(" --\(option.name) ") || command.contains(" --\(option.name)=")
    }
    let taken = Set(uses.taken.map(\.name))
    // A command for another API has its whole place.
    guard !uses.isDisjoint(with: [.store, .server, .journal]),
      !isNamed(GlobalOptions.api.specification)
    else { return [] }
    let hasPlace =
      isNamed(GlobalOptions.store.specification) || isNamed(GlobalOptions.url.specification)
    return Self.completing.filter { option in
      let isOfPlace = SharedOptions.place.own.contains { $0.name == option.name }
      let isTaken =
        taken.contains(option.name) || option.name == GlobalOptions.profile.specification.name
      return isTaken && !isNamed(option) && !(isOfPlace && hasPlace)
    }
  }
}
