import Glibc
import RPC

/// A DEALER socket that is connected to a socket of this machine, in the protocol of libzmq: ZMTP 3.1 with
/// the mechanism NULL (https://rfc.zeromq.org/spec/37).
///
/// All operations wait on the calling thread, until `deadline` at the latest.
struct LocalSocket: ~Copyable {
    enum Failure: Error {
        /// The peer has closed the connection, or does not keep to the protocol.
        case lost
        case timedOut
    }

    private enum FrameFlags {
        static let more: UInt8 = 1
        /// The length has eight bytes instead of one.
        static let long: UInt8 = 2
        static let command: UInt8 = 4
    }

    private static let greetingBytes = 64
    private static let receiveBytes = 64 << 10

    private let descriptor: Int32
    /// Received bytes, of which those before `position` are used.
    private var received: [UInt8] = []
    private var position = 0

    /// Connects, and exchanges the greetings.
    /// - Throws: `Failure`; `lost` if nothing listens at the path.
    init(path: String, deadline: Deadline) throws(Failure) {
        descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0
        )
        guard descriptor >= 0, Self.connect(descriptor, path) else { throw .lost }
        try send(Self.greeting + Self.readyCommand, deadline)
        try receiveGreeting(deadline)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func connect(_ descriptor: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { target in
            guard bytes.count < target.count else { return false }
            target.copyBytes(from: bytes)
            return true
        }
        guard fits else { return false }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    /// Signature, version 3.1, mechanism NULL, and a filler.
    private static var greeting: [UInt8] {
        let start: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 1] + Array("NULL".utf8)
        return start + repeatElement(0, count: greetingBytes - start.count)
    }

    /// The command that ends the handshake, with the type of this socket.
    private static var readyCommand: [UInt8] {
        let body =
            [5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8)
            + [0, 0, 0, 6] + Array("DEALER".utf8)
        return [FrameFlags.command, UInt8(body.count)] + body
    }

    private mutating func receiveGreeting(_ deadline: Deadline) throws(Failure) {
        try need(Self.greetingBytes, deadline)
        guard received[position] == 0xFF, received[position + 10] >= 3 else { throw .lost }
        position += Self.greetingBytes
        guard try receiveFrame(deadline).flags & FrameFlags.command != 0 else { throw .lost }
    }

    /// Sends a message.
    func send(_ frames: [Bytes], _ deadline: Deadline) throws(Failure) {
        var bytes: [UInt8] = []
        for (index, frame) in frames.enumerated() {
            let more = index + 1 < frames.count ? FrameFlags.more : 0
            if let length = UInt8(exactly: frame.count) {
                bytes += [more, length]
            } else {
                bytes.append(more | FrameFlags.long)
                withUnsafeBytes(of: UInt64(frame.count).bigEndian) { bytes.append(contentsOf: $0) }
            }
            frame.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        try send(bytes, deadline)
    }

    /// The frames of the next message.
    mutating func receive(_ deadline: Deadline) throws(Failure) -> [Bytes] {
        var frames: [Bytes] = []
        while true {
            let frame = try receiveFrame(deadline)
            // Other commands are for sockets over TCP.
            guard frame.flags & FrameFlags.command == 0 else { continue }
            frames.append(frame.content)
            guard frames.count <= WireLimits.frames else { throw .lost }
            if frame.flags & FrameFlags.more == 0 { return frames }
        }
    }

    private mutating func receiveFrame(
        _ deadline: Deadline
    ) throws(Failure) -> (flags: UInt8, content: Bytes) {
        try need(2, deadline)
        let flags = received[position]
        var count = Int(received[position + 1])
        var header = 2
        if flags & FrameFlags.long != 0 {
            header = 9
            try need(header, deadline)
            let length = received[(position + 1)..<(position + header)].reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
            guard length <= WireLimits.frameBytes else { throw .lost }
            count = Int(length)
        }
        try need(header + count, deadline)
        let start = position + header
        position = start + count
        return (flags, Bytes(Array(received[start..<position])))
    }

    /// Receives until there are `count` unused bytes.
    private mutating func need(_ count: Int, _ deadline: Deadline) throws(Failure) {
        guard received.count - position < count else { return }
        received.removeFirst(position)
        position = 0
        while received.count < count {
            try wait(for: POLLIN, deadline)
            let result = withUnsafeTemporaryAllocation(
                byteCount: Self.receiveBytes, alignment: 8
            ) { buffer in
                let result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                received.append(contentsOf: buffer.prefix(max(0, result)))
                return result
            }
            if result == 0 || (result < 0 && errno != EAGAIN && errno != EINTR) { throw .lost }
        }
    }

    private func send(_ bytes: [UInt8], _ deadline: Deadline) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let result = bytes[sent...].withUnsafeBytes { rest in
                Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if result >= 0 {
                sent += result
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, deadline)
            } else if errno != EINTR {
                throw .lost
            }
        }
    }

    /// Waits until the socket is readable or writable.
    private func wait(for events: Int32, _ deadline: Deadline) throws(Failure) {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let remaining = deadline.remaining
            if remaining == .zero { throw .timedOut }
            let milliseconds = remaining.map { $0 / .milliseconds(1) + 1 } ?? -1
            let count = poll(&polled, 1, Int32(min(milliseconds, 1e9)))
            if count > 0 { return }
            if count < 0, errno != EINTR { throw .lost }
        }
    }
}
