package import JSON

extension JSONField {
  /// A field as a member that is always written.
  package static func field(_ field: Field<Object>) -> JSONField {
    let codec =
      field.name == "paymentSeq"
      ? JSONCodec(contentOf: JSONCodec<Identifier>.paymentSeq) : field.kind.codec
    return .required(
      field.name, field.isNullable ? codec.withNull : codec, Purchase.meanings[field.name] ?? "",
      get: field.get, set: field.set)
  }
}

extension FieldKind {
  /// How any content of the kind is written in JSON.
  package var codec: JSONCodec<FieldContent> {
    switch self {
    case .text: JSONCodec(contentOf: JSONCodec<String>.text)
    case .secret: JSONCodec(contentOf: JSONCodec<Secret>.secret)
    case .number: JSONCodec(contentOf: JSONCodec<Int64>.integer)
    case .price: JSONCodec(contentOf: JSONCodec<Price>.price)
    case .instant: JSONCodec(contentOf: JSONCodec<Instant>.instant)
    case .flag: JSONCodec(contentOf: JSONCodec<Bool>.flag)
    }
  }
}

extension JSONCodec where Value == FieldContent {
  /// A codec for content that is not null.
  package init<Content: FieldConvertible>(contentOf codec: JSONCodec<Content>) {
    self.init(
      codec.schema, write: JSONValue.init,
      read: { [read = codec.read] value throws(JSONProblem) in try read(value).content })
  }

  /// The same for content that may be null.
  fileprivate var withNull: JSONCodec {
    JSONCodec(
      .nullable(schema), write: write,
      read: { [read] value throws(JSONProblem) in
        if case .null = value { .null } else { try read(value) }
      })
  }
}

extension JSONValue {
  package init(_ content: FieldContent) {
    self =
      switch content {
      case .null: .null
      case .text(let text): .string(text)
      case .secret(let secret): .string(secret.revealed)
      case .number(let number): .integer(number)
      case .price(let price): .number(price.digits)
      case .instant(let instant): .string(instant.description)
      case .flag(let flag): .flag(flag)
      }
  }
}
