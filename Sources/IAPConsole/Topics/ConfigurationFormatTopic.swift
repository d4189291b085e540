import CommandLine

/// The page of the configuration file.
enum ConfigurationFormatTopic {
  static let topic = Topic(
    "config", "the configuration of iapctl",
    [
      Part(
        "Description",
        [
          .paragraph(
            "A JSON file, in UTF-8, that keeps settings under names, the profiles. The profile "
              + "that --profile names holds, else that of IAPCTL_PROFILE, else that of the key "
              + "profile; an option or a variable outranks it, setting by setting."),
          .paragraph(
            "Unknown keys, keys that are given twice and values of another kind are errors, with "
              + "their place: a typing mistake must not pass. A relative path begins at the "
              + "folder of the file, and ~/ at the user's own."),
        ]),
      Part("Keys", ConfigurationFormat.all.map { .part($0.part) }),
      Part(
        "Files",
        [
          .definitions([
            Definition(
              "$XDG_CONFIG_HOME/iapctl/config.json",
              "The file. Without the variable, or where it is no absolute path: "
                + "~/.config/iapctl/config.json.")
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
      """, "a store to rehearse on, and two ways to look at it"),
    Example("iapctl unconsumed", "what is stuck for alice in the rehearsal store"),
    Example("iapctl products --profile android", "what can be bought on Android"),
  ]
}
