import JSON
import Testing

struct JSONProblemTests {
  private struct Step: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
  }

  @Test(
    "A place is written as somebody would ask for it",
    arguments: [
      ([], ""), ([.init(stringValue: "a")], "a"), ([.init(intValue: 0)], "[0]"),
      ([.init(stringValue: "a"), .init(intValue: 3), .init(stringValue: "b")], "a[3].b"),
      ([.init(intValue: 1), .init(intValue: 2), .init(stringValue: "b c")], "[1][2].b c"),
      ([.init(stringValue: "a"), .init(stringValue: "7")], "a.7"),
    ] as [([Step], String)])
  private func place(_ path: [Step], _ place: String) {
    #expect(JSONProblem.place(of: path) == place)
  }
}
