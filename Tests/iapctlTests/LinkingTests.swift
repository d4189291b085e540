import TestSupport
import Testing

/// The libraries that the binary is linked to.
@Suite("Linked libraries", .blocking)
struct LinkingTests {
  #if os(Linux)
    /// Commands that need no network work without libcurl, and do not load the libraries that
    /// libcurl needs.
    @Test("The program is not linked against libcurl", .tool("ldd"))
    func binaryIsNotLinkedToLibcurl() throws {
      let libraries = try Program(in: try TemporaryFolder()).shell("ldd \"$IAPCTL\"")
      #expect(libraries.status == 0)
      #expect(libraries.output.contains("libc.so"))
      #expect(!libraries.output.contains("libcurl"))
    }
  #endif
}
