import Testing

@testable import IAPConsole

struct UserFoldersTests {
  @Test(
    arguments: [
      (["HOME": "/h"], "/a", "/h", "/h/.config", "/h/.local/state"),
      ([:], "/a", "/a", "/a/.config", "/a/.local/state"),
      (["HOME": ""], "/a", "/a", "/a/.config", "/a/.local/state"),
      (["HOME": "h"], "/a", "/a", "/a/.config", "/a/.local/state"),
      (["HOME": "/홈"], nil, "/홈", "/홈/.config", "/홈/.local/state"),
      (["HOME": "h"], nil, nil, nil, nil), ([:], nil, nil, nil, nil),
      (["XDG_CONFIG_HOME": "/x"], nil, nil, "/x", nil),
      (["XDG_STATE_HOME": "/s"], "/a", "/a", "/a/.config", "/s"),
      (["XDG_CONFIG_HOME": "x/y", "HOME": "/h"], nil, "/h", "/h/.config", "/h/.local/state"),
      (
        ["XDG_CONFIG_HOME": "~/x", "XDG_STATE_HOME": ""], "/a", "/a", "/a/.config",
        "/a/.local/state"
      ),
    ] as [([String: String], String?, String?, String?, String?)])
  func `HOME, else the account's folder, for configuration, journal and ~ alike`(
    _ variables: [String: String], _ account: String?, _ home: String?, _ configuration: String?,
    _ state: String?
  ) {
    let folders = UserFolders({ variables[$0] }, account: { account })
    #expect(folders.home == home)
    #expect(folders.configuration == configuration)
    #expect(folders.state == state)
    #expect(
      ConfigurationFile.path(in: folders) == configuration.map { $0 + "/iapctl/config.json" })
  }

  @Test
  func `The account is asked for only if HOME is missing`() {
    let folders = UserFolders(
      { ["HOME": "/h"][$0] },
      account: {
        Issue.record("asked")
        return nil
      })
    #expect(folders.home == "/h")
  }
}
