/// A part of an HTML document. Texts and values of attributes are escaped when it is written.
package indirect enum HTML: Sendable {
    /// An element with its attributes, of which those with the value nil are left out.
    case element(String, Attributes, HTML)
    /// An element that an answer to a script leaves out if the page has it already: see ``Markup``.
    case tagged(String, Attributes, HTML)
    /// A part on which no tag depends, since it differs in each answer.
    case unstable(HTML)
    case text(String)
    /// Markup that this program wrote, such as a picture of `Charts`. It is not escaped.
    case markup(String)
    case group([HTML])

    package typealias Attributes = KeyValuePairs<String, String?>

    package static let empty = HTML.group([])

    /// True if nothing is written.
    package var isEmpty: Bool {
        switch self {
        case .element, .tagged: false
        case .unstable(let part): part.isEmpty
        case .text(let text), .markup(let text): text.isEmpty
        case .group(let parts): parts.allSatisfy(\.isEmpty)
        }
    }

    /// The markup.
    package var markup: String { String(decoding: written(prefix: "").bytes, as: UTF8.self) }

    /// The markup for pages below a path. `prefix` is written before the addresses of pages and assets, such
    /// as `/dayline`; empty: none.
    package func written(prefix: String) -> Markup {
        var output = Markup()
        write(to: &output, prefix)
        return output
    }

    private func write(to output: inout Markup, _ prefix: String) {
        switch self {
        case .text(let text): HTML.escape(text, to: &output.bytes)
        case .markup(let markup): HTML.append(markup, to: &output.bytes)
        case .group(let parts): for part in parts { part.write(to: &output, prefix) }
        case .element(let name, let attributes, let content):
            HTML.append(startOf: name, attributes, to: &output.bytes, prefix)
            output.bytes.append(UInt8(ascii: ">"))
            guard !HTML.isVoid(name) else { return }
            content.write(to: &output, prefix)
            HTML.append(endOf: name, to: &output.bytes)
        case .tagged(let name, let attributes, let content):
            let element = output.begin(name, attributes)
            HTML.append(startOf: name, attributes, to: &output.bytes, prefix)
            output.appendTag(of: element)
            content.write(to: &output, prefix)
            HTML.append(endOf: name, to: &output.bytes)
            output.end(element)
        case .unstable(let part):
            let start = output.bytes.count
            part.write(to: &output, prefix)
            output.exclude(start..<output.bytes.count)
        }
    }

    /// Appends a start tag without its end.
    static func append(
        startOf name: String, _ attributes: Attributes, to output: inout [UInt8],
        _ prefix: String
    ) {
        output.append(UInt8(ascii: "<"))
        append(name, to: &output)
        for case (let name, let value?) in attributes {
            output.append(UInt8(ascii: " "))
            append(name, to: &output)
            append("=\"", to: &output)
            if value.utf8.first == UInt8(ascii: "/"), isAddress(name) {
                escape(prefix, to: &output)
            }
            escape(value, to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }

    static func append(endOf name: String, to output: inout [UInt8]) {
        append("</", to: &output)
        append(name, to: &output)
        output.append(UInt8(ascii: ">"))
    }

    /// Appends the bytes of a text at once, which is several times as fast as one by one.
    static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { output.append(contentsOf: $0) }
    }

    /// True for elements without content and end tag. Elements of SVG need an end tag in a page.
    private static func isVoid(_ name: String) -> Bool {
        switch name {
        case "br", "hr", "img", "input", "link", "meta": true
        default: false
        }
    }

    /// True for attributes with an address. Addresses of pages and assets begin with a slash.
    private static func isAddress(_ name: String) -> Bool {
        switch name {
        case "action", "formaction", "href", "src": true
        default: false
        }
    }

    /// Writes a text so that it is neither markup nor the end of a quoted attribute.
    private static func escape(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for index in 0..<bytes.count where isReplaced[Int(bytes[index])] {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                append(replacement(of: bytes[index]), to: &output)
                start = index + 1
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    /// For each byte, true if it has a meaning in markup, or is a control character, which is not allowed in
    /// a document.
    private static let isReplaced: [Bool] = (0...UInt8.max).map { byte in
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), 0x00...0x08, 0x0B...0x1F, 0x7F:
            true
        default: false
        }
    }

    /// The reference for a byte with a meaning in markup; for a control character the replacement character.
    private static func replacement(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: "\u{FFFD}"
        }
    }
}

extension HTML: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self = .text(text) }
}

/// A part of a page that is described by a value. The content of an element can have the value itself.
protocol HTMLPart {
    var html: HTML { get }
}

/// Collects the content of an element.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ part: HTML) -> HTML { part }
    package static func buildExpression(_ text: String) -> HTML { .text(text) }
    package static func buildExpression(_ part: HTML?) -> HTML { part ?? .empty }
    static func buildExpression(_ part: some HTMLPart) -> HTML { part.html }
    package static func buildBlock(_ parts: HTML...) -> HTML {
        parts.count == 1 ? parts[0] : .group(parts)
    }
    package static func buildOptional(_ part: HTML?) -> HTML { part ?? .empty }
    package static func buildEither(first part: HTML) -> HTML { part }
    package static func buildEither(second part: HTML) -> HTML { part }
    package static func buildArray(_ parts: [HTML]) -> HTML { .group(parts) }
}

/// An element, such as `element("p", ["class": "soft"]) { "Nothing is due." }`.
package func element(
    _ name: String, _ attributes: HTML.Attributes = [:],
    @HTMLBuilder _ content: () -> HTML = { .empty }
) -> HTML {
    .element(name, attributes, content())
}

/// An element that an answer to a script leaves out if the page has it already. Neither its markup nor that of
/// an element in it may differ without a change of the data, except in unstable parts.
package func taggedElement(
    _ name: String, _ attributes: HTML.Attributes = [:],
    @HTMLBuilder _ content: () -> HTML = { .empty }
) -> HTML {
    .tagged(name, attributes, content())
}

/// Several parts without an element around them.
package func group(@HTMLBuilder _ content: () -> HTML) -> HTML { content() }
