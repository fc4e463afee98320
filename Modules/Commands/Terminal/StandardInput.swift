import Glibc

/// Reads standard input completely or by lines.
enum StandardInput {
    private static var blocks: BlockReader { BlockReader(STDIN_FILENO, "Standard input") }

    /// The bytes up to the end of input.
    static func all() throws -> [UInt8] {
        var input = blocks
        var bytes: [UInt8] = []
        while let block = try input.next() { bytes += block }
        return bytes
    }

    /// Calls `body` with each line that is not empty.
    static func lines(_ body: (String) async throws -> Void) async throws {
        var input = blocks
        var rest: [UInt8] = []
        func isLineFeed(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }
        while let block = try input.next() {
            rest += block
            guard let last = rest.lastIndex(where: isLineFeed) else { continue }
            for line in rest[...last].split(whereSeparator: isLineFeed) {
                try await body(String(decoding: line, as: UTF8.self))
            }
            rest.removeSubrange(...last)
        }
        if !rest.isEmpty { try await body(String(decoding: rest, as: UTF8.self)) }
    }
}
