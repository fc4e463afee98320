/// A key that was pressed at a terminal.
enum TerminalKey: Hashable {
    /// A letter, digit, sign or space; no control character.
    case character(Character)
    case enter, escape, tab, backspace
    case up, down, left, right, home, end, pageUp, pageDown
    /// A letter with the control key, in lower case.
    case control(Character)
}

/// Decodes the bytes of a terminal into keys. The bytes of a key can arrive in pieces.
struct TerminalKeyDecoder {
    /// The bytes of an incomplete key.
    private var pending: [UInt8] = []

    /// A longer control sequence is not one of a key.
    private static let longestSequence = 16

    /// True if the bytes end within a key, or with an escape character, which is a key if nothing
    /// follows soon.
    var hasPending: Bool { !pending.isEmpty }

    /// The keys that are complete with `bytes`. Unknown control sequences are ignored.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
        pending += bytes
        var keys: [TerminalKey] = []
        while let (key, count) = next() {
            pending.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The keys of the incomplete bytes, to which nothing was added in time.
    mutating func finish() -> [TerminalKey] {
        defer { pending = [] }
        return pending.first == Self.escape ? [.escape] : []
    }

    private static let escape: UInt8 = 0x1B

    /// The first key, nil if it is ignored, and the number of its bytes. Nil if it is incomplete.
    private func next() -> (TerminalKey?, Int)? {
        guard let first = pending.first else { return nil }
        switch first {
        case Self.escape: return sequence()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0: return (nil, 1)
        case 1..<0x20:
            return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        default: return character(first)
        }
    }

    /// The key of a control sequence: ESC [ or ESC O, parameters, and a final byte.
    private func sequence() -> (TerminalKey?, Int)? {
        guard pending.count > 1 else { return nil }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
            return (.escape, 1)
        }
        guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) })
        else {
            return pending.count > Self.longestSequence ? (nil, pending.count) : nil
        }
        let parameters = pending[2..<end].prefix { $0 != UInt8(ascii: ";") }
        return (Self.key(parameters, final: pending[end]), end + 1)
    }

    private static func key(
        _ parameters: some Sequence<UInt8>, final: UInt8
    ) -> TerminalKey? {
        switch (final, String(decoding: Array(parameters), as: UTF8.self)) {
        case (UInt8(ascii: "A"), _): .up
        case (UInt8(ascii: "B"), _): .down
        case (UInt8(ascii: "C"), _): .right
        case (UInt8(ascii: "D"), _): .left
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
        case (UInt8(ascii: "~"), "5"): .pageUp
        case (UInt8(ascii: "~"), "6"): .pageDown
        case (UInt8(ascii: "M"), _): .enter
        default: nil
        }
    }

    /// The character of one to four bytes of UTF-8; nil within the first element for invalid bytes.
    private func character(_ first: UInt8) -> (TerminalKey?, Int)? {
        let count =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard pending.count >= count else { return nil }
        guard let text = String(validating: pending.prefix(count), as: UTF8.self),
            let character = text.first,
            !(0x80..<0xA0).contains(text.unicodeScalars.first?.value ?? 0)
        else { return (nil, 1) }
        return (.character(character), count)
    }
}
