// The C library of the platform. Only this file imports it. The code for macOS was never built.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

// Wrappers of C functions whose names clash with methods of iapctl's types.

package func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  open(path, flags, mode)
}

@discardableResult
package func systemClose(_ file: Int32) -> Int32 { close(file) }

package func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

package func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

package func systemListen(_ socket: Int32, _ count: Int32) -> Int32 { listen(socket, count) }

package func systemExit(_ code: Int32) -> Never { exit(code) }

#if canImport(Glibc)
  /// The type of a socket that carries a stream.
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
  /// The limit on open files.
  package let openFilesLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  /// The limit on the size of core dumps.
  package let coreSizeLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
#else
  package let streamSocket = SOCK_STREAM
  package let openFilesLimit = RLIMIT_NOFILE
  package let coreSizeLimit = RLIMIT_CORE
#endif
