#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files of the user's own: settings and secrets. What stands at their paths may be anything.
package enum UserFiles {
  package enum Problem: Error, Equatable, Sendable {
    case system(SystemError)
    /// It is no regular file, and no pipe where one would do.
    case wrongKind
    /// Nobody wrote a pipe to its end in time.
    case late
    /// Somebody asked to stop.
    case stopped
  }

  /// Reads all of a file, or one byte more than `limit`.
  ///
  /// - Parameters:
  ///   - patience: how long a pipe may take; nil where none will do. A regular file is not waited
  ///     for.
  ///   - isStopped: is asked time and again while a pipe is waited for.
  /// - Returns: the bytes, and whether anybody but the owner may read them. What goes through a pipe
  ///   is not kept: it is for this process alone.
  package static func read(
    _ path: String, limit: Int, patience: Duration?, isStopped: () -> Bool
  ) throws(Problem) -> (bytes: [UInt8], isReadableByOthers: Bool) {
    do {
      let file = try FileDescriptor.open(path, waits: false)
      defer { file.close() }
      let mode = try file.mode()
      switch (mode & S_IFMT, patience) {
      case (S_IFREG, _): return (try file.readAll(limit: limit), Self.isOpen(mode))
      case (S_IFIFO, let patience?):
        return (try drain(file, limit, Deadline(for: patience), isStopped), false)
      case (S_IFDIR, _): throw SystemError(code: EISDIR)
      default: throw Problem.wrongKind
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .system(error as? SystemError ?? .last)
    }
  }

  /// Whether the mode of a file gives anybody but its owner a right to what is kept in it.
  static func isOpen(_ mode: mode_t) -> Bool { mode & S_IFMT == S_IFREG && mode & 0o077 != 0 }

  /// Reads a pipe that does not block, until all who write to it have closed it.
  private static func drain(
    _ pipe: FileDescriptor, _ limit: Int, _ wait: Deadline, _ isStopped: () -> Bool
  ) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count <= limit {
      guard !isStopped() else { throw Problem.stopped }
      // Before anybody has opened it there is no end either.
      if wait.pause(untilReadable: pipe),
        let piece = try pipe.readAtOnce(upTo: limit - all.count + 1)
      {
        if piece.isEmpty { break }
        all += piece
      }
      guard !wait.isOver else { throw Problem.late }
    }
    return all
  }
}
