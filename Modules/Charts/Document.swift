import Memberwise

/// A document of headings, sentences, tables and pictures, as HTML, as Markdown, or as pages for a PDF.
@Memberwise
package struct Document: Sendable {
    package enum Block: Sendable {
        case heading(String)
        case paragraph(String)
        case table(DataTable)
        case picture(Picture)
    }

    package var title: String
    package var blocks: [Block]

    /// The pictures in the order of the document.
    package var pictures: [Picture] {
        blocks.compactMap { block in
            if case .picture(let picture) = block { picture } else { nil }
        }
    }

    /// The document as an HTML page that contains its pictures.
    package var html: String {
        let body = blocks.map { block in
            switch block {
            case .heading(let text): Element("h2", text: text)
            case .paragraph(let text): Element("p", text: text)
            case .table(let table): table.element
            case .picture(let picture): picture.figure()
            }
        }
        return Picture.page(
            title: title, [Element("h1", text: title)] + body)
    }

    /// The document as Markdown with tables. `files` are the paths of the pictures, in their order;
    /// pictures without a path are left out.
    package func markdown(pictures files: [String]) -> String {
        var files = files[...]
        var parts = ["# \(Self.escaped(title))"]
        for block in blocks {
            switch block {
            case .heading(let text): parts.append("## \(Self.escaped(text))")
            case .paragraph(let text): parts.append(Self.escaped(text))
            case .table(let table): parts.append(Self.markdown(table))
            case .picture(let picture):
                guard let file = files.popFirst() else { continue }
                parts.append("![\(Self.escaped(picture.summary))](<\(file)>)")
            }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func markdown(_ table: DataTable) -> String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
        let rule = table.columns.indices.map { $0 == 0 ? "---" : "---:" }
        return
            ([line(table.columns.map(escaped)), line(rule)]
            + table.rows.map { line($0.map(escaped)) }).joined(separator: "\n")
    }

    /// The text on one line, with the characters that Markdown or HTML interpret escaped.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character.isNewline {
                escaped.append(" ")
            } else {
                if "\\`*_[]<>|#&~".contains(character) { escaped.append("\\") }
                escaped.append(character)
            }
        }
        return escaped
    }
}
