import CommandLine
import IAPCore
import IAPMessages
import Text

/// Which sources of settings a command reads, beside the command line. Invalid values in the other
/// sources do not matter: `config set` works with a wrong profile.
enum SettingsNeed: Sendable {
  case nothing
  /// The environment, but no profile.
  case environment
  case everything
  /// Everything, and a fixture store.
  case store
}

extension Settings {
  /// Reads the settings from the sources that a command needs.
  static func read(
    _ arguments: ParsedArguments, in environment: Environment, _ need: SettingsNeed
  ) throws -> Settings {
    switch need {
    case .nothing:
      var settings = try Settings(arguments, [:])
      settings.language = .chosen(by: arguments, in: environment)
      return settings
    case .environment: return try Settings(arguments, environment.readableVariables())
    case .everything, .store:
      let variables = try environment.readableVariables()
      let profile = try ConfigurationFile.profile(for: arguments, in: environment)
      var settings = try Settings(arguments, variables, profile)
      try settings.findTimeZone(in: environment)
      return settings
    }
  }

  /// A person's choice must exist. A machine whose `TZ` names nothing that it has is in UTC, as for its
  /// other programs.
  private mutating func findTimeZone(in environment: Environment) throws(UsageError) {
    if let name = timeZoneName {
      let option = GlobalOptions.timeZone.specification
      timeZone = try environment.timeZone(
        chosen: name, by: location(of: option)?.name ?? "", origin: origin(of: option))
    } else if let name = environment.variables[Variables.timeZone], !name.isEmpty {
      if let zone = environment.timeZone(named: name) {
        timeZone = zone
      } else {
        unknownTimeZone = name
      }
    }
  }
}

extension Environment {
  /// A time zone that a person chose.
  ///
  /// - Parameter source: the option or the key that names it.
  func timeZone(
    chosen name: String, by source: String, origin: UsageError.Origin
  ) throws(UsageError) -> TimeZone {
    if let (sign, hours, isWhole) = Self.offset(in: name) {
      throw UsageError(
        SettingUsage.offsetAsTimeZone(
          name, in: source, hours: isWhole ? "\(sign)\(hours)" : nil,
          zone: "Etc/GMT\(sign == "-" ? "+" : "-")\(hours)"),
        origin: origin)
    }
    guard let zone = timeZone(named: name) else {
      throw UsageError(SettingUsage.unknownTimeZone(name, in: source), origin: origin)
    }
    return zone
  }

  /// The hours of `UTC+9`, `GMT-3` or `+09:00`, and whether there are no minutes beside them; nil for a name
  /// of a time zone.
  private static func offset(
    in name: String
  ) -> (sign: Character, hours: Int, isWhole: Bool)? {
    let rest =
      ["UTC", "GMT"].first(where: name.uppercased().hasPrefix).map { name.dropFirst($0.count) }
      ?? name[...]
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    let hours = rest.dropFirst().prefix(2).prefix { $0.isNumber }
    guard let number = Int(hours) else { return nil }
    let minutes = rest.dropFirst(1 + hours.count)
    return (sign, number, minutes.allSatisfy { $0 == ":" || $0 == "0" })
  }

  fileprivate func timeZone(named name: String) -> TimeZone? {
    ["UTC", "UTC0", "Etc/UTC"].contains(name) ? .utc : host.timeZone(named: name)
  }
}

extension TimeZone {
  /// How a table shows instants.
  var instants: InstantStyle {
    guard self != .utc else { return .utc }
    return InstantStyle(zone: name) { text, cell in
      guard let instant = Instant(String(decoding: text, as: UTF8.self)) else {
        return cell.append(contentsOf: text)
      }
      instant.append(in: self, to: &cell)
    }
  }
}

extension Environment.Output {
  /// How text is shown on the stream. Colour is decided by `--color`, then `NO_COLOR`, then
  /// `CLICOLOR_FORCE`, then `TERM`, then by whether the stream is a terminal.
  func display(_ choice: ColourChoice, _ variables: [String: String]) -> Display {
    func isSet(_ name: String) -> Bool { !(variables[name] ?? "").isEmpty }
    let isColoured =
      switch choice {
      case .always: true
      case .never: false
      case .auto where isSet(Variables.colour.never): false
      case .auto where isSet(Variables.colour.always) && variables[Variables.colour.always] != "0":
        true
      case .auto where variables[Variables.colour.terminal] == "dumb": false
      case .auto: isTerminal
      }
    return Display(
      columns: isTerminal ? columns : nil, isTerminal: isTerminal, isColoured: isColoured)
  }
}

extension Messages {
  init(stream: Environment.Output) { self.init(write: { try? stream.write($0) }) }
}
