/// A field of RFC 4180, quoted if necessary. A text that a spreadsheet would evaluate as a formula
/// gets an apostrophe in front; ``tableText(ofField:)`` removes it.
package func tableField(_ text: String) -> String {
    let text = isFormula(text[...]) ? "'" + text : text
    // CR LF is one character, so the scalars are searched.
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
        return text
    }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
    return "\"\(doubled)\""
}

/// The text of an unquoted field, without the apostrophe that ``tableField(_:)`` adds.
package func tableText(ofField field: String) -> String {
    guard field.hasPrefix("'"), isFormula(field.dropFirst()) else { return field }
    return String(field.dropFirst())
}

/// True if a spreadsheet would evaluate the text, or if the text is a formula after apostrophes of
/// its own, which would otherwise be lost when the field is read. Numbers are not formulas.
private func isFormula(_ text: Substring) -> Bool {
    let rest = text.drop { $0 == "'" }
    guard let first = rest.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
        return false
    }
    return rest.startIndex != text.startIndex || !isNumber(rest)
}

/// True for a decimal number with or without a sign and an exponent.
private func isNumber(_ text: Substring) -> Bool {
    text.utf8.allSatisfy("0123456789+-.eE".utf8.contains) && Double(text) != nil
}
