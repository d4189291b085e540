import CommandLine
import IAPCore
import IAPMessages

struct ProductsCommand: Command {
  static let type = ListOption(
    "type", .productType, "only products of this type")
  static let invalid = Flag("invalid", "only products that the store has no information on")
  static let all = Flag("all", "all products: valid, invalid and not in use")

  static let specification = CommandSpecification(
    "list the products",
    discussion: [
      "Lists the products that can be bought: they are in use, and the store has information on "
        + "them. A product that the store has no information on is invalid. JSON output always "
        + "contains both lists."
    ] + ProductRecord.typeMeanings + [
      unsupported,
      "An app with subscriptions must offer the page where its user manages them: 'iapctl "
        + "subscriptions --manage-url' prints its address for a market.",
    ],
    heading: "Purchases",
    options: [type.specification, invalid.specification, all.specification],
    examples: [
      Example("iapctl products", "list what can be bought"),
      Example(
        "iapctl products --all --fields productIdentifier,active,valid",
        "list all products of the console, and which of them cannot be bought"),
    ], related: ["purchase", "unconsumed"])

  /// What the guides of IAP exclude.
  static let unsupported =
    "Not supported: a subscription cannot be upgraded, downgraded or changed into another one. A user "
    + "has one product of a subscription group at a time; that is a rule of IAP, not of the stores."

  static let schema = ProductRecord.schema

  enum Selection: Equatable, Sendable { case valid, invalid, all }

  let types: [ProductType]
  let selection: Selection
  let markets: [StoreCode]

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    let (wantsInvalid, wantsAll) = (arguments[Self.invalid], arguments[Self.all])
    if wantsInvalid, wantsAll {
      throw UsageError(CommandUsage.exclusive("--invalid", "--all"))
    }
    if let option = [Self.invalid.specification, Self.type.specification].first(where: {
      arguments.values[$0.name] != nil
    }), (try? settings.isRemote) == true, !settings.dialect.traits.listsProductIdentifiers {
      throw UsageError(
        CommandUsage.productsWithout(option: option.name, api: settings.dialect.rawValue))
    }
    types = try arguments.values(of: Self.type)
    selection = wantsAll ? .all : wantsInvalid ? .invalid : .valid
    markets = settings.markets
  }

  func run(in context: Context) async throws -> Report {
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(markets: markets), to: service)
    let answer = try await service.products(in: markets)
    let products = answer.elements.filter { product in
      (product.isActive || selection == .all)
        && (types.isEmpty || product.productType.map(types.contains) ?? false)
    }
    let valid = products.filter { $0.isValid != false }
    let invalid = products.filter { $0.isValid == false }
    let sections = [
      RecordSection(
        "products", ProductRecord.schema, isListed: selection != .invalid,
        records: ProductRecord.batch(valid)),
      RecordSection(
        "invalidProducts", ProductRecord.schema, isListed: selection != .valid,
        records: ProductRecord.batch(invalid)),
    ]
    let isEmpty =
      switch selection {
      case .valid: valid.isEmpty
      case .invalid: invalid.isEmpty
      case .all: products.isEmpty
      }
    return Report(.lists(sections)) {
      .listing(
        MissingMarkets(answer.failures), isAnswered: answer.isAnswered, isEmpty: isEmpty,
        EmptyList(of: .products, markets: markets, place: context.place.name))
    }
  }
}

extension ValueParser where Value == ProductType {
  static let productType = ValueParser(
    "TYPE", expectation: "one of \(ProductType.known.map(\.name).joined(separator: ", "))",
    kind: .choices(ProductType.known.map(\.name))
  ) { word in
    let type = ProductType(word)
    return ProductType.known.contains(type) ? type : nil
  }
}
