import Glibc

extension Files {
    /// The first bytes of a file, at most `count`; empty if it is not a regular file or cannot be read.
    package static func head(of file: String, count: Int = 4096) -> [UInt8] {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var block = [UInt8](repeating: 0, count: count)
        return Array(block[..<max(0, Glibc.read(descriptor, &block, block.count))])
    }
}
