import CommandLine
import IAPCore
import IAPMessages
import JSON

/// The help on the variables and files that iapctl reads.
enum EnvironmentTopic {
  static let topic = Topic(
    "environment", "variables and files that iapctl reads",
    [
      Part(
        "Environment",
        [
          .paragraph(
            "Where a command acts (the store or the server, with its API and app key) is taken whole from "
              + "the first of these that names it: options, a typed --profile, the environment, the "
              + "current profile. A typed --profile replaces the variables of the settings that a "
              + "profile can have. Other settings: option, typed --profile, environment, current "
              + "profile, default. An empty "
              + "variable counts as not set. An invalid value exits 64 if an option gave it, "
              + "and 78 if a variable or a profile gave it."),
          .definitions(variables),
        ]),
      Part(
        "Service zone",
        [
          .paragraph(
            "An app chooses the environment of the purchase service by the SDK's service zone; "
              + "iapctl chooses it by the address of its server (--url). The default is the real "
              + "environment. A payment of a store's own sandbox is marked by the field "
              + "sandboxPayment.")
        ]),
      Part(
        "Files",
        [
          .words([
            "$XDG_CONFIG_HOME/iapctl/config.json":
              "The profiles, see iapctl-config(5). If the variable is not set, the folder is "
              + "~/.config. Nothing is read from the current directory.",
            "$XDG_STATE_HOME/iapctl/journal.db":
              "The journal of consumes, unless --journal names another. If the variable is not "
              + "set, the folder is ~/.local/state. The files next to it whose names begin "
              + "with its name belong to it: do not delete them.",
          ])
        ]),
    ])

  static let variables = own + common

  private static let own =
    options
    + Definition.words([
      Variables.person:
        "the name of the person who works with iapctl, which the journal has beside the login",
      Variables.appKey:
        "the app key of the REST API itself; no option takes it, because it would be visible in "
        + "the process list",
      Variables.secretKey:
        "the secret key of a game on Gamebase itself; no option takes it, for the same reason",
      Variables.pager:
        "the shell command that shows help and tables that are longer than the terminal; empty: "
        + "none; default: $PAGER, else 'less -FRX'",
    ])

  private static let options = GlobalOptions.all.compactMap { option in
    option.sources.variable.map { variable in
      let several = option.isList ? ", several separated by commas" : ""
      return Definition(variable, "\(option.summary)\(several); as --\(option.name)")
    }
  }

  private static let common = Definition.words([
    Variables.locale.joined(separator: ", "):
      "the language of what people read, if neither --lang nor the profile gives one; the first that "
      + "is set counts",
    Variables.timeZone: "the time zone, if neither --time-zone nor the profile gives one",
    Variables.colour.never: "set to anything: no colour",
    Variables.colour.always: "set to anything but 0: colour, unless NO_COLOR is set too",
    Variables.colour.terminal: "dumb: no colour",
    Variables.usualPager: "the pager, unless IAPCTL_PAGER is set",
    Variables.temporaryDirectory:
      "where 'tour', 'serve --seed' and 'rehearse' make their stores; default: /tmp",
    Variables.fixtureStore:
      "set by 'serve -- COMMAND': the file of the store that it serves; hints name it",
    Variables.runFolder:
      "set by 'serve -- COMMAND': the folder of its store; the next 'serve' ends what still has it after "
      + "a kill",
    Variables.rehearsal: "set by 'rehearse': an empty folder for the program's own state",
    Variables.certificateFile: "trusted certificates, instead of the system's",
    Variables.proxies.joined(separator: ", "):
      "the proxy to use (for https only), and the hosts that are reached without it",
    Variables.configurationHome: "where the configuration is; default: ~/.config",
    Variables.stateHome:
      "where the journal and the locks of a team's journal are; default: ~/.local/state",
    Variables.home: "the folder that ~ stands for",
  ])
}
