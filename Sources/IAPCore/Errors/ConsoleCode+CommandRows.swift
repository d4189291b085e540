/// The errors of the command line, the configuration and the input. The meanings are iapctl's own phrases.
extension ConsoleCode {
  static let commandRows: [Self: ErrorRow] = [
    .usage: ErrorRow(
      exit: 64, "Invalid command line",
      when: """
        a command, an option or a value is invalid, or something that the command needs was not \
        given
        """,
      remedy: """
        nothing was done: correct the command line; 'iapctl help COMMAND' lists the options and \
        their values
        """),
    .unsupported: ErrorRow(
      exit: 64, "Not supported by this API",
      when: """
        the chosen API has no call for the operation, such as a purchase over the REST API, or \
        none for an option
        """,
      remedy: "nothing was sent: use the API or the fixture store that the hint names"),
    .configuration: ErrorRow(
      exit: 78, "Invalid configuration",
      when: """
        no backend was chosen, or a variable, a profile or the configuration file is invalid
        """,
      remedy: "correct the setting; to see every setting and its source: iapctl config show"),
    .configurationBusy: ErrorRow(
      exit: 75, "Configuration is locked",
      when: "other processes kept editing the configuration file until the time was over",
      remedy: "nothing was changed: run the command again"),
    .notConfirmed: ErrorRow(
      exit: 2, "Not confirmed",
      when: """
        the question before a consume or a change of the configuration was not answered with yes, \
        or there is no terminal to ask on and --yes was not given
        """,
      remedy: """
        nothing was consumed or changed: preview a consume with --dry-run, then confirm with --yes
        """),
    .checkFailed: ErrorRow(
      exit: 6, "Check failed",
      when: """
        the command 'store check' or 'config check' found problems, or a list is empty and \
        --fail-empty was given
        """,
      remedy: """
        read the listed problems; after --fail-empty check the user, the markets and the place
        """),
    .rehearsalFailed: ErrorRow(
      exit: 6, "Rehearsal failed",
      when: "a program that 'rehearse' ran does not grant each payment exactly once",
      remedy: """
        repeat one case with --case and --keep, and read what the program did in the files that it \
        keeps
        """),
    .paymentNotFound: ErrorRow(
      exit: 3, wire: .consumeFailed, "Payment not found",
      when: """
        no unconsumed list has the payment, and neither the store nor the journal knows it; over \
        the REST API it may also be consumed, refunded or another user's
        """,
      remedy: """
        neither grant nor revoke: check the payment number, the user and the markets, and list \
        what can be consumed with: iapctl unconsumed --user ID; then look the payment up in the \
        IAP console
        """),
    .productUnlisted: ErrorRow(
      exit: 5, "Product not in the item list",
      when: """
        a list was filtered by a product's identifier, and the item list of the app does not \
        have the product number of a payment, because an item list is of one market
        """,
      remedy: """
        the named payments were neither listed nor consumed: give the number of the product with \
        --product, or the app's number in that market with --app-seq
        """),
    .codeNotFound: ErrorRow(
      exit: 3, "Error code not listed",
      when: "no domain lists the code or the name that was given to 'explain'",
      remedy: "give the code or the name as the error shows it, without --domain"),
    .settingNotFound: ErrorRow(
      exit: 3, "Setting not set",
      when: "the profile does not set the key that 'config get' was asked for",
      remedy: "to see the value that is used, and its source: iapctl config show"),
    .inputMissing: ErrorRow(
      exit: 66, "Input file is missing",
      when: "a file that an option or an argument names does not exist, or the folder of a new one",
      remedy: "nothing was sent: check the path"),
    .inputInvalid: ErrorRow(
      exit: 65, "Input file is invalid",
      when: """
        a line, a column or the format of an input file cannot be understood, or contradicts the \
        payment
        """,
      remedy: """
        without --skip-bad-lines nothing was sent: correct the lines that the error names, and \
        run the command again
        """),
    .inputUnreadable: ErrorRow(
      exit: 66, "Input file cannot be read",
      when: """
        an input file is a directory, has no writer, or its permissions do not allow to read it
        """,
      remedy: "nothing was sent: check the file's permissions and the folders above it"),
  ]
}
