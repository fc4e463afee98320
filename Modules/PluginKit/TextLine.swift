/// A line of a text file with its location.
public struct TextLine {
    /// Text without the line break; invalid UTF-8 is replaced by U+FFFD.
    public let text: String
    /// Offset of the line in the part, in bytes.
    public let offset: Int64
    /// Line number from 1.
    public let number: Int64
}

extension FilePart {
    /// Bytes in a line; a longer line is split.
    public static let lineLimit = 1 << 20

    /// Reads the part line by line, and calls `body` with each.
    @discardableResult
    public func readLines(_ body: (TextLine) throws -> Void) throws -> Ending {
        var rest: [UInt8] = []
        var offset: Int64 = 0
        var number: Int64 = 0
        func emit(_ bytes: [UInt8], consumed: Int) throws {
            number += 1
            let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
            try body(
                TextLine(
                    text: String(decoding: text, as: UTF8.self), offset: offset, number: number))
            offset += Int64(consumed)
        }
        let ending = try read { block in
            var start = 0
            for index in block.indices where block[index] == UInt8(ascii: "\n") {
                rest.append(contentsOf: block[start..<index])
                try emit(rest, consumed: rest.count + 1)
                rest.removeAll(keepingCapacity: true)
                start = index + 1
            }
            rest.append(contentsOf: block[start...])
            while rest.count > Self.lineLimit {
                try emit(Array(rest.prefix(Self.lineLimit)), consumed: Self.lineLimit)
                rest.removeFirst(Self.lineLimit)
            }
        }
        if !rest.isEmpty { try emit(rest, consumed: rest.count) }
        return ending
    }
}
