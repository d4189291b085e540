/// The errors of journals. The meanings are iapctl's own phrases.
extension ConsoleCode {
  static let journalRows: [Self: ErrorRow] = [
    .journalForeign: ErrorRow(
      exit: 65, "File is not a journal",
      when: "the file that --journal names is not a journal of iapctl",
      remedy: "nothing was sent: give another file; iapctl makes a journal where none is"),
    .journalDamaged: ErrorRow(
      exit: 65, "Journal is damaged",
      when: "the journal contradicts itself or cannot be read to its end",
      remedy: """
        restore the journal from a backup; a new journal does not know which payments were \
        consumed
        """),
    .journalTooNew: ErrorRow(
      exit: 65, "Journal of a newer version",
      when: "a newer iapctl made the journal",
      remedy: "nothing was sent: use the iapctl that made the journal, or a newer one"),
    .journalUnreadable: ErrorRow(
      exit: 66, "Journal cannot be read",
      when: """
        the journal may not be read, is a directory, or is a database without a journal of this \
        version
        """,
      remedy: """
        nothing was sent: check the path or the URL and the rights; 'iapctl journal init' makes \
        a journal in a database
        """),
    .journalUnreachable: ErrorRow(
      exit: 69, "Journal's database cannot be reached",
      when: "the database of the journal does not answer, or refuses the connection",
      remedy: "nothing was sent: check the URL, the network and the database, then try again"),
    .journalBusy: ErrorRow(
      exit: 75, "Journal is locked",
      when: "another process kept the journal locked until the time was over",
      remedy: "nothing was sent: try again in a moment"),
    .journalNotWritten: ErrorRow(
      exit: 74, "Journal cannot be written",
      when: """
        the disk or the database of the journal does not accept an entry, or the journal was \
        replaced; a consume is sent only after its entry is written
        """,
      remedy: """
        check the disk or the database, then run again with --resume; until then grant nothing \
        more
        """),
    .interrupted: ErrorRow(
      exit: 130, "Interrupted",
      when: "a signal stopped the command: Ctrl-C, the end of the terminal, or kill",
      remedy: """
        what was in flight was waited for and written down; run the command of the line 'to \
        continue', or see 'iapctl journal list'
        """),
  ]
}
