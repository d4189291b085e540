/// The errors of journals. The meanings are iapctl's own phrases.
extension ConsoleCode {
  static let journalRows: [ConsoleCode: ErrorRow] = [
    .journalForeign: ErrorRow(
      exit: 65, Meaning("File is not a journal", "저널 파일이 아님", "ジャーナルファイルではない"),
      when: "the file that --journal names is not a journal of iapctl",
      remedy: "nothing was sent: give another file; iapctl makes a journal where none is"),
    .journalDamaged: ErrorRow(
      exit: 65, Meaning("Journal is damaged", "저널 손상", "ジャーナルの破損"),
      when: "the journal contradicts itself or cannot be read to its end",
      remedy: """
        restore the journal from a backup; a new journal does not know which payments were \
        consumed
        """),
    .journalTooNew: ErrorRow(
      exit: 65,
      Meaning(
        "Journal of a newer version",
        "더 새로운 버전의 저널", "新しいバージョンのジャーナル"),
      when: "a newer iapctl made the journal",
      remedy: "nothing was sent: use the iapctl that made the journal, or a newer one"),
    .journalUnreadable: ErrorRow(
      exit: 66, Meaning("Journal cannot be read", "저널을 읽을 수 없음", "ジャーナルを読み込めない"),
      when: """
        the journal may not be read, is a directory, or is a database without a journal of this \
        version
        """,
      remedy: """
        nothing was sent: check the path or the URL and the rights; 'iapctl journal init' makes \
        a journal in a database
        """),
    .journalUnreachable: ErrorRow(
      exit: 69,
      Meaning(
        "Journal's database cannot be reached",
        "저널 데이터베이스에 연결할 수 없음", "ジャーナルのデータベースに接続できない"),
      when: "the database of the journal does not answer, or refuses the connection",
      remedy: "nothing was sent: check the URL, the network and the database, then try again"),
    .journalBusy: ErrorRow(
      exit: 75, Meaning("Journal is locked", "저널이 잠겨 있음", "ジャーナルがロック中"),
      when: "another process kept the journal locked until the time was over",
      remedy: "nothing was sent: try again in a moment"),
    .journalNotWritten: ErrorRow(
      exit: 74, Meaning("Journal cannot be written", "저널에 쓸 수 없음", "ジャーナルに書き込めない"),
      when: """
        the disk or the database of the journal does not accept an entry, or the journal was \
        replaced; a consume is sent only after its entry is written
        """,
      remedy: """
        check the disk or the database, then run again with --resume; until then grant nothing \
        more
        """),
    .interrupted: ErrorRow(
      exit: 130, Meaning("Interrupted", "중단됨", "中断された"),
      when: "a signal stopped the command: Ctrl-C, the end of the terminal, or kill",
      remedy: """
        what was in flight was waited for and written down; run the command of the line 'to \
        continue', or see 'iapctl journal list'
        """),
  ]
}
