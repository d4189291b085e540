/// The errors of fixture stores, seeds and output. The meanings are iapctl's own phrases.
extension ConsoleCode {
  static let storeRows: [Self: ErrorRow] = [
    .storeExists: ErrorRow(
      exit: 64, "File already exists",
      when: """
        the command 'store init' was given the path of a file that exists; it never overwrites
        """,
      remedy: "choose another path, or remove the file first"),
    .storeMissing: ErrorRow(
      exit: 66, "Fixture store is missing",
      when: "the file that --store, IAPCTL_STORE or a profile names does not exist",
      remedy: "check the path, or make a store with: iapctl store init PATH --sample"),
    .storeIsDirectory: ErrorRow(
      exit: 66, "Store is a directory",
      when: "the path of a fixture store is a directory",
      remedy: "give the path of a file in it"),
    .storeUnreadable: ErrorRow(
      exit: 66, "Fixture store cannot be read",
      when: """
        the permissions of the fixture store or of a folder above it do not allow to read it
        """,
      remedy: "check the permissions, and ask the owner of the file for access"),
    .storeDamaged: ErrorRow(
      exit: 65, "Fixture store is damaged",
      when: """
        the file of the fixture store contradicts itself, or the log beside it belongs to \
        another file
        """,
      remedy: """
        make a new store from its seed or a dump; 'iapctl store check' lists the problems
        """),
    .storeTooNew: ErrorRow(
      exit: 65, "Fixture store of a newer version",
      when: "a newer iapctl made the fixture store",
      remedy: "use the iapctl that made the store, or a newer one"),
    .storeReadOnly: ErrorRow(
      exit: 74, "Fixture store is read-only",
      when: "a command changes a fixture store that can only be read; queries still work",
      remedy: """
        nothing was changed: make the file and its folder writable, or use a copy of the store
        """),
    .storeBusy: ErrorRow(
      exit: 75, "Fixture store is locked",
      when: "other processes kept the fixture store locked until the time was over",
      remedy: "nothing was applied: try again, or wait longer with --timeout"),
    .storeNotWritten: ErrorRow(
      exit: 74, "Fixture store cannot be written",
      when: "the disk or the folder of a fixture store does not accept a change",
      remedy: """
        check the permissions and the space on the disk; 'outcome' in the JSON error says \
        whether the change was applied
        """),
    .storeReplaced: ErrorRow(
      exit: 74, "Fixture store was replaced",
      when: """
        the file of a fixture store was deleted or replaced while a command or 'serve' used it
        """,
      remedy: "restore the file, then run the same command again; until then grant nothing"),
    .seedInvalid: ErrorRow(
      exit: 65, "Seed is invalid",
      when: "a key or a value of a seed is not as iapctl-fixture(5) describes it",
      remedy: "nothing was loaded: correct the place that the error names"),
    .seedContradicts: ErrorRow(
      exit: 65, "Seed contradicts the store",
      when: "a seed has an element that the store has with other values",
      remedy: """
        nothing was loaded: remove the element from the seed, or load the seed into a new store
        """),
    .outputNotWritten: ErrorRow(
      exit: 74, "Output cannot be written",
      when: """
        standard output or a file for results does not accept more, for example because the disk \
        is full
        """,
      remedy: """
        the work may be done: read what the error says of it, and the journal, before you run \
        the command again
        """),
  ]
}
