import TestSupport
import Testing

/// The libraries that the binary is linked to.
@Suite(.blocking)
struct LinkingTests {
  #if os(Linux)
    /// Commands that need no network work without libcurl, and do not load the libraries that
    /// libcurl needs.
    @Test(.tool("ldd"))
    func `The program is not linked against libcurl`() throws {
      let libraries = try Program(in: try TemporaryFolder()).shell("ldd \"$IAPCTL\"")
      #expect(libraries.status == 0)
      #expect(libraries.output.contains("libc.so"))
      #expect(!libraries.output.contains("libcurl"))
    }

    /// The libraries that are loaded on demand are searched in these folders too.
    @Test(
      .tool("readelf"), .released,
      .unsanitized("a sanitizer is linked by its path"))
    func `No folder is searched for libraries but the system's`() throws {
      let header = try Program(in: try TemporaryFolder()).shell("readelf -d \"$IAPCTL\"")
      #expect(header.status == 0)
      #expect(header.output.contains("NEEDED"))
      #expect(!header.output.contains("RUNPATH") && !header.output.contains("RPATH"))
    }

    /// Debian 12 has glibc 2.36, RHEL 9 and Ubuntu 22.04 have older versions.
    @Test(
      .tool("objdump"), .released,
      .unsanitized("a sanitizer needs other functions"))
    func `The program needs nothing that is newer than glibc 2.34`() throws {
      let symbols = try Program(in: try TemporaryFolder()).shell("objdump -T \"$IAPCTL\"")
      #expect(symbols.status == 0)
      let versions = symbols.output.matches(of: /GLIBC_2\.(\d+)/).compactMap { Int($0.1) }
      #expect(versions.count > 100)
      #expect(versions.allSatisfy { $0 <= 34 })
    }
  #endif
}
