import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Text

/// The parts of which the sections of a report's page are made.
extension ReportPage {
  func section(
    _ name: String, _ heading: Sentence, _ remarks: [Sentence], _ content: HTML
  ) -> HTML {
    """
    <section aria-labelledby="\(id(name))">
    <h2 id="\(id(name))">\(text(heading))\(server.map { " (\($0.name))" } ?? "")</h2>
    \(remarks.map { "<p>\(marked($0))</p>" })
    \(content)
    </section>
    """
  }

  /// Each id is there once, also if each server has its own sections.
  func id(_ name: String) -> String { server.map { "\(name)-\($0.place)" } ?? name }

  /// The sentence, in which the words to type are not broken.
  private func marked(_ sentence: Sentence) -> HTML {
    language.parts(of: sentence).reduce("") { html, part in
      switch part {
      case .words(let words): "\(html)\(words)"
      case .value(let value): "\(html)<b>\(value)</b>"
      }
    }
  }

  /// - Parameter heads: the headers of the columns. The first column has the headers of the rows.
  func table(
    _ caption: Sentence, _ heads: [Sentence], _ rows: [HTML]
  ) -> HTML { table(caption, heads, groups: ["\(rows)"]) }

  /// - Parameter groups: the rows of each group.
  func table(
    _ caption: Sentence, _ heads: [Sentence], groups: [HTML]
  ) -> HTML {
    """
    <table>
    <caption>\(text(caption))</caption>
    <thead><tr>
    \(heads.map { "<th scope=\"col\">\(text($0))</th>" })
    </tr></thead>
    \(groups.map { "<tbody>\n\($0)\n</tbody>" })
    </table>
    """
  }

  func row(_ head: HTML, _ cells: [HTML]) -> HTML {
    "<tr><th scope=\"row\">\(head)</th>\(cells)</tr>"
  }

  /// What was consumed, its sums, and how many payments are unknown.
  func cells(_ count: ReportFigures.Count) -> [HTML] {
    [number(count.consumed), sums(count.sums), number(count.unknown)]
  }

  func number(_ count: Int) -> HTML { "<td>\(grouped(count))</td>" }

  func grouped(_ count: Int) -> String { AmountText.grouped("\(count)") }

  /// A sum for each currency: `KRW 540,000`.
  func sums(_ parts: [String: PaymentTotals.Part]) -> HTML {
    let sums: [HTML] = parts.sorted { $0.key < $1.key }.flatMap { currency, part in
      let knownSum = part.unpriced < part.count ? part.knownSum : nil
      let sum = knownSum.map { "<div>\(amount($0, currency))</div>" as HTML }
      return [sum, unpriced(part, currency)].compactMap(\.self)
    }
    return "<td class=\"sums\">\(sums)</td>"
  }

  private func unpriced(_ part: PaymentTotals.Part, _ currency: String) -> HTML? {
    guard part.unpriced > 0 else { return nil }
    return "<small>\(text(ReportPageMessages.unpriced(part.unpriced, of: name(currency))))</small>"
  }

  func amount(_ digits: String, _ currency: String) -> String {
    "\(name(currency)) \(AmountText.grouped(digits))"
  }

  func name(_ currency: String) -> String {
    currency.isEmpty ? text(ReportPageMessages.noCurrency) : currency
  }
}
