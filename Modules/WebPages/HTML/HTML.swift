/// A part of an HTML document. Texts and values of attributes are escaped when it is written.
package indirect enum HTML: Sendable {
    /// An element with its attributes, of which those with the value nil are left out.
    case element(String, Attributes, [HTML])
    case text(String)
    /// Markup that this program wrote, such as a picture of `Charts`. It is not escaped.
    case markup(String)
    case group([HTML])

    package typealias Attributes = KeyValuePairs<String, String?>

    package static let empty = HTML.group([])

    /// The markup.
    package var markup: String { markup(prefix: "") }

    /// The markup for pages below a path. `prefix` is written before the addresses of pages and assets,
    /// such as `/dayline`; empty: none.
    package func markup(prefix: String) -> String {
        var output: [UInt8] = []
        write(to: &output, prefix)
        return String(decoding: output, as: UTF8.self)
    }

    /// Writes bytes of UTF-8, to which appending is several times as fast as to a string.
    private func write(to output: inout [UInt8], _ prefix: String) {
        switch self {
        case .text(let text): HTML.escape(text, to: &output)
        case .markup(let markup): output += markup.utf8
        case .group(let parts): for part in parts { part.write(to: &output, prefix) }
        case .element(let name, let attributes, let content):
            output += "<".utf8
            output += name.utf8
            for case (let name, let value?) in attributes {
                output += " ".utf8
                output += name.utf8
                output += "=\"".utf8
                if value.hasPrefix("/"), HTML.isAddress(name) { HTML.escape(prefix, to: &output) }
                HTML.escape(value, to: &output)
                output += "\"".utf8
            }
            output += ">".utf8
            guard !HTML.isVoid(name) else { return }
            for part in content { part.write(to: &output, prefix) }
            output += "</".utf8
            output += name.utf8
            output += ">".utf8
        }
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
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            case UInt8(ascii: "'"): output += "&#39;".utf8
            // Control characters are not allowed in a document.
            case 0x00...0x08, 0x0B...0x1F, 0x7F: output += "\u{FFFD}".utf8
            default: output.append(byte)
            }
        }
    }
}

extension HTML: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self = .text(text) }
}

/// Collects the content of an element.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ part: HTML) -> HTML { part }
    package static func buildExpression(_ text: String) -> HTML { .text(text) }
    package static func buildExpression(_ part: HTML?) -> HTML { part ?? .empty }
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
    .element(name, attributes, [content()])
}

/// Several parts without an element around them.
package func group(@HTMLBuilder _ content: () -> HTML) -> HTML { content() }
