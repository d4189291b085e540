import IAPCore
import Text

extension English {
  func text(
    _ path: String, _ problem: IAPError.FileProblem, _ code: IAPError.Code
  ) -> ErrorText {
    switch problem {
    case .missing:
      ErrorText(
        "there is no file \(path)",
        hint: code == .iapctl(.storeMissing)
          ? "make a store with: iapctl store init PATH --sample" : "check the path")
    case .isDirectory: ErrorText("\(path) is a directory", hint: "give the path of a file")
    case .unreadable(let why):
      ErrorText(
        "\(path) cannot be read: \(why)",
        hint: path == "standard input"
          ? nil : "check its permissions with: ls -l \(quoted(path)); ask its owner for access")
    case .cannotWrite(let why):
      ErrorText(
        "\(path) cannot be written: \(why)",
        hint: "check the permissions and the space on the disk")
    case .folderMissing(let folder):
      ErrorText(
        "\(path) cannot be written: there is no folder \(folder)",
        hint: "make the folder with: mkdir -p \(quoted(folder))")
    case .existsAlready:
      ErrorText("\(path) already exists", hint: "choose another path, or remove the file first")
    case .lockedByOthers:
      ErrorText(
        "another process kept \(path) locked for longer than the time-out",
        hint: code == .iapctl(.journalBusy)
          ? "try again in a moment" : "try again, or wait longer with --timeout")
    case .noWriter:
      ErrorText(
        "no process wrote to the FIFO \(path) within the time-out",
        hint: "start the process that writes to it, or wait longer with --timeout")
    case .secretReadable(let what):
      ErrorText(
        "\(path) contains \(what), and other users can read it",
        hint: "run: chmod 600 \(quoted(path))")
    case .damaged(let what):
      ErrorText("\(path) is damaged: \(what)", hint: repair(path, code))
    case .madeByNewerVersion(let format, let known):
      ErrorText(
        "\(path) has format \(format), and this iapctl knows formats up to \(known)",
        hint: "use the iapctl that made it, or a newer one")
    case .madeByOlderVersion(let format, let known):
      ErrorText(
        """
        \(path) has format \(format), from before the first release; this iapctl needs format \
        \(known)
        """, hint: "read it with the iapctl that made it, and name another file here")
    case .commitFailed(let why):
      ErrorText(
        """
        writing the change of \(path) to the disk failed: \(why); the change may have been made, or \
        may appear later
        """,
        hint: """
          check the disk, then check the store before you run the command again: iapctl unconsumed \
          --all-users --store \(quoted(path))
          """)
    case .notDurable(let why):
      ErrorText(
        """
        \(path) was written, but its folder could not be saved to the disk: \(why); a power failure \
        may undo it
        """, hint: "check the disk, then check that the file exists: ls -l \(quoted(path))")
    case .notAStore(let what):
      ErrorText(
        "\(path) is not a fixture store: \(what)",
        hint: "make a store with: iapctl store init PATH --sample")
    case .problemsFound(let count):
      ErrorText(
        "\(path) has \(count, "problem", "problems")",
        hint: """
          this file cannot be repaired: make a new store from its seed or an earlier dump with: \
          iapctl store init PATH --from SEED
          """)
    case .notAPurchaseLog(let what):
      ErrorText(
        "\(path) is not a purchase log of the old SDK: \(what)",
        hint: "give the old SDK's file, usually named PurchaseLogDao.db")
    case .notAJournal(let what):
      ErrorText(
        "\(path) is not a journal: \(what)",
        hint: "give another file with --journal; iapctl creates the file if it is missing")
    case .journalReadable:
      ErrorText(
        "other users can read the journal \(path), which says who paid for what",
        hint: "run: chmod o= \(quoted(path))")
    case .replaced:
      ErrorText(
        "\(path) was deleted, moved or replaced while it was in use",
        hint: "restore the file, then run again with --resume; until then grant nothing")
    case .logOfAnotherFile:
      ErrorText(
        """
        \(path)-wal is the log of another file, which was deleted or replaced while a process used it
        """,
        hint: """
          end the processes that use the old file, then remove its log: rm \(quoted(path + "-wal")) \
          \(quoted(path + "-shm")). If both files are of one backup, restore \(path) first and its \
          log after it
          """)
    }
  }

  private func repair(_ path: String, _ code: IAPError.Code) -> Sentence {
    switch code {
    case .iapctl(.inputInvalid):
      "copy the file again, together with the files beside it whose names begin with its name"
    case .iapctl(.journalDamaged):
      "restore the journal from a backup; a new journal does not know which payments were consumed"
    default:
      """
      make a new store from its seed or a dump; for details: iapctl store check --store \
      \(quoted(path))
      """
    }
  }
}
