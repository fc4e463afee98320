import Glibc
import HostFiles

/// A log that keeps its last few megabytes: a full file makes way for a new one, and the oldest goes.
final class LogFile {
    let path: String
    private let sizeLimit: Int
    private var descriptor: Int32
    private var size: Int

    static let standardSizeLimit = 5 << 20
    /// The current file and those before it, `.1` the newest.
    static let filesLimit = 3

    init(_ path: String, sizeLimit: Int = standardSizeLimit) throws(HostFileError) {
        self.path = path
        self.sizeLimit = sizeLimit
        (descriptor, size) = try Self.open(path)
    }

    deinit {
        close(descriptor)
    }

    /// Appends what a process wrote.
    ///
    /// A full disk loses log lines and nothing else: nobody could be told but by a log.
    func append(_ bytes: UnsafeRawBufferPointer) {
        if size > 0, size + bytes.count > sizeLimit { rotate() }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(
                descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return
            }
            size += count
            rest = rest.dropFirst(count)
        }
    }

    /// The file's last lines, the oldest first.
    static func tail(of path: String, lines: Int) -> [String] {
        var collected: [Substring] = []
        for file in [path] + (1..<filesLimit).map({ "\(path).\($0)" }) {
            guard collected.count < lines, Files.linkTarget(file) == nil,
                let bytes = try? Files.readIfPresent(file, limit: 2 * standardSizeLimit)
            else { break }
            let text = String(decoding: bytes, as: UTF8.self)
            let missing = lines - collected.count
            collected = text.split(separator: "\n").suffix(missing) + collected
        }
        return collected.map(String.init)
    }

    private func rotate() {
        for number in (1..<Self.filesLimit).reversed() {
            rename(number == 1 ? path : "\(path).\(number - 1)", "\(path).\(number)")
        }
        // When no new file can be opened, the old one goes on under its new name.
        guard let (fresh, size) = try? Self.open(path) else { return }
        close(descriptor)
        (descriptor, self.size) = (fresh, size)
    }

    private static func open(_ path: String) throws(HostFileError) -> (Int32, Int) {
        let descriptor = Glibc.open(
            path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        return (descriptor, max(0, Int(lseek(descriptor, 0, SEEK_END))))
    }
}
