package import CommandLine

/// The value of a setting and where it was set. `settings.user` is the value, and `settings.$user`
/// has the location.
@propertyWrapper
package struct Setting<Value: Equatable & Sendable>: Equatable, Sendable {
  package var wrappedValue: Value
  /// Nil if it was not set.
  package var location: Location?

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  init(_ value: Value, at location: Location) {
    (wrappedValue, self.location) = (value, location)
  }

  package var projectedValue: Setting {
    get { self }
    set { self = newValue }
  }

  /// The source of the setting. The command line if it was not set.
  var origin: UsageError.Origin { location?.origin ?? .commandLine }

  /// Whether it was set on the command line.
  var isTyped: Bool { location?.origin == .commandLine }
}

/// Where a setting was set.
package struct Location: Equatable, Sendable {
  package let origin: UsageError.Origin
  /// The name in messages: `--store`, `IAPCTL_STORE`, `store of profile 'live' in FILE`.
  package let name: String
  /// The source as `config show` prints it: the option, the variable or the profile.
  package let source: String

  static func option(_ option: OptionSpecification) -> Location {
    Location(origin: .commandLine, name: "--\(option.name)", source: "--\(option.name)")
  }

  static func variable(_ name: String) -> Location {
    Location(origin: .variable(name), name: name, source: name)
  }

  static func profile(_ profile: Profile, key: String) -> Location {
    Location(
      origin: .configuration, name: "\(key) of \(profile.place)",
      source: "profile '\(profile.name)'")
  }

  /// The precedence; the lowest number wins: command line, environment, profile.
  var level: Int {
    switch origin {
    case .commandLine: 0
    case .variable: 1
    case .configuration, .missingBackend: 2
    }
  }
}
