package import JSON

/// The keys of seeds and dumps, for readers, manual pages and the description of the server.
package enum SeedFormat {
  package static let all = [
    file, SeedMarket.fields.schema, SeedProduct.fields.schema, SeedUser.fields.schema,
    SeedPurchase.fields.schema, SeedTransaction.fields.schema, SeedDeferral.fields.schema, faults,
    SeedEvent.fields.schema,
  ]

  package static let file = SeedSettings.fields.schema
  package static let faults = SeedFault.fields.schema
}
