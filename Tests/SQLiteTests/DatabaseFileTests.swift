import Testing

@testable import SQLite

struct DatabaseFileTests {
  @Test(
    arguments: [
      (.milliseconds(500), 500), (.seconds(1), 1000), (.microseconds(2_500_000), 2500), (.zero, 0),
      (.seconds(-1), 0), (.seconds(Int64(Int32.max)), .max),
    ] as [(Duration, Int32)])
  func `A statement waits for as many milliseconds as the time-out has`(
    _ patience: Duration, _ milliseconds: Int32
  ) {
    let format = DatabaseFile.Format(applicationID: 1, version: 1) { _ in }
    let file = DatabaseFile("a.db", format, patience: patience) { nil }
    #expect(file.patience == milliseconds)
  }
}
