package import IAPCore

extension Variables {
  /// iapctl's own variables. A value that is not UTF-8 is an error.
  package static let own =
    GlobalOptions.all.compactMap(\.sources.variable) + [appKey, secretKey, person, pager]
}
