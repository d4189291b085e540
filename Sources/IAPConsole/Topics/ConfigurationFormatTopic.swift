import CommandLine

/// The manual page of the configuration file.
enum ConfigurationFormatTopic {
  static let topic = Topic(
    "config", "the configuration of iapctl",
    [
      Part(
        "Description",
        [
          .paragraph(
            "A JSON file in UTF-8 with named groups of settings, the profiles. The current "
              + "profile is the one from --profile, else from IAPCTL_PROFILE, else from the key "
              + "profile. Where a command acts is taken whole from options, a "
              + "typed --profile, the environment or the current profile. Precedence for each other "
              + "setting: option, typed --profile, environment, current profile."),
          .paragraph(
            "Unknown keys, repeated keys and values of the wrong type are errors that name "
              + "their position. A relative path is resolved from the folder of the file, and "
              + "~/ is the home directory."),
        ]),
      Part("Keys", ConfigurationFormat.all.map { .part($0.part) }),
      Part(
        "Files",
        [
          .words([
            "$XDG_CONFIG_HOME/iapctl/config.json":
              "The file. If the variable is not set or is not an absolute path: "
              + "~/.config/iapctl/config.json."
          ])
        ]),
      Part("Examples", [.examples(examples)]),
    ])

  private static let examples = [
    Example(
      """
      mkdir -p ~/.config/iapctl
      iapctl store init ~/.config/iapctl/game.db --sample
      cat > ~/.config/iapctl/config.json <<'END'
      {
        "profile": "rehearsal",
        "profiles": {
          "rehearsal": {"store": "game.db", "user": "alice"},
          "android": {"store": "game.db", "markets": ["GG", "ONESTORE"]}
        }
      }
      END
      """, "a sample store, and two profiles that use it"),
    Example(
      "iapctl unconsumed --profile rehearsal", "list alice's stuck purchases in the sample store"),
    Example("iapctl products --profile android", "list what can be bought on Android"),
  ]
}
