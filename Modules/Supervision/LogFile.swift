import Glibc
import HostFiles

/// A log file with rotation: a full file is renamed, and the oldest one is deleted.
final class LogFile {
    let path: String
    private let sizeLimit: Int
    private var descriptor: Int32
    private var size: Int

    static let standardSizeLimit = 5 << 20
    /// The number of files: the current one and older ones, `.1` the newest.
    static let filesLimit = 3

    init(_ path: String, sizeLimit: Int = standardSizeLimit) throws(HostFileError) {
        self.path = path
        self.sizeLimit = sizeLimit
        (descriptor, size) = try Self.open(path)
    }

    deinit {
        close(descriptor)
    }

    /// Appends the output of a process.
    ///
    /// Errors are ignored: on a full disk log lines are lost, and no log could report that.
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

    /// Empties the file and removes older ones.
    func clear() throws(HostFileError) {
        for number in 1..<Self.filesLimit { unlink("\(path).\(number)") }
        guard ftruncate(descriptor, 0) == 0 else {
            throw .system(operation: "empty", path: path, code: errno)
        }
        size = 0
    }

    /// The last lines of the log, oldest first.
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
        // If no new file can be opened, the renamed one is still written to.
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
