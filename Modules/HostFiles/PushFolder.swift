import Glibc
import Texts

/// The pushed files of a home: those that wait for their import, those that could not be imported with the
/// reasons, and the import reports of the others.
package struct PushFolder: Hashable, Sendable {
    package let path: String

    /// A pushed file.
    package struct Push: Hashable, Sendable {
        /// The identifier, by which pushes are in the order of their arrival: the milliseconds since 1970
        /// in hexadecimal digits, a hyphen, and a random number.
        package let id: String
        /// The profile of the token.
        package let profile: String

        package init(id: String, profile: String) {
            self.id = id
            self.profile = profile
        }

        /// The time at which the push was received, in milliseconds since 1970.
        package var milliseconds: Int64 {
            id.split(separator: "-").first.flatMap { Int64($0, radix: 16) } ?? 0
        }

        /// The beginning of the names of its files.
        fileprivate var name: String {
            // A profile may have any characters.
            "\(id).\(profile.utf8.hexDigits)"
        }
    }

    /// A pushed file that could not be imported.
    package struct FailedPush: Hashable, Sendable {
        package let push: Push
        package let bytes: Int64
        /// The failure of the import as sentences.
        package let reason: String
    }

    package enum State: Hashable, Sendable {
        case waiting
        /// The push was imported, with the number of the import.
        case imported(Int64)
        /// The push could not be imported, for a reason in sentences.
        case failed(String)
    }

    private static let waiting = ".json"
    private static let failed = ".json.failed"
    private static let reason = ".reason"
    private static let imported = ".imported"
    /// The endings of all files of a push that is complete.
    private static let endings = [waiting, failed, reason, imported]
    /// Number of import reports that can be found by their push.
    private static let reportLimit = 1000
    /// Number of failed files that are listed.
    private static let failedLimit = 100
    /// Bytes of a stored reason.
    private static let reasonLimit = 4 << 10

    package init(_ path: String) {
        self.path = path
    }

    // MARK: Reading

    /// The waiting files, oldest first.
    package var waiting: [Push] { pushes(Self.waiting) }

    /// The waiting and failed files, oldest first.
    package var unfinished: [Push] {
        Set(pushes(Self.waiting) + pushes(Self.failed)).sorted { $0.id < $1.id }
    }

    /// The pushes in all states.
    package var all: Set<Push> { Set(Self.endings.flatMap { pushes($0) }) }

    /// The newest files of a profile that could not be imported, oldest first.
    package func failed(of profile: String) -> [FailedPush] {
        pushes(Self.failed).filter { $0.profile == profile }.suffix(Self.failedLimit)
            .compactMap(failure)
    }

    /// The failed file of a push; nil if it has none.
    package func failure(of push: Push) -> FailedPush? {
        var status = stat()
        guard stat(file(of: push, Self.failed), &status) == 0 else { return nil }
        return FailedPush(
            push: push, bytes: Int64(status.st_size),
            reason: text(of: push, Self.reason)
                ?? "The reason is in the log of the web gateway.")
    }

    /// The file of a push that waits for its profile, waiting or failed; nil if it has none.
    package func unowned(_ push: Push) -> FailedPush? {
        if let failure = failure(of: push) { return failure }
        var status = stat()
        guard stat(file(of: push), &status) == 0 else { return nil }
        return FailedPush(
            push: push, bytes: Int64(status.st_size),
            reason:
                "There is no profile \"\(push.profile)\". The file waits until it exists again.")
    }

    /// The state of a push; nil if it is unknown.
    package func state(of push: Push) -> State? {
        // A push that is imported again has an earlier result beside its file.
        if access(file(of: push), F_OK) == 0 { return .waiting }
        if let failure = failure(of: push) { return .failed(failure.reason) }
        return text(of: push, Self.imported).flatMap { Int64($0) }.map { .imported($0) }
    }

    /// True for a text in the form of an identifier, which cannot name another folder.
    package static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0 == "-" || $0.isHexDigit }
    }

    /// The path of the waiting file of a push.
    package func file(of push: Push) -> String { file(of: push, Self.waiting) }

    private func file(of push: Push, _ ending: String) -> String { "\(path)/\(push.name)\(ending)" }

    private func text(of push: Push, _ ending: String) -> String? {
        let bytes = try? Files.readIfPresent(file(of: push, ending), limit: Self.reasonLimit)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The pushes with a file of an ending.
    private func pushes(_ ending: String) -> [Push] {
        Files.names(in: path).compactMap { name in
            guard name.hasSuffix(ending) else { return nil }
            let fields = name.dropLast(ending.count).split(separator: ".")
            guard fields.count == 2, let profile = Self.decoded(fields[1]) else { return nil }
            return Push(id: String(fields[0]), profile: profile)
        }
    }

    // MARK: Changes

    /// Stores the number of the import of a push, and removes its file.
    package func finish(_ push: Push, as number: Int64) throws(HostFileError) {
        try Files.writeAtomically(Array("\(number)".utf8), to: file(of: push, Self.imported))
        unlink(file(of: push))
        for old in pushes(Self.imported).dropLast(Self.reportLimit) {
            unlink(file(of: old, Self.imported))
        }
    }

    /// Stores the reason that a push cannot be imported, and no longer lists it as waiting.
    package func reject(_ push: Push, for reason: String) throws(HostFileError) {
        let bytes = Array(reason.utf8.prefix(Self.reasonLimit))
        try Files.writeAtomically(bytes, to: file(of: push, Self.reason))
        try move(file(of: push, Self.waiting), to: file(of: push, Self.failed))
        try Files.syncFolder(of: file(of: push))
    }

    /// Lists a push that could not be imported as waiting, so that the web gateway imports it again.
    package func retry(_ push: Push) throws(HostFileError) {
        try move(file(of: push, Self.failed), to: file(of: push, Self.waiting))
        try Files.syncFolder(of: file(of: push))
        unlink(file(of: push, Self.reason))
    }

    /// Removes the file of a push that could not be imported.
    package func removeFailed(_ push: Push) {
        unlink(file(of: push, Self.failed))
        unlink(file(of: push, Self.reason))
    }

    /// Removes the files of a profile in all states, and incomplete ones.
    package func removeAll(of profile: String) {
        for name in Files.names(in: path) {
            let fields = name.split(separator: ".")
            if fields.count > 1, Self.decoded(fields[1]) == profile { unlink("\(path)/\(name)") }
        }
    }

    /// Assigns pushes in any state to another profile.
    package func assign(_ pushes: [Push], to profile: String) throws(HostFileError) {
        guard let first = pushes.first else { return }
        for push in pushes {
            let assigned = Push(id: push.id, profile: profile)
            for ending in Self.endings {
                try move(file(of: push, ending), to: file(of: assigned, ending))
            }
        }
        try Files.syncFolder(of: file(of: first))
    }

    /// Removes the files of a push in any state.
    package func remove(_ push: Push) {
        for ending in Self.endings { unlink(file(of: push, ending)) }
    }

    /// Renames a file. One that another call has renamed or removed is left out.
    private func move(_ source: String, to target: String) throws(HostFileError) {
        guard rename(source, target) == 0 || errno == ENOENT else {
            throw .system(operation: "rename", path: source, code: errno)
        }
    }

    // MARK: Names

    /// The profile of the hexadecimal digits in a name; nil for another text.
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
