import Glibc
import RPC

/// A file, a pipe or a terminal in blocks. A read stops waiting soon after its task is cancelled, so
/// that who types or pipes too little holds nothing up.
struct BlockReader {
    private static let pollMilliseconds: Int32 = 50
    private let descriptor: Int32
    private let name: String
    private var block: [UInt8]

    /// `name` is what people call what is read.
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
