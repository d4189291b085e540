import System

/// Finds the runs of this machine whose processes have ended, so that their payments can be claimed
/// before their leases end. Each run locks a byte of one file as long as its process exists.
struct LocalRuns: Sendable {
  /// The file with the bytes that runs lock. Without it, the payments of a killed run can be claimed
  /// only after its lease has ended.
  let path: String?

  /// Locks a byte for a new run.
  ///
  /// - Returns: the lock, and the text by which other processes of this machine find it; nil if that
  ///   is not possible. Then the lease decides.
  func begin() -> (lock: FileLock, place: String)? {
    guard let path else { return nil }
    do throws(SystemError) {
      try Files.makeFolders(Files.folder(of: path))
      let lock = try FileLock(path, like: path)
      guard let machine = Self.machine(path) else { return nil }
      let byte = Int64.random(in: 0..<(1 << 62))
      try lock.lock(byte)
      return (lock, "\(machine) \(byte)")
    } catch {
      return nil
    }
  }

  /// What this machine sees of a run.
  enum Presence {
    /// The run is one of another machine, or this machine was started since.
    case elsewhere
    /// The process of the run and its commands have ended: it began on this machine since its start,
    /// with the same file, and its byte is free.
    case ended
    /// - Parameter commands: its commands, if its own process has ended.
    case atWork(commands: [Int32])
  }

  /// - Parameter process: that of the run; nil if its commands are not asked for.
  func presence(of place: String?, process: Int32? = nil) -> Presence {
    guard let (lock, byte) = lock(of: place), let isLocked = try? lock.isLocked(byte) else {
      return .elsewhere
    }
    guard isLocked else { return .ended }
    return .atWork(commands: process.map { lock.holders(of: byte, besides: $0) } ?? [])
  }

  /// The file of the locks and the byte of a run; nil if the run is one of another machine.
  private func lock(of place: String?) -> (FileLock, byte: Int64)? {
    guard let path, let place, let space = place.lastIndex(of: " "),
      let byte = Int64(place[place.index(after: space)...]), let machine = Self.machine(path),
      machine == place[..<space], let lock = try? FileLock(reading: path)
    else { return nil }
    return (lock, byte)
  }

  /// The start of this machine and the identity of the file. Locks are seen by all processes with
  /// both.
  private static func machine(_ path: String) -> String? {
    guard let start = try? Files.read("/proc/sys/kernel/random/boot_id", limit: 100),
      let mark = Files.mark(of: path)
    else { return nil }
    return String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace } + " " + mark
  }
}
