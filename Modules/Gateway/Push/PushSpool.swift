import Glibc
import HTTPTypes
import HostFiles
import RPC

/// Writes pushed files to their folder in the home.
struct PushSpool: Sendable {
    let folder: PushFolder

    /// Longest body of a push, in bytes.
    static let bodyLimit = 1 << 30
    /// Ending of files that are being written.
    private static let partial = ".part"

    /// A stored push.
    struct Stored: Hashable, Sendable {
        var push: PushFolder.Push
        /// Number of bytes.
        var bytes: Int
    }

    /// Removes what an earlier process left incomplete.
    func removeIncomplete() {
        for name in Files.names(in: folder.path) where name.hasSuffix(Self.partial) {
            unlink("\(folder.path)/\(name)")
        }
    }

    /// Stores a body. It is on the disk when the call returns.
    /// - Throws: INVALID_ARGUMENT for a longer body, an `APIFailure` for one that does not begin as JSON,
    ///   RESOURCE_EXHAUSTED if the disk is full, and the errors of `body`.
    func store<Body: AsyncSequence>(
        _ body: Body, profile: String, milliseconds: Int64
    ) async throws -> Stored where Body.Element: Collection, Body.Element.Element == UInt8 {
        try Files.createPrivateFolder(folder.path)
        let number = String(milliseconds, radix: 16)
        let order = String(repeating: "0", count: max(0, 12 - number.count)) + number
        let random = String(UInt32.random(in: 0...(.max)), radix: 16)
        let push = PushFolder.Push(id: "\(order)-\(random)", profile: profile)
        let path = folder.file(of: push)
        let temporary = "\(path)\(Self.partial)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(errno) }
        defer { close(descriptor) }
        var bytes = 0
        var first: UInt8?
        do {
            for try await chunk in body {
                bytes += chunk.count
                guard bytes <= Self.bodyLimit else { throw Self.tooLarge }
                if first == nil { first = chunk.first { !Self.skipped.contains($0) } }
                guard first == nil || first == UInt8(ascii: "{") else { throw Self.notJSON }
                try Files.write(Array(chunk), to: descriptor, path: temporary)
            }
            guard first != nil else { throw bytes == 0 ? Self.empty : Self.notJSON }
            guard fsync(descriptor) == 0, rename(temporary, path) == 0
            else { throw Self.failure(errno) }
            try Files.syncFolder(of: path)
        } catch {
            unlink(temporary)
            if case .system(_, _, let code)? = error as? HostFileError { throw Self.failure(code) }
            throw error
        }
        return Stored(push: push, bytes: bytes)
    }

    /// White space, and the byte order mark of UTF-8.
    private static let skipped: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

    private static var tooLarge: Status {
        Status(
            .invalidArgument, "The pushed file has more than \(bodyLimit >> 20) MiB.",
            hint: "Push fewer days at once.")
    }

    private static var empty: APIFailure { failure("The body of the push is empty.") }

    private static var notJSON: APIFailure {
        failure("The body of the push is not a JSON object.")
    }

    private static func failure(_ problem: String) -> APIFailure {
        APIFailure(
            code: .badRequest,
            status: Status(
                .invalidArgument, problem,
                hint: "In the app Health Auto Export choose the format JSON for the automation."))
    }

    private static func failure(_ code: Int32) -> Status {
        Status(
            code == ENOSPC || code == EDQUOT ? .resourceExhausted : .unavailable,
            "The pushed file cannot be stored: \(String(cString: strerror(code))).",
            hint: "Free space on the disk of the home, then push again.")
    }
}
