import Charts
import Foundation
import FoundationXML

/// The elements of a picture's SVG, read by the XML parser of the system.
final class Drawing: NSObject, XMLParserDelegate {
    struct Shape {
        var name: String
        var attributes: [String: String]
        var text = ""
        var parents: [String]

        func number(_ key: String) -> Double { Double(attributes[key] ?? "") ?? .nan }
        func has(_ style: String) -> Bool {
            attributes["class"]?.split(separator: " ").contains { $0 == style } ?? false
        }
    }

    private(set) var shapes: [Shape] = []
    private var open: [Int] = []

    /// Nil if the document is not well formed.
    init?(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    func all(_ name: String) -> [Shape] { shapes.filter { $0.name == name } }
    func all(_ name: String, _ style: String) -> [Shape] { all(name).filter { $0.has(style) } }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        shapes.append(
            Shape(name: name, attributes: attributes, parents: open.map { shapes[$0].name }))
        open.append(shapes.count - 1)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if let index = open.last { shapes[index].text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }
}
