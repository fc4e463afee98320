import CXXHash
import Glibc
import RPC

/// The newest acknowledged change, in a file beside the database.
///
/// The record is written after a commit and before its callers are answered, without a sync. After a power
/// cut the record may be older than the change log, and it is never newer than the synced log. A change log
/// that ends before the record has lost acknowledged changes.
final class CommitRecord: Sendable {
    private let descriptor: Int32

    static let suffix = ".acknowledged"
    private static let name = "dayline-acknowledged-1"
    /// In bytes. One write within one page, so that a killed process leaves the old or the new text.
    private static let length = 128

    /// Opens or creates the file.
    /// - Throws: `DatabaseFault.unusable` if that fails, for example on a full disk.
    init(database: String) throws {
        let path = database + Self.suffix
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw DatabaseFault.unusable(path: path, reason: String(cString: strerror(errno)))
        }
        fchmod(descriptor, 0o600)
    }

    deinit { close(descriptor) }

    /// Replaces the record. A failed write is ignored: an old record is valid.
    func write(_ change: AcknowledgedChange) {
        var bytes = Array(Self.text(of: change).utf8)
        bytes += [UInt8](repeating: 0x20, count: max(0, Self.length - 1 - bytes.count)) + [0x0A]
        _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// The change that was acknowledged last; nil if the record is missing or invalid.
    static func read(database: String) -> AcknowledgedChange? {
        let file = open(database + suffix, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: length)
        guard bytes.withUnsafeMutableBytes({ pread(file, $0.baseAddress, $0.count, 0) }) == length
        else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { " \n".contains($0) }
        guard words.count == 5, let number = Int64(words[1]), let at = Int64(words[2]),
            let hash = UInt64(words[3], radix: 16)
        else { return nil }
        let change = AcknowledgedChange(number: number, at: at, hash: hash)
        return text(of: change).split(separator: " ").last == words[4] ? change : nil
    }

    /// Removes the record of a database that is being replaced.
    static func remove(database: String) { unlink(database + suffix) }

    private static func text(of change: AcknowledgedChange) -> String {
        let text = "\(name) \(change.number) \(change.at) \(String(change.hash, radix: 16))"
        let bytes = Bytes(text)
        let check = bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
        return "\(text) \(String(check, radix: 16))"
    }
}
