import AppleHealth
import Contracts
import PluginKit

/// Reads the export of Apple's Health app: the archive, the folder it unpacks to, or its XML alone.
@main
struct AppleHealthImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        guard let part = try export(in: parts) else {
            throw ImportProblem(
                "\(file.name) holds no Apple Health export.",
                hint: "In the Health app choose your picture, then Export All Health Data.")
        }
        let sink = ExportSink(
            batches, size: part.size, sizeOnDisk: part.sizeOnDisk, routes: try RouteBook(parts))
        var scanner = ExportScanner(into: sink, units: batches.units)
        var bytes: Int64 = 0
        let ending = try part.read { block in
            bytes += Int64(block.count)
            sink.bytesRead = bytes
            try scanner.consume(block)
        }
        let report = try scanner.finish()
        try sink.finish(report, ending: ending, bytes: bytes)
        batches = sink.batches
    }

    /// The part that is the export. Its name is in the language of the phone, so it is told by what it
    /// holds; of several the largest is taken.
    private func export(in parts: [FilePart]) throws -> FilePart? {
        let candidates = parts.count == 1 ? parts : parts.filter(Self.mayBeExport)
        for part in candidates.sorted(by: { $0.size > $1.size })
        where Self.holdsRoot(try part.head(Self.headBytes)) {
            return part
        }
        return nil
    }

    private static let headBytes = 16 << 10

    private static func mayBeExport(_ part: FilePart) -> Bool {
        let name = part.fileName.lowercased()
        return name.hasSuffix(".xml") && !name.hasSuffix("_cda.xml")
    }

    /// Whether the root, or the document type that names it, is there.
    private static func holdsRoot(_ head: [UInt8]) -> Bool {
        let name = Array("HealthData".utf8)
        return head.indices.contains { head[$0...].starts(with: name) }
    }
}
