package import IAPBatch
package import IAPCore
package import Languages

/// What the journal's commands note.
package enum JournalMessages {
  package static func imported(_ imported: PostgresJournal.Imported) -> Sentence {
    """
    added \(imported.attempts) entries of \(imported.runs) runs; \(imported.payments) payments \
    are new
    """
  }

  package static var made: Sentence { "the journal was made" }
  /// - Parameter isNew: whether it was made now.
  package static func isNew(_ isNew: Bool) -> Sentence {
    isNew ? "made the journal" : "the journal exists already"
  }

  package static var entryWritten: Sentence { "the entry was written" }
  /// The page of a report.
  package static func pageWritten(path: String) -> Sentence { "wrote the page \(path)" }
  package static func outcomeEntered(_ payment: Identifier, path: String) -> Sentence {
    "payment \(payment) already has this outcome in the journal \(path); nothing was entered"
  }

  // A list
  package static func empty(path: String) -> Sentence { "the journal \(path) is empty" }
  package static func noneMatch(path: String) -> Sentence {
    "no entries match in the journal \(path)"
  }

  package static func noneUnknown(path: String) -> Sentence {
    "no payment is unknown in the journal \(path)"
  }

  /// All entries that match are of fixture stores, which are left out.
  package static func onlyFixtures(path: String) -> Sentence {
    """
    the entries that match in the journal \(path) are of fixture stores: --fixtures lists them
    """
  }

  /// The payments are of several servers, which the table does not show.
  package static func servers(_ count: Int) -> Sentence {
    """
    these are payments of \(count) servers: --fields server,paymentSeq,outcome shows which
    """
  }

  /// The texts of notes, which the table does not show.
  package static func notes(_ count: Int) -> Sentence {
    """
    \(count, "entry is a note", "entries are notes"): --fields paymentSeq,operator,note shows the \
    text
    """
  }
}
