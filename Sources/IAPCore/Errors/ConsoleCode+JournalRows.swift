/// The errors of journals. The meanings are iapctl's own phrases.
extension ConsoleCode {
  package static let journalForeign = ConsoleCode(
    "journalForeign", exit: 65, "File is not a journal",
    when: "the file that --journal names is not a journal of iapctl",
    remedy: "nothing was sent: give another file; iapctl makes a journal where none is")
  package static let journalDamaged = ConsoleCode(
    "journalDamaged", exit: 65, "Journal is damaged",
    when: "the journal contradicts itself or cannot be read to its end",
    remedy: """
      restore the journal from a backup; a new journal does not know which payments were \
      consumed
      """)
  package static let journalTooNew = ConsoleCode(
    "journalTooNew", exit: 65, "Journal of a newer version",
    when: "a newer iapctl made the journal",
    remedy: "nothing was sent: use the iapctl that made the journal, or a newer one")
  package static let journalUnreadable = ConsoleCode(
    "journalUnreadable", exit: 66, "Journal cannot be read",
    when: """
      the journal may not be read, is a directory, or is a database without a journal of this \
      version
      """,
    remedy: """
      nothing was sent: check the path or the URL and the rights; 'iapctl journal init' makes \
      a journal in a database
      """)
  package static let journalUnreachable = ConsoleCode(
    "journalUnreachable", exit: 69, "Journal's database cannot be reached",
    when: "the database of the journal does not answer, or refuses the connection",
    remedy: "nothing was sent: check the URL, the network and the database, then try again")
  package static let journalBusy = ConsoleCode(
    "journalBusy", exit: 75, "Journal is locked",
    when: "another process kept the journal locked until the time was over",
    remedy: "nothing was sent: try again in a moment")
  package static let journalNotWritten = ConsoleCode(
    "journalNotWritten", exit: 74, "Journal cannot be written",
    when: """
      the disk or the database of the journal does not accept an entry, or the journal was \
      replaced; a consume is sent only after its entry is written
      """,
    remedy: """
      check the disk or the database, then run again with --resume; until then grant nothing \
      more
      """)
  package static let interrupted = ConsoleCode(
    "interrupted", exit: 130, "Interrupted",
    when: "a signal stopped the command: Ctrl-C, the end of the terminal, or kill",
    remedy: """
      what was in flight was waited for and written down; run the command of the line 'to \
      continue', or see 'iapctl journal list'
      """)
}
