import CLibrary
import Testing

/// The functions of the C library that `CSystem` has in the place of newer ones.
struct CFunctionsTests {
  @Test(
    arguments: [
      (3, 4, 5), (0, 0, 0), (-5, 12, 13), (.infinity, .nan, .infinity),
      (.nan, -.infinity, .infinity),
      (.greatestFiniteMagnitude, 1, .greatestFiniteMagnitude),
      (.greatestFiniteMagnitude, .greatestFiniteMagnitude, .infinity),
      (.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude),
    ] as [(Float, Float, Float)])
  func `hypotf is the length of the hypotenuse, without overflow on the way`(
    _ width: Float, _ height: Float, _ length: Float
  ) {
    #expect(hypotf(width, height) == length)
  }
}
