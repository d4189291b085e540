/// The configuration file, read and changed.
enum ConfigurationTarget {
  private static let path = "/config/iapctl/config.json"

  @Sendable
  static func run(_ input: [UInt8]) async throws {
    for line in [
      "config show", "config show --profile live -o json", "config list", "config set user zoe",
      "config unset user --profile live", "config use live", "unconsumed", "products -o json",
    ] {
      var console = FuzzConsole()
      console.variables["XDG_CONFIG_HOME"] = "/config"
      console.files.put(input, at: path)
      let run = try await console.run(line.split(separator: " ").map(String.init))
      guard line.hasPrefix("config set"), run.status == 0 else { continue }
      let shown = try await console.run(["config", "show"])
      try Finding.require(shown.status == 0, "what 'config set' wrote cannot be read")
    }
  }
}
