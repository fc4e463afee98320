import Glibc
import HostFiles
import RPC

/// A file that is written in blocks and replaces its destination when it is complete; `-` is
/// standard output, and a pipe or a device gets the bytes as they come.
final class OutputFile {
    private static let blockSize = 1 << 20

    private let path: String
    /// The incomplete file; nil if the bytes go to a stream.
    private let temporary: String?
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ path: String) throws {
        self.path = path
        if path == "-" {
            (temporary, descriptor) = (nil, STDOUT_FILENO)
        } else if Files.isStream(path) {
            let opened = open(path, O_WRONLY | O_CLOEXEC)
            guard opened >= 0 else { throw Self.unwritable(path) }
            (temporary, descriptor) = (nil, opened)
        } else {
            (temporary, descriptor) = try Files.createTemporary(
                beside: Files.resolvingLinks(path))
        }
    }

    deinit {
        if path != "-" { close(descriptor) }
    }

    func append(_ bytes: some Sequence<UInt8>) throws {
        buffer += bytes
        if buffer.count >= Self.blockSize { try flush() }
    }

    /// Writes the rest and replaces the destination.
    func finish() throws {
        try flush()
        guard let temporary else { return }
        let target = Files.resolvingLinks(path)
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
            throw Self.unwritable(path)
        }
        try Files.syncFolder(of: target)
    }

    /// Removes the incomplete file.
    func discard() {
        if let temporary { unlink(temporary) }
    }

    private func flush() throws {
        try buffer.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.unwritable(path) }
                rest = rest.dropFirst(count)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    static func unwritable(_ path: String) -> Status {
        Status(
            .failedPrecondition,
            "\(path == "-" ? "Standard output" : path) cannot be written: "
                + "\(String(cString: strerror(errno))).",
            hint: "Choose a file in a folder that you can write to.")
    }
}
