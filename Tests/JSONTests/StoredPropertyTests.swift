import Testing

@testable import JSON

struct StoredPropertyTests {
  private struct Thing: Sendable {
    var first: Int8 = 1
    var text = "a"
    var pair: (left: Int, right: String?) = (2, nil)
    var half: Int {
      get { pair.left / 2 }
      set { pair.left = newValue * 2 }
    }
  }

  @Test
  func `A stored, a nested and a computed property are read and written`() {
    var thing = Thing()
    StoredProperty(\Thing.text).set("a text that is too long to be kept in place", in: &thing)
    StoredProperty(\Thing.pair.right).set("b", in: &thing)
    #expect(thing.text == "a text that is too long to be kept in place")
    #expect((thing.first, thing.pair.left, thing.pair.right) == (1, 2, "b"))
    StoredProperty(\Thing.half).set(21, in: &thing)
    #expect(thing.pair.left == 42)
    #expect(StoredProperty(\Thing.half).value(of: thing) == 21)
    #expect(StoredProperty(\Thing.text).value(of: thing) == thing.text)
  }
}
