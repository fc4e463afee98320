/// The number of terminal columns of a text on one line: two for a wide letter, such as in Chinese,
/// Japanese and Korean, and for an emoji of any number of scalars (Unicode Standard Annex 11).
package func columnWidth(_ text: String) -> Int {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.utf8.count }
    return text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
}

private func isWide(_ letter: Character) -> Bool {
    guard let first = letter.unicodeScalars.first, first.value >= 0xA9 else { return false }
    // A text symbol with the emoji selector is an emoji, and a flag has two scalars.
    if first.properties.isEmojiPresentation || letter.unicodeScalars.contains("\u{FE0F}") {
        return true
    }
    return wideBlocks.contains { $0.contains(first.value) }
}

/// Blocks of scalars that EastAsianWidth.txt lists as wide or full width, without emoji.
private let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
]
