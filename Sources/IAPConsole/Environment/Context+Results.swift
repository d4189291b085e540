import CommandLine
import IAPBatch
import IAPCore

extension Context {
  /// Throws if results cannot be written to a file, or would take the place of one that iapctl itself uses. A
  /// command calls it before it does anything.
  func checkResults(_ path: String) throws(IAPError) {
    try environment.checkResults(path)
    let target = environment.files.resolved(path)
    for (kind, own) in ownFiles {
      let own = environment.files.resolved(own)
      if Self.endings.contains(where: { target == own + $0 }) {
        throw .iapctl(.usage, .file(path, .own(kind)))
      }
    }
  }

  /// The files of the settings, and of all profiles.
  private var ownFiles: [(IAPError.OwnFile, path: String)] {
    let folders = environment.folders
    let profiles = (try? ConfigurationFile.read(in: environment))?.profiles.values.map(\.self) ?? []
    func paths(_ option: OptionSpecification) -> [String] {
      let values = [settings.source.lookup(option)?.values] + profiles.map { $0.values(of: option) }
      return values.compactMap { $0?.last }
    }
    let journals =
      paths(GlobalOptions.journal.specification)
      + [try? settings.journalPath(in: folders)].compactMap(\.self)
    let keys = Credential.allCases.flatMap { paths($0.fileSetting.specification) }
    let configuration = [ConfigurationFile.path(in: folders)].compactMap(\.self)
    return journals.filter { !PostgresJournal.isURL($0) }.map { (.journal, $0) }
      + paths(GlobalOptions.store.specification).map { (.store, $0) }
      + keys.map { (.key, $0) } + configuration.map { (.configuration, $0) }
  }

  /// How the names of the files end that SQLite, a journal and a lock make beside a file.
  private static let endings = ["", "-wal", "-shm", "-journal", "-runs", "-checked", ".lock"]
}
