import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// Paths in a profile.
extension ProfileTests {
  @Test(arguments: [
    ("game.db", "/x/iapctl/game.db"), ("../game.db", "/x/iapctl/../game.db"),
    ("./a/b.db", "/x/iapctl/./a/b.db"), ("/a/b.db", "/a/b.db"), ("보석.db", "/x/iapctl/보석.db"),
    ("", ""), ("~/game.db", "/home/u/game.db"), ("~", "/home/u"),
    ("~u/game.db", "/x/iapctl/~u/game.db"),
  ])
  func `Relative paths start at the folder of the configuration file`(
    _ store: String, _ path: String
  ) throws {
    let file = try ConfigurationFile(
      Array("{\"profiles\": {\"p\": {\"store\": \"\(store)\", \"user\": \"u\"}}}".utf8),
      at: "/x/iapctl/config.json", home: "/home/u")
    let profile = try #require(file.profiles["p"])
    #expect(profile.values(of: GlobalOptions.store.specification) == [path])
    #expect(profile.values(of: GlobalOptions.user.specification) == ["u"])
    #expect(profile.values["store"] == [store])
  }

  @Test(arguments: ["보석", "e\u{301}", "a b", "💎/x"])
  func `The folder may have any name`(_ name: String) async throws {
    let path = "/no/such/\(name)/iapctl"
    var console = TestConsole()
    console.files["\(path)/config.json"] =
      "{\"profile\": \"p\", \"profiles\": {\"p\": {\"store\": \"game.db\"}}}"
    console.variables["XDG_CONFIG_HOME"] = "/no/such/\(name)"
    let run = await console.run("store check")
    #expect(run.errors.contains("there is no file \(path)/game.db"))
  }
}
