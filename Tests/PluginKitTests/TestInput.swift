import Contracts
import FoundationEssentials
import Glibc

@testable import PluginKit

/// A file or a folder of a test, which goes with it.
final class TestInput {
    let path: String
    private var descriptors: [Int32] = []

    init() {
        path = "/tmp/dayline-input-\(UInt64.random(in: 0...UInt64.max))"
        mkdir(path, 0o700)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
        // Nothing of the test depends on whether this succeeds.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let folder = "\(path)/\(name)".split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: "/\(folder)", withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// The input as an importer gets it.
    func file(_ bytes: [UInt8], name: String = "input") throws -> ImportFile {
        try write(name, bytes)
        return try open("\(path)/\(name)", isFolder: false)
    }

    func folder() throws -> ImportFile {
        try open(path, isFolder: true)
    }

    func open(_ path: String, isFolder: Bool) throws -> ImportFile {
        let descriptor = Glibc.open(path, O_RDONLY)
        descriptors.append(descriptor)
        let job = ImportJob(
            endpoint: "", token: "", fileName: "input", isFolder: isFolder, zone: nil, zones: [],
            units: [:])
        return try ImportFile(descriptor: descriptor, job: job)
    }
}

extension FilePart {
    /// Everything that can be read, and how that ended.
    func content() throws -> (bytes: [UInt8], ending: Ending) {
        var bytes: [UInt8] = []
        let ending = try read { bytes.append(contentsOf: $0) }
        return (bytes, ending)
    }
}
