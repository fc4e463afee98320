import Glibc
import RPC

/// Reads a file, a pipe or a terminal in blocks. A read ends soon after its task is cancelled,
/// even without input.
struct BlockReader {
    private static let pollMilliseconds: Int32 = 50
    private let descriptor: Int32
    private let name: String
    private var block: [UInt8]

    /// `name` is the input's name in error messages.
    init(_ descriptor: Int32, _ name: String, blockBytes: Int = 64 << 10) {
        self.descriptor = descriptor
        self.name = name
        block = [UInt8](repeating: 0, count: blockBytes)
    }

    /// The next bytes; nil at the end.
    mutating func next() throws -> ArraySlice<UInt8>? {
        while true {
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&input, 1, Self.pollMilliseconds)
            try Task.checkCancellation()
            guard ready > 0 else { continue }
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Status(.failedPrecondition, "\(name) cannot be read.")
            }
            return count == 0 ? nil : block[..<count]
        }
    }
}
