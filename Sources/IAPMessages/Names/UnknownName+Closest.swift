import CommandLine
package import IAPCore
import Text

extension UnknownName {
  /// If no name is near, up to this many known names are listed.
  private static let mostListed = 5

  /// The known name that the user most likely meant; nil if none is near.
  package var closest: String? { Suggestions.closest(to: name, among: known) }

  /// The known names, if they are few and no name is near; nil if they are not listed.
  package var alternatives: [String]? {
    let isListed = subject == .markets && (1...Self.mostListed).contains(known.count)
    return isListed && closest == nil ? known : nil
  }
}
