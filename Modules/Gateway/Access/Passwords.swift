import HostFiles
import NIOPosix
import RPC
import Synchronization

/// The passwords of profiles, as hashes in a file that only its owner can read.
final class Passwords: Sendable {
    static let shortest = 10
    static let longest = 1024

    private struct File: Codable {
        /// By name of the profile.
        var hashes: [String: String] = [:]
    }

    private let path: String
    private let hashes: Mutex<[String: String]>
    /// One thread, so that one hash at a time needs memory.
    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// - Throws: A `Status` with the path if the file exists and is invalid.
    init(path: String) throws {
        self.path = path
        thread.start()
        guard let bytes = try Files.readIfPresent(path, limit: 1 << 20) else {
            hashes = Mutex([:])
            return
        }
        guard let file = try? JSONBody.decode(File.self, from: Bytes(bytes)) else {
            throw Status(
                .failedPrecondition, "\(path) is not a list of passwords.",
                hint: "Remove the file, and set passwords with: dayline web password")
        }
        hashes = Mutex(file.hashes)
    }

    deinit {
        thread.shutdownGracefully { _ in }
    }

    func hasPassword(_ profile: String) -> Bool { hashes.withLock { $0[profile] != nil } }

    /// The profiles with a password, sorted.
    var profiles: [String] { hashes.withLock { $0.keys.sorted() } }

    /// The profile if it is the only one with a password.
    var onlyProfile: String? { profiles.count == 1 ? profiles.first : nil }

    /// Stores the password of a profile; nil removes it.
    /// - Throws: INVALID_ARGUMENT for a password that is too short or too long.
    func set(_ password: String?, of profile: String) async throws {
        guard let password else { return try store(nil, of: profile) }
        let bytes = Array(password.utf8)
        guard password.count >= Self.shortest, bytes.count <= Self.longest else {
            throw Status(
                .invalidArgument,
                "A password has at least \(Self.shortest) characters and at most \(Self.longest) bytes.",
                hint: "Choose another password, such as several words.")
        }
        let hash = try await thread.runIfActive { try PasswordHash.hash(bytes) }
        try store(hash, of: profile)
    }

    /// True if the password is that of the profile. An unknown profile takes the same time.
    func isValid(_ password: String, of profile: String) async throws -> Bool {
        let bytes = Array(password.utf8.prefix(Self.longest + 1))
        let hash = hashes.withLock { $0[profile] }
        return try await thread.runIfActive {
            guard let hash else {
                _ = try PasswordHash.hash(bytes)
                return false
            }
            return PasswordHash.matches(hash, bytes)
        }
    }

    private func store(_ hash: String?, of profile: String) throws {
        try hashes.withLock { hashes in
            var next = hashes
            next[profile] = hash
            let bytes = try JSONBody.encode(File(hashes: next))
            try Files.writeAtomically(bytes.array(of: UInt8.self), to: path)
            hashes = next
        }
    }
}
