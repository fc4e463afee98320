/// A field of a table as RFC 4180 has it: quoted where it would otherwise end early or run on.
package func tableField(_ text: String) -> String {
    // A line feed after a return is one character, so the scalars are looked at.
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
        return text
    }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
    return "\"\(doubled)\""
}
