/// The version of iapctl and the day of its release. They are written only here: `make dist` and
/// `make deb` read this file, and a test compares CHANGELOG.md and debian/changelog with it.
package enum Release {
  package static let version = "0.1.0"
  package static let day = "2026-11-25"

  /// The day in the form of manual pages: `November 25, 2026`.
  static var date: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = day.split(separator: "-").compactMap { Int($0) }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }
}
