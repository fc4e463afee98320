import AppleHealth
import PluginKit

/// Reads exports of Apple's Health app: the archive, its unpacked folder, or its XML file.
@main
struct AppleHealthImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let exports = try exports(in: parts)
        guard let part = exports.first else {
            if let first = parts.first, parts.count == 1, Self.isUTF16(try first.head(2)) {
                throw ImportProblem(
                    "\(file.name) is in UTF-16, and exports are read in UTF-8.",
                    hint: "Convert it with: iconv -f UTF-16 -t UTF-8 FILE > CONVERTED")
            }
            throw ImportProblem(
                "\(file.name) has no Apple Health export.",
                hint: "In the Health app choose your picture, then Export All Health Data.")
        }
        for other in exports.dropFirst() {
            try batches.report(
                "\(part.name) was read; \(other.name) is another export: import it separately",
                at: ItemLocation(offset: 0, line: 0, text: ""))
        }
        batches.setFormat("Apple Health export: \(part.name) has the element HealthData")
        let sink = RecordSink(
            batches, size: part.size, sizeOnDisk: part.sizeOnDisk, routes: RouteTable(parts),
            otherFiles: ExportFiles.counts(parts, exports: exports))
        var scanner = ExportScanner(into: sink, learnedUnits: batches.units)
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

    /// The exports among the parts, the largest first, which is read. Exports are recognised by
    /// content, since their file names are in the language of the phone.
    private func exports(in parts: [FilePart]) throws -> [FilePart] {
        let candidates = parts.count == 1 ? parts : parts.filter(Self.canBeExport)
        return try candidates.filter { Self.containsRoot(try $0.head(Self.headBytes)) }
            .sorted { $0.size > $1.size }
    }

    private static func isUTF16(_ head: [UInt8]) -> Bool {
        head == [0xFF, 0xFE] || head == [0xFE, 0xFF]
    }

    private static let headBytes = 64 << 10

    private static func canBeExport(_ part: FilePart) -> Bool {
        let name = part.fileName.lowercased()
        return name.hasSuffix(".xml") && !name.hasSuffix("_cda.xml")
    }

    /// True if the root element or the document type is in the head.
    private static func containsRoot(_ head: [UInt8]) -> Bool {
        let name = Array("HealthData".utf8)
        return head.indices.contains { head[$0...].starts(with: name) }
    }
}
