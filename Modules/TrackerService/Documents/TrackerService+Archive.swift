import Contracts
import RPC
import Synchronization
import Tracker
import TrackerDocuments
import TrackerRules

extension TrackerService {
    /// The name of the document in an archive.
    private static let documentName = "tracker.json"
    /// The folder of the photos in an archive.
    private static let photoFolder = "photos"

    /// Writes a zip archive with the document and the stored photos that entries name.
    /// - Returns: The number of entries in the document.
    func exportArchive(
        _ request: Documents.ExportRequest, of snapshot: ProfileSnapshot, _ context: CallContext,
        emit: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let zone = try documentZone(of: request, snapshot)
        var archive = ZipArchiveWriter()
        try await emit(archive.begin(Self.documentName))
        let count = try await exportDocument(in: zone, of: snapshot, context) { piece in
            archive.append(piece)
            try await emit(piece)
        }
        try await emit(archive.end())
        let names = Set(
            snapshot.history.entriesWithPhotos().flatMap(\.photos.values)
                .compactMap { PhotoName($0) })
        for name in names.sorted(by: { $0.text < $1.text }) {
            // A photo of a restored document may be missing; the document still names it.
            guard let bytes = try await photo(name, context) else { continue }
            guard archive.bytes + UInt64(bytes.count) < ZipArchiveWriter.byteLimit else {
                throw Status(
                    .resourceExhausted,
                    "The photos are larger than 4 GiB, the limit of a zip file.",
                    hint: "Copy everything with: dayline backup FILE")
            }
            try await emit(archive.begin("\(Self.photoFolder)/\(name)"))
            archive.append(bytes)
            try await emit(bytes)
            try await emit(archive.end())
        }
        try await emit(archive.directory())
        return count
    }

    /// The bytes of a stored photo; nil if it is missing.
    private func photo(_ name: PhotoName, _ context: CallContext) async throws -> [UInt8]? {
        let collected = Mutex<[UInt8]>([])
        do {
            _ = try await client.stream(
                PhotoFiles.read, PhotoFiles.ReadRequest(file: name.text), context.forwardedOptions
            ) { piece in
                let data = try piece.columns.column("data", .bytes)
                collected.withLock { bytes in data.withUnsafeBytes { bytes += $0 } }
            }
        } catch {
            guard Status(describing: error).code == .notFound else { throw error }
            return nil
        }
        return collected.withLock { $0 }
    }
}
