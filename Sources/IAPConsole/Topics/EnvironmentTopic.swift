import CommandLine

/// Which variables and files are read.
enum EnvironmentTopic {
  static let topic = Topic(
    "environment", "the variables and files that are read",
    [
      Part(
        "Environment",
        [
          .paragraph(
            "An option outranks its variable, a variable a profile, and a profile the default, "
              + "setting by setting. An empty variable counts as none. A wrong value exits 64 "
              + "where an option gave it, 78 where a variable or a profile did."),
          .definitions(own + common),
        ]),
      Part(
        "Files",
        [
          .definitions([
            Definition(
              "$XDG_CONFIG_HOME/iapctl/config.json",
              "The profiles, see iapctl-config(5). Where the variable is not set, the file is "
                + "looked for below ~/.config. Nothing is read from the current directory."),
            Definition(
              "$XDG_STATE_HOME/iapctl/journal.db",
              "The journal of what was consumed, unless --journal names another. Where the variable "
                + "is not set, it is below ~/.local/state. The files beside it that begin with its "
                + "name belong to it: leave them there."),
          ])
        ]),
    ])

  private static let own =
    options + [
      Definition(
        Variables.appKey,
        "the app key of the REST API itself; no option takes it, for it would show "
          + "in the list of processes")
    ]

  private static let options = GlobalOptions.all.compactMap { option in
    option.sources.variable.map { variable in
      let several = option.isList ? ", several with commas between them" : ""
      return Definition(variable, "\(option.summary)\(several); as --\(option.name)")
    }
  }

  private static let common = [
    Definition(
      Variables.locale.joined(separator: ", "),
      "the language of error meanings where --lang is missing; the first that is set counts"),
    Definition(Variables.colour.never, "set to anything: no colour"),
    Definition(
      Variables.colour.always, "set to anything but 0: colour, unless NO_COLOR is set too"),
    Definition(Variables.colour.terminal, "dumb: no colour"),
    Definition(Variables.temporaryDirectory, "where 'iapctl tour' makes its store; default: /tmp"),
    Definition(
      Variables.certificateFile, "the certificates that are trusted, instead of the system's"),
    Definition(
      Variables.proxies.joined(separator: ", "),
      "which proxy to use, for https only, and for which hosts none"),
    Definition(Variables.configurationHome, "where the configuration is; default: ~/.config"),
    Definition(Variables.stateHome, "where the journal is; default: ~/.local/state"),
    Definition(Variables.home, "the folder that ~ stands for"),
  ]
}
