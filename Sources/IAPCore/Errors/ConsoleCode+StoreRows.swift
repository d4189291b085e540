/// The errors of fixture stores, seeds and output. The meanings are iapctl's own phrases.
extension ConsoleCode {
  package static let storeExists = ConsoleCode(
    "storeExists", exit: 64, "File already exists",
    when: """
      the command 'store init' was given the path of a file that exists; it never overwrites
      """,
    remedy: "choose another path, or remove the file first")
  package static let storeMissing = ConsoleCode(
    "storeMissing", exit: 66, "Fixture store is missing",
    when: "the file that --store, IAPCTL_STORE or a profile names does not exist",
    remedy: "check the path, or make a store with: iapctl store init PATH --sample")
  package static let storeIsDirectory = ConsoleCode(
    "storeIsDirectory", exit: 66, "Store is a directory",
    when: "the path of a fixture store is a directory",
    remedy: "give the path of a file in it")
  package static let storeUnreadable = ConsoleCode(
    "storeUnreadable", exit: 66, "Fixture store cannot be read",
    when: """
      the permissions of the fixture store or of a folder above it do not allow to read it
      """,
    remedy: "check the permissions, and ask the owner of the file for access")
  package static let storeDamaged = ConsoleCode(
    "storeDamaged", exit: 65, "Fixture store is damaged",
    when: """
      the file of the fixture store contradicts itself, or the log beside it belongs to \
      another file
      """,
    remedy: """
      make a new store from its seed or a dump; 'iapctl store check' lists the problems
      """)
  package static let storeTooNew = ConsoleCode(
    "storeTooNew", exit: 65, "Fixture store of a newer version",
    when: "a newer iapctl made the fixture store",
    remedy: "use the iapctl that made the store, or a newer one")
  package static let storeReadOnly = ConsoleCode(
    "storeReadOnly", exit: 74, "Fixture store is read-only",
    when: "a command changes a fixture store that can only be read; queries still work",
    remedy: """
      nothing was changed: make the file and its folder writable, or use a copy of the store
      """)
  package static let storeBusy = ConsoleCode(
    "storeBusy", exit: 75, "Fixture store is locked",
    when: "other processes kept the fixture store locked until the time was over",
    remedy: "nothing was applied: try again, or wait longer with --timeout")
  package static let storeNotWritten = ConsoleCode(
    "storeNotWritten", exit: 74, "Fixture store cannot be written",
    when: "the disk or the folder of a fixture store does not accept a change",
    remedy: """
      check the permissions and the space on the disk; 'outcome' in the JSON error says \
      whether the change was applied
      """)
  package static let storeReplaced = ConsoleCode(
    "storeReplaced", exit: 74, "Fixture store was replaced",
    when: """
      the file of a fixture store was deleted or replaced while a command or 'serve' used it
      """,
    remedy: "restore the file, then run the same command again; until then grant nothing")
  package static let seedInvalid = ConsoleCode(
    "seedInvalid", exit: 65, "Seed is invalid",
    when: "a key or a value of a seed is not as iapctl-fixture(5) describes it",
    remedy: "nothing was loaded: correct the place that the error names")
  package static let seedContradicts = ConsoleCode(
    "seedContradicts", exit: 65, "Seed contradicts the store",
    when: "a seed has an element that the store has with other values",
    remedy: """
      nothing was loaded: remove the element from the seed, or load the seed into a new store
      """)
  package static let outputNotWritten = ConsoleCode(
    "outputNotWritten", exit: 74, "Output cannot be written",
    when: """
      standard output or a file for results does not accept more, for example because the disk \
      is full
      """,
    remedy: """
      the work may be done: read what the error says of it, and the journal, before you run \
      the command again
      """)
}
