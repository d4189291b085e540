import CSystem

/// Data that the build stored in the binary.
package enum BuildFacts {
  /// The full hash of the commit that was built; nil if it was built outside a repository.
  package static var commit: String? {
    let name = String(cString: iapctl_build_commit())
    return name.isEmpty ? nil : name
  }
}
