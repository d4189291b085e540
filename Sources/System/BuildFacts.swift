import CSystem

/// What the build wrote into the binary.
package enum BuildFacts {
  /// The full name of the commit that the binary was built from, or nil outside a repository.
  package static var commit: String? {
    let name = String(cString: iapctl_build_commit())
    return name.isEmpty ? nil : name
  }
}
