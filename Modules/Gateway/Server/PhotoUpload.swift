import CivilTime
import Contracts
import Hummingbird
import RPC

/// Receives the form of a new photo: the file is streamed to the ingestion worker as it arrives.
struct PhotoUpload: Sendable {
    /// A client of the bus.
    let bus: Client
    let profile: String
    /// The token that the form must have before its file.
    let formToken: String

    /// The fields of the form, also of one that was refused.
    struct Outcome {
        var fields: [String: String] = [:]
        /// The photo, or the reason why it was refused.
        var result: Result<Photo, Status>
    }

    private static let timeout = Duration.seconds(120)
    private static let discardLimit = 512 << 20

    func receive(_ request: Request) async -> Outcome {
        var fields: [String: String] = [:]
        var parts: PartReader?
        do {
            let reader = PartReader(
                try MultipartParser(contentType: request.headers[.contentType] ?? ""),
                request.body.makeAsyncIterator())
            parts = reader
            let photo = try await photo(reader, &fields)
            return Outcome(fields: fields, result: .success(photo))
        } catch {
            await parts?.discard(limit: Self.discardLimit)
            return Outcome(fields: fields, result: .failure(Status(describing: error)))
        }
    }

    private func photo(
        _ parts: PartReader, _ fields: inout [String: String]
    ) async throws -> Photo {
        var stored: PhotoFiles.StoredPhoto?
        while let event = try await parts.next() {
            switch event {
            case .field(let name, let value): fields[name] = value
            case .file(let name):
                guard fields["csrf"] == formToken else { throw Status.foreignForm }
                guard !name.isEmpty else { continue }
                stored = try await store(parts, name)
            case .bytes, .fileEnd: break
            }
        }
        guard fields["csrf"] == formToken else { throw Status.foreignForm }
        guard let stored else {
            throw Status(
                .invalidArgument, "No photo was chosen.",
                hint: "Choose a JPEG, PNG, HEIC or AVIF file.")
        }
        return try await bus.call(
            Photos.add, try addition(of: stored, fields), CallOptions(profile: profile))
    }

    private func addition(
        of stored: PhotoFiles.StoredPhoto, _ fields: [String: String]
    ) throws(Status) -> Photos.AddRequest {
        func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
        var day: CivilDate?
        if let typed = text("on") {
            guard let parsed = CivilDate(typed) else {
                throw Status(
                    .invalidArgument, "\"\(typed)\" is not a day.",
                    hint: "Write days as 2026-11-22.")
            }
            day = parsed
        }
        return Photos.AddRequest(
            activity: fields["activity"] ?? "", file: stored.file, view: text("view"), on: day,
            note: text("note"))
    }

    /// Sends the bytes of a file to the ingestion worker.
    private func store(
        _ parts: PartReader, _ name: String
    ) async throws -> PhotoFiles.StoredPhoto {
        try await bus.upload(
            PhotoFiles.store, PhotoFiles.StoreRequest(name: name),
            CallOptions(deadline: .after(Self.timeout), profile: profile)
        ) { writer in
            try await parts.sendFile(to: writer)
        }
    }
}
