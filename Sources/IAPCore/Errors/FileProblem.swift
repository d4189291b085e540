package import Languages
import Text

extension IAPError {
  package enum FileProblem: Hashable, Sendable {
    case missing
    case isDirectory
    /// - Parameter takesPipe: whether a pipe would do.
    case notRegular(takesPipe: Bool)
    case unreadable(why: String)
    case cannotWrite(why: String)
    case readOnly
    /// The folder of a new file does not exist.
    case folderMissing(folder: String)
    case existsAlready
    /// Results would replace a file that iapctl itself uses.
    case own(OwnFile)
    case lockedByOthers
    /// The file is a FIFO, and no process writes to it.
    case noWriter
    case secretReadable(SecretKind)
    /// Another account can write the file, or what leads to it.
    case othersCanWrite(String)
    /// Another account owns the file, or what leads to it.
    case othersOwn(String)
    /// The path is a symbolic link, or leads through one of another account.
    case isLink
    case damaged(what: String)
    case madeByNewerVersion(format: Int, known: Int)
    /// A version before the first release.
    case madeByOlderVersion(format: Int, known: Int)
    /// The COMMIT of a transaction failed; the transaction may have been applied.
    case commitFailed(why: String)
    /// The file was written, but a power failure may undo that.
    case notDurable(why: String)

    case notAStore(what: String)
    case problemsFound(count: Int)

    case notAPurchaseLog(what: String)
    /// A log beside it has a change that must be undone or applied before the file can be read.
    case unfinishedChange
    case notAJournal(what: String)
    case journalReadable
    /// Deleted, moved or replaced while it was in use.
    case replaced
    /// The write-ahead log beside it belongs to another file.
    case logOfAnotherFile
    /// A run is at work with the journal.
    case runAtWork
    /// A run is at work with a journal that was here before.
    case runOfOtherJournal
  }

  /// What iapctl keeps in files, beside which it may make others.
  package enum OwnFile: Hashable, Sendable, CaseIterable {
    case journal, store, configuration, key
  }

  /// What could not be opened, because too many files are open.
  package enum OpenedFile: Hashable, Sendable {
    /// - Parameter path: `-` is standard input.
    case file(path: String)
    case connection(to: String)
    case socket
    case filesOfBatch, filesOfRequest, filesOfServer
  }
}

extension IAPError.FileProblem {
  /// The name of a file or of standard input.
  package static func name(of path: String) -> Sentence {
    // An address with a password can be given in place of a path.
    path == "-" ? "standard input" : "\(MaskedText.withoutPassword(path))"
  }

  func text(of path: String, _ code: IAPError.Code) -> ErrorText {
    let name = Self.name(of: path)
    return switch self {
    case .missing:
      ErrorText(
        "there is no file \(name)",
        hint: code == .iapctl(.storeMissing)
          ? Self.makeStore(
            at: MaskedText.withoutPassword(path) == path ? ShellText.quoted(path) : "PATH")
          : "check the path")
    case .isDirectory: ErrorText("\(name) is a directory", hint: "give the path of a file")
    case .notRegular(takesPipe: false):
      ErrorText("\(name) cannot be used: it is not a regular file", hint: Self.askOwner(path))
    case .notRegular(takesPipe: true):
      ErrorText(
        "\(name) cannot be read: it is neither a regular file nor a pipe", hint: Self.askOwner(path)
      )
    case .unreadable(let why):
      ErrorText("\(name) cannot be read: \(why)", hint: path == "-" ? nil : Self.askOwner(path))
    case .readOnly: ErrorText("\(name) cannot be written: it is read-only", hint: Self.checkDisk)
    case .cannotWrite(let why):
      ErrorText("\(name) cannot be written: \(why)", hint: Self.checkDisk)
    case .folderMissing(let folder):
      ErrorText(
        "\(name) cannot be written: there is no folder \(MaskedText.withoutPassword(folder))",
        hint: MaskedText.withoutPassword(folder) == folder
          ? "make the folder with: mkdir -p \(ShellText.quoted(folder))" : nil)
    case .existsAlready:
      ErrorText("\(name) already exists", hint: ConsoleCode.storeExists.row.advice)
    case .own(let kind):
      ErrorText(
        "\(name) is not written, because it is a file of \(kind.name)",
        hint: "give the path of another file")
    case .lockedByOthers:
      ErrorText(
        "another process kept \(name) locked for longer than the time-out",
        hint: code == .iapctl(.journalBusy)
          ? "try again in a moment" : "try again, or wait longer with --timeout")
    case .noWriter:
      ErrorText(
        "no process wrote to the FIFO \(name) within the time-out",
        hint: "start the process that writes to it, or wait longer with --timeout")
    case .secretReadable(let secret):
      ErrorText(
        "\(name) contains \(secret.withArticle), and other users can read it",
        hint: "run: chmod 600 \(ShellText.quoted(path))")
    case .othersCanWrite(let part):
      ErrorText(
        part == path
          ? "other accounts can write \(name)"
          : "other accounts can write \(part), and so replace \(name)",
        hint: "check what is in it, then run: chmod go-w \(ShellText.quoted(part))")
    case .othersOwn(let part):
      ErrorText(
        part == path
          ? "\(name) belongs to another account"
          : "\(part) belongs to another account, which can replace \(name)",
        hint: "check what is in it, then run: sudo chown -h \"$(id -u)\" \(ShellText.quoted(part))")
    case .isLink:
      ErrorText(
        "\(name) is not written, because it is a symbolic link, or leads through one of another account",
        hint: "give the path of the file itself: readlink -f \(ShellText.quoted(path))")
    case .damaged(let what):
      ErrorText("\(name) is damaged: \(what)", hint: Self.repair(path, code))
    case .madeByNewerVersion(let format, let supported):
      ErrorText(
        "\(name) has format \(format), and this iapctl knows formats up to \(supported)",
        hint: "use the iapctl that made it, or a newer one")
    case .madeByOlderVersion(let format, let supported):
      ErrorText(
        """
        \(name) has format \(format), from before the first release; this iapctl needs format \
        \(supported)
        """, hint: "read it with the iapctl that made it, and name another file here")
    case .commitFailed(let why):
      ErrorText(
        """
        writing the change of \(name) to the disk failed: \(why); the change may have been made, or \
        may appear later
        """,
        hint: """
          check the disk, then check the store before you run the command again: iapctl unconsumed \
          --all-users --store \(ShellText.quoted(path))
          """)
    case .notDurable(let why):
      ErrorText(
        """
        \(name) was written, but its folder could not be saved to the disk: \(why); a power failure \
        may undo it
        """,
        hint: "check the disk, then check that the file exists: ls -l \(ShellText.quoted(path))")
    case .notAStore(let what):
      ErrorText(
        "\(name) is not a fixture store: \(what)",
        hint: Self.makeStore(at: "PATH"))
    case .problemsFound(let count):
      ErrorText(
        "\(name) has \(count, "problem", "problems")",
        hint: """
          this file cannot be repaired: make a new store from its seed or an earlier dump with: \
          iapctl store init PATH --from SEED
          """)
    case .notAPurchaseLog(let what):
      ErrorText(
        "\(name) is not a purchase log of the old SDK: \(what)",
        hint: """
          give the old SDK's file, usually named PurchaseLogDao.db, with its -journal and -wal file \
          beside it if there is one
          """)
    case .unfinishedChange:
      ErrorText(
        """
        \(name) has an unfinished change in the -journal or -wal file beside it, and iapctl only reads \
        the file
        """, hint: Self.copyFinished(path))
    case .notAJournal(let what):
      ErrorText(
        "\(name) is not a journal: \(what)",
        hint: "give another file with --journal; iapctl creates the file if it is missing")
    case .journalReadable:
      ErrorText(
        "other users can read the journal \(name), which says who paid for what",
        hint: "run: chmod o= \(ShellText.quoted(path))")
    case .replaced:
      ErrorText("\(name) was deleted, moved or replaced while it was in use")
    case .runAtWork:
      ErrorText(
        "a run is at work with the journal \(name)",
        hint: "wait until that run has ended, then import the file again")
    case .runOfOtherJournal:
      ErrorText(
        """
        a run is still at work with the journal that was at \(name) before: it may take back an item whose \
        payment this run would consume
        """,
        hint:
          "wait until that run has ended, or bring its journal back; never move a journal in use")
    case .logOfAnotherFile:
      ErrorText(
        """
        \(name)-wal is the log of another file, which was deleted or replaced while a process used it
        """,
        hint: """
          end the processes that use the old file, then remove its log: rm \(ShellText.quoted("\(path)-wal")) \
          \(ShellText.quoted("\(path)-shm")). If both files are of one backup, restore \(name) first and its \
          log after it
          """)
    }
  }

  /// - Parameter path: of the new store, quoted for a shell.
  private static func makeStore(at path: String) -> Sentence {
    "make a store with: iapctl store init \(path) --sample"
  }

  private static func askOwner(_ path: String) -> Sentence {
    "check its permissions with: ls -l \(ShellText.quoted(path)); ask its owner for access"
  }

  /// SQLite finishes the change when it opens the copy.
  private static func copyFinished(_ path: String) -> Sentence {
    let (file, copy) = (ShellText.quoted(path), ShellText.quoted(pathOfCopy(of: path)))
    return """
      give the file \(copy), which this makes: \
      mkdir copy && cp \(file)* copy/ && sqlite3 \(copy) 'PRAGMA quick_check'
      """
  }

  private static func pathOfCopy(of path: String) -> String {
    "copy/" + (path.split(separator: "/").last.map(String.init) ?? path)
  }

  static var checkDisk: Sentence { "check the permissions and the space on the disk" }

  private static func repair(_ path: String, _ code: IAPError.Code) -> Sentence {
    switch code {
    case .iapctl(.inputInvalid):
      "copy the file again, together with the files beside it whose names begin with its name"
    case .iapctl(.journalDamaged):
      ConsoleCode.journalDamaged.row.advice
    default:
      """
      make a new store from its seed or a dump; for details: iapctl store check --store \
      \(ShellText.quoted(path))
      """
    }
  }
}

extension IAPError.OwnFile {
  fileprivate var name: Sentence {
    switch self {
    case .journal: "the journal"
    case .store: "the fixture store"
    case .configuration: "the configuration"
    case .key: "the app key"
    }
  }
}

extension IAPError.OpenedFile {
  var name: Sentence {
    switch self {
    case .file(let path): IAPError.FileProblem.name(of: path)
    case .connection(let origin): "a connection to \(origin)"
    case .socket: "a socket"
    case .filesOfBatch: "the files of a batch"
    case .filesOfRequest: "the files of a request"
    case .filesOfServer: "the files of a server"
    }
  }
}
