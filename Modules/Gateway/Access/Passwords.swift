import HostFiles
import NIOPosix
import RPC
import Synchronization

/// The passwords of profiles, as hashes in a file that only its owner can read.
final class Passwords: Sendable {
    static let shortest = 10
    static let longest = 1024

    private struct File: Codable, Equatable {
        /// By name of the profile.
        var hashes: [String: String] = [:]
        /// The times of the first changes of the profiles, by name; nil: not known yet.
        var profilesCreatedAt: [String: String]? = nil
    }

    private let path: String
    private let file: Mutex<File>
    /// One thread, so that one hash at a time needs memory.
    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// - Throws: A `Status` with the path if the file exists and is invalid.
    init(path: String) throws {
        self.path = path
        thread.start()
        guard let bytes = try Files.readIfPresent(path, limit: 1 << 20) else {
            file = Mutex(File())
            return
        }
        guard let stored = try? JSONBody.decode(File.self, from: Bytes(bytes)) else {
            throw Status(
                .failedPrecondition, "\(path) is not a list of passwords.",
                hint: "Remove the file, and set passwords with: dayline web password")
        }
        file = Mutex(stored)
    }

    deinit {
        thread.shutdownGracefully { _ in }
    }

    func hasPassword(_ profile: String) -> Bool { file.withLock { $0.hashes[profile] != nil } }

    /// The profiles with a password, sorted.
    var profiles: [String] { file.withLock { $0.hashes.keys.sorted() } }

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
        let hash = file.withLock { $0.hashes[profile] }
        return try await thread.runIfActive {
            guard let hash else {
                _ = try PasswordHash.hash(bytes)
                return false
            }
            return PasswordHash.matches(hash, bytes)
        }
    }

    /// Removes the passwords of absent profiles.
    /// - Returns: Their number.
    func bind(to profiles: ExistingProfiles) throws -> Int {
        try file.withLock { file in
            var next = File()
            var created: [String: String] = [:]
            for (name, hash) in file.hashes {
                let known = file.profilesCreatedAt?[name]
                guard case .present(let at) = profiles.owner(named: name, createdAt: known)
                else { continue }
                next.hashes[name] = hash
                created[name] = at
            }
            next.profilesCreatedAt = created.isEmpty ? nil : created
            let count = file.hashes.count - next.hashes.count
            try write(next, over: &file)
            return count
        }
    }

    private func store(_ hash: String?, of profile: String) throws {
        try file.withLock { file in
            var next = file
            next.hashes[profile] = hash
            next.profilesCreatedAt?[profile] = nil
            try write(next, over: &file)
        }
    }

    private func write(_ next: File, over file: inout File) throws {
        guard next != file else { return }
        let bytes = try JSONBody.encode(next)
        try Files.writeAtomically(bytes.array(of: UInt8.self), to: path)
        file = next
    }
}
