import Glibc
import HostFiles
import RPC

/// The pushed files that wait for their import, in a folder of the home.
struct PushSpool: Sendable {
    let folder: String

    /// A complete pushed file.
    struct Push: Hashable, Sendable {
        /// The name in the folder, by which pushes are in the order of their arrival.
        var name: String
        /// The profile of the token.
        var profile: String
    }

    /// Longest body of a push, in bytes.
    static let bodyLimit = 1 << 30
    /// Ending of files that are being written.
    private static let partial = ".part"
    private static let ending = ".json"

    /// Removes what an earlier process left incomplete.
    func removeIncomplete() {
        for name in Files.names(in: folder) where name.hasSuffix(Self.partial) {
            unlink("\(folder)/\(name)")
        }
    }

    /// The waiting files, oldest first.
    var waiting: [Push] {
        Files.names(in: folder).filter { $0.hasSuffix(Self.ending) }.sorted()
            .compactMap { name in
                let fields = name.dropLast(Self.ending.count).split(separator: ".")
                guard fields.count == 2, let profile = Self.decoded(fields[1]) else { return nil }
                return Push(name: name, profile: profile)
            }
    }

    func path(of push: Push) -> String { "\(folder)/\(push.name)" }

    func remove(_ push: Push) { unlink(path(of: push)) }

    /// Removes the files of a profile, also rejected and incomplete ones.
    func removeAll(of profile: String) {
        for name in Files.names(in: folder) {
            let fields = name.split(separator: ".")
            if fields.count > 1, Self.decoded(fields[1]) == profile { unlink("\(folder)/\(name)") }
        }
    }

    /// Moves a file that cannot be imported out of the way, and returns its new path.
    func reject(_ push: Push) -> String {
        let rejected = "\(path(of: push)).failed"
        rename(path(of: push), rejected)
        return rejected
    }

    /// Stores a body. It is on the disk when the call returns.
    /// - Returns: Number of bytes.
    /// - Throws: INVALID_ARGUMENT for a longer body, RESOURCE_EXHAUSTED if the disk is full, and the errors
    ///   of `body`.
    func store<Body: AsyncSequence>(
        _ body: Body, profile: String, milliseconds: Int64
    ) async throws -> Int where Body.Element: Collection, Body.Element.Element == UInt8 {
        try Files.createPrivateFolder(folder)
        let number = String(milliseconds, radix: 16)
        let order = String(repeating: "0", count: max(0, 12 - number.count)) + number
        let random = String(UInt32.random(in: 0...(.max)), radix: 16)
        let name = "\(order)-\(random).\(Self.encoded(profile))"
        let temporary = "\(folder)/\(name)\(Self.partial)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(errno) }
        defer { close(descriptor) }
        var bytes = 0
        do {
            for try await chunk in body {
                bytes += chunk.count
                guard bytes <= Self.bodyLimit else { throw Self.tooLarge }
                try Self.write(Array(chunk), to: descriptor)
            }
            guard fsync(descriptor) == 0,
                rename(temporary, "\(folder)/\(name)\(Self.ending)") == 0
            else { throw Self.failure(errno) }
            try Files.syncFolder(of: "\(folder)/\(name)")
        } catch {
            unlink(temporary)
            throw error
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Status) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + position }, $0.count - position)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(errno) }
            position += count
        }
    }

    private static var tooLarge: Status {
        Status(
            .invalidArgument, "The pushed file has more than \(bodyLimit >> 20) MiB.",
            hint: "Push fewer days at once.")
    }

    private static func failure(_ code: Int32) -> Status {
        Status(
            code == ENOSPC || code == EDQUOT ? .resourceExhausted : .unavailable,
            "The pushed file cannot be stored: \(String(cString: strerror(code))).",
            hint: "Free space on the disk of the home, then push again.")
    }

    /// The UTF-8 of a name in hexadecimal digits: a profile may have any characters.
    private static func encoded(_ profile: String) -> String {
        profile.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func decoded(_ text: Substring) -> String? {
        let digits = Array(text)
        guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...(index + 1)]), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
