import Testing
import Text

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1),
    ("purchse", "purchase", 1), ("consmue", "consume", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3), ("소비", "소모", 1),
  ])
  func `The distance counts a transposition of neighbours as one edit`(
    _ left: String, _ right: String, _ distance: Int
  ) {
    #expect(EditDistance.between(Array(left), Array(right)) == distance)
    #expect(EditDistance.between(Array(right), Array(left)) == distance)
  }

  @Test(arguments: [
    ("accesstoken", "accessToken", true), ("paymentSq", "paymentSeq", true),
    ("acessTokne", "accessToken", true), ("user", "usre", true), ("memo", "user", false),
    ("paymentId", "paymentSeq", false), ("a", "b", false), ("", "a", false), ("it", "at", true),
  ])
  func `A word is near another if a typing mistake or two make the difference`(
    _ word: String, _ other: String, _ isNear: Bool
  ) {
    #expect(EditDistance.isNear(word, other) == isNear)
  }
}
