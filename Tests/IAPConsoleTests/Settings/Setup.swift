import IAPFixtures
import TestSupport

@testable import IAPConsole

/// A console with a configuration file, and with the sample store.
struct Setup {
  let folder: TemporaryFolder
  var console = TestConsole()

  /// - Parameter configuration: the text of the file, or nil for no file.
  init(_ configuration: String?) throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("iapctl")
    for path in [folder["game.db"], folder["iapctl/game.db"]] {
      try FixtureStore.create(at: path, from: try Sample.seed(), options: .test)
    }
    if let configuration { console.files[path] = configuration }
    console.variables["XDG_CONFIG_HOME"] = folder.path
  }

  var path: String { folder["iapctl/config.json"] }
}

extension Settings {
  /// The same values, wherever they are from.
  var withoutSource: Settings {
    var copy = self
    copy.source = SettingSource()
    return copy
  }
}
