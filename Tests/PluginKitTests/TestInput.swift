import CZip
import Contracts
import FoundationEssentials
import Glibc

@testable import PluginKit

/// A file or a folder of a test, removed with this object.
final class TestInput {
    let path: String
    private var descriptors: [Int32] = []

    init() {
        path = "/tmp/dayline-input-\(UInt64.random(in: 0...UInt64.max))"
        mkdir(path, 0o700)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
        // A failure does not affect the test.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let folder = "\(path)/\(name)".split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: "/\(folder)", withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// A file with these bytes, as an importer receives it.
    func file(_ bytes: [UInt8], name: String = "input") throws -> ImportFile {
        try write(name, bytes)
        return try open("\(path)/\(name)", isFolder: false)
    }

    /// An archive of one compressed file, with some of its bytes changed.
    func archive(
        _ name: String, _ data: [UInt8], method: Int32 = ZIP_CM_DEFLATE,
        damage: (inout [UInt8]) -> Void
    ) throws -> ImportFile {
        let target = "\(path)/deflated.zip"
        let archive = zip_open(target, ZIP_CREATE, nil)
        data.withUnsafeBytes { data in
            let source = zip_source_buffer(archive, data.baseAddress, UInt64(data.count), 0)
            let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
            zip_set_file_compression(archive, UInt64(index), method, 6)
            // libzip reads `data` only when the archive is closed, so that happens within the closure.
            zip_close(archive)
        }
        var bytes = Array(try Data(contentsOf: URL(filePath: target)))
        damage(&bytes)
        return try file(bytes, name: "damaged.zip")
    }

    func folder() throws -> ImportFile {
        try open(path, isFolder: true)
    }

    func open(
        _ path: String, isFolder: Bool, zones: [ZoneChange] = []
    ) throws -> ImportFile {
        let descriptor = Glibc.open(path, O_RDONLY)
        descriptors.append(descriptor)
        let job = ImportJob(
            endpoint: "", token: "", fileName: "input", isFolder: isFolder, zone: nil, zones: zones,
            units: [:])
        return try ImportFile(descriptor: descriptor, job: job)
    }
}

extension FilePart {
    /// The readable bytes, and the ending.
    func content() throws -> (bytes: [UInt8], ending: Ending) {
        var bytes: [UInt8] = []
        let ending = try read { bytes.append(contentsOf: $0) }
        return (bytes, ending)
    }
}
