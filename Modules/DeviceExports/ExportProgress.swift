package import PluginKit

/// The progress of an export of several files, in bytes on disk.
package struct ExportProgress {
    private let total: Int64
    private var before: Int64 = 0
    private var part: FilePart?

    package init(_ parts: [FilePart]) {
        total = parts.reduce(0) { $0.addingReportingOverflow($1.sizeOnDisk).partialValue }
    }

    /// Begins the next file.
    package mutating func begin(_ part: FilePart) {
        before += self.part?.sizeOnDisk ?? 0
        self.part = part
    }

    /// Reports the bytes read of the unpacked file.
    package func report(_ bytes: Int64, to batches: inout SampleBatches) throws {
        guard let part else { return }
        let share = part.size > 0 ? min(1, Double(bytes) / Double(part.size)) : 1
        try batches.reportProgress(
            bytesRead: before + Int64(Double(part.sizeOnDisk) * share), of: total)
    }
}
