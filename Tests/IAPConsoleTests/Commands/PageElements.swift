import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a page, which is well-formed XML.
final class PageElements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// The names of the elements around it, the outermost first.
    let path: [String]
    /// Its text, without that of the elements in it.
    var text = ""
    /// The names of the elements directly in it.
    var children: [String] = []
  }

  private(set) var all: [Element] = []
  private var open: [Int] = []

  /// - Throws: if the page is not well-formed.
  init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    try #require(
      parser.parse(), "line \(parser.lineNumber): \(String(describing: parser.parserError))")
  }

  func named(_ name: String) -> [Element] { all.filter { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if let parent = open.last { all[parent].children.append(name) }
    all.append(Element(name: name, attributes: attributes, path: open.map { all[$0].name }))
    open.append(all.count - 1)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let element = open.last { all[element].text += text }
  }
}
