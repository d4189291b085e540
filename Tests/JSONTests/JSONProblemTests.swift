import JSON
import Testing

struct JSONProblemTests {
  @Test(arguments: [
    ("", "", ""), ("price", "", "price"), ("", "price", "price"), ("a", "b c", "a.b c"),
    ("purchases[3]", "price", "purchases[3].price"), ("list", "[0].a", "list[0].a"),
  ])
  func `A place is written as a path of keys and indexes`(
    _ outer: String, _ inner: String, _ place: String
  ) {
    let problem = JSONProblem(place: inner, problem: "odd").below(outer)
    #expect(problem == JSONProblem(place: place, problem: "odd"))
  }

  @Test
  func `Where the text is no JSON, the line and the column are the place`() {
    #expect(throws: JSONProblem.self) {
      do throws(JSONProblem) {
        _ = try JSONValue(parsing: Array("[1 2]".utf8))
      } catch {
        #expect(error.below("a").place == "line 1, column 4")
        throw error
      }
    }
  }
}
