import Foundation

/// A mounted tmpfs of a fixed size, unmounted with the last reference.
final class SmallDisk: Sendable {
    let folder: String

    static let isPossible = (try? SmallDisk(megabytes: 1)) != nil

    init(megabytes: Int) throws {
        folder = NSTemporaryDirectory() + "dl-disk-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        guard try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder)
        else {
            try FileManager.default.removeItem(atPath: folder)
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit {
        _ = try? Self.run("umount", "--lazy", folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    func makeReadOnly() throws {
        guard try Self.run("mount", "-o", "remount,ro", folder) else {
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    /// Fills the disk completely.
    func fill() throws {
        let ballast = "\(folder)/ballast"
        guard FileManager.default.createFile(atPath: ballast, contents: nil) else {
            throw CocoaError(.fileWriteOutOfSpace)
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: ballast))
        defer { try? file.close() }
        for size in [1 << 16, 4096, 1] {
            let block = Data(repeating: 0xA5, count: size)
            // Until the disk is full.
            while (try? file.write(contentsOf: block)) != nil {}
        }
    }

    private static func run(_ arguments: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
