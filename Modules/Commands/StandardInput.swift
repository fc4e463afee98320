import Glibc
import RPC

/// Standard input in blocks. A read stops waiting soon after its task is cancelled, so that who types
/// or pipes too little holds nothing up.
struct StandardInput {
    private static let pollMilliseconds: Int32 = 50
    private var block: [UInt8]

    init(blockBytes: Int = 64 << 10) {
        block = [UInt8](repeating: 0, count: blockBytes)
    }

    /// The next bytes; nil at the end.
    mutating func next() throws -> ArraySlice<UInt8>? {
        while true {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let ready = poll(&input, 1, Self.pollMilliseconds)
            try Task.checkCancellation()
            guard ready > 0 else { continue }
            let count = read(STDIN_FILENO, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Status(.failedPrecondition, "Standard input cannot be read.")
            }
            return count == 0 ? nil : block[..<count]
        }
    }

    /// All of it.
    static func all() throws -> [UInt8] {
        var input = Self()
        var bytes: [UInt8] = []
        while let block = try input.next() { bytes += block }
        return bytes
    }

    /// Gives `body` one line after another, empty ones left out.
    static func lines(_ body: (String) async throws -> Void) async throws {
        var input = Self()
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
