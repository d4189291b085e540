import CommandLine
import IAPBatch
import IAPCore

/// The help on the columns of a file of payments.
enum ColumnsTopic {
  static let topic = Topic(
    "columns", "help on the columns of 'consume --from'",
    [
      Part(
        "Columns",
        [
          .paragraph(
            "Case, spaces, underscores and hyphens do not matter. The names of users may have ID, 번호 or 番号 "
              + "behind them. Beside the names of 'iapctl "
              + "unconsumed', these are known. User, market, product, price, currency and transaction are "
              + "compared with the payment before anything is sent; the name of a product means the product of most "
              + "rows that have it. Messages count lines as a spreadsheet "
              + "counts rows: a line break inside a cell does not begin a line."),
          .definitions(
            InputColumn.synonyms.map {
              Definition($0.column.name, $0.names.joined(separator: ", "))
            }),
        ]),
      Part(
        "Markets",
        [
          .paragraph("In a cell, these names are markets, too."),
          .definitions(
            StoreCode.names.map { Definition($0.market.text, $0.names.joined(separator: ", ")) }),
        ]),
    ])
}
