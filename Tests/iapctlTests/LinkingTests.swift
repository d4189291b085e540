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
  #endif
}
