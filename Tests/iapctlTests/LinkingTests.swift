import TestSupport
import Testing

/// What the binary brings along before it does anything.
@Suite("Linked libraries", .blocking)
struct LinkingTests {
  #if os(Linux)
    /// A command that needs no network runs where libcurl is missing, and waits for none of its
    /// libraries elsewhere.
    @Test("The program is not linked against libcurl", .tool("ldd"))
    func binaryIsNotLinkedToLibcurl() throws {
      let libraries = try Program(in: try TemporaryFolder()).shell("ldd \"$IAPCTL\"")
      #expect(libraries.status == 0)
      #expect(libraries.output.contains("libc.so"))
      #expect(!libraries.output.contains("libcurl"))
    }
  #endif
}
