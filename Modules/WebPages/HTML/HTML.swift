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

    /// Elements without content and end tag. Elements of SVG need an end tag in a page.
    private static let voidElements: Set<String> = ["br", "hr", "img", "input", "link", "meta"]

    /// Attributes with an address. Addresses of pages and assets begin with a slash.
    private static let addresses: Set<String> = ["action", "formaction", "href", "src"]

    /// The markup.
    package var markup: String { markup(prefix: "") }

    /// The markup for pages below a path. `prefix` is written before the addresses of pages and assets,
    /// such as `/dayline`; empty: none.
    package func markup(prefix: String) -> String {
        var output = ""
        write(to: &output, prefix)
        return output
    }

    private func write(to output: inout String, _ prefix: String) {
        switch self {
        case .text(let text): HTML.escape(text, to: &output)
        case .markup(let markup): output += markup
        case .group(let parts): for part in parts { part.write(to: &output, prefix) }
        case .element(let name, let attributes, let content):
            output += "<\(name)"
            for case (let name, let value?) in attributes {
                output += " \(name)=\""
                if HTML.addresses.contains(name), value.hasPrefix("/") {
                    HTML.escape(prefix, to: &output)
                }
                HTML.escape(value, to: &output)
                output += "\""
            }
            output += ">"
            guard !HTML.voidElements.contains(name) else { return }
            for part in content { part.write(to: &output, prefix) }
            output += "</\(name)>"
        }
    }

    /// Writes a text so that it is neither markup nor the end of a quoted attribute.
    private static func escape(_ text: String, to output: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&#39;"
            // Control characters are not allowed in a document.
            case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}": output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
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
