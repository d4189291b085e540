import TestSupport
import Testing

/// A configuration file that is a symbolic link.
@Suite(.blocking)
struct ConfigurationLinkTests: ServesStores {
  private func path(_ folder: TemporaryFolder) -> String { folder["config/iapctl/config.json"] }

  /// - Parameter link: a shell command that makes the links, in the folder of the file.
  @Test(arguments: [
    "ln -s ../../dot/iapctl.json config.json", #"ln -s "$PWD/../../dot/iapctl.json" config.json"#,
    "ln -s ../../dot/iapctl.json second; ln -s second config.json",
  ])
  func `A symbolic link stays and its target is written`(_ link: String) throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    let made = try program.shell(
      "cd '\(folder.path)' && mkdir -p dot config/iapctl && cd config/iapctl && \(link)")
    #expect(made.status == 0, "\(made.errors)")
    // The target of the link does not exist at first.
    for user in ["alice", "bob"] {
      let run = try program.run("config", "set", "user", user)
      #expect(run.status == 0, "\(run.errors)")
      let text = String(decoding: try folder.read("dot/iapctl.json"), as: UTF8.self)
      #expect(text.contains("\"user\": \"\(user)\""))
      #expect(try program.shell("test -L '\(path(folder))'").status == 0)
    }
    #expect(TemporaryFolder.names(of: folder["dot"]) == ["iapctl.json"])
    #expect(try program.shell("stat -c %a '\(folder["dot/iapctl.json"])'").output == "600\n")
  }

  @Test
  func `Circular symbolic links are reported`() throws {
    let folder = try TemporaryFolder()
    let program = program(folder)
    let made = try program.shell(
      "mkdir -p '\(folder["config/iapctl"])' && cd '\(folder["config/iapctl"])' "
        + "&& ln -s config.json other && ln -s other config.json")
    #expect(made.status == 0)
    let run = try program.run("config", "set", "user", "alice")
    #expect(run.status == 78)
    #expect(run.errors.contains("\(path(folder)) cannot be read: "))
  }
}
