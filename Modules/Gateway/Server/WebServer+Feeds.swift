import Contracts
import Crypto
import HTTPTypes
import Hummingbird
import RPC
import Synchronization
import Texts

/// Calendar feeds. Calendar programs send no header of their own, so the token is in the path.
extension WebServer {
    private static let feedTimeout = Duration.seconds(10)
    private static let feedEnding = ".ics"

    func calendarFeed(_ request: Request, _ context: Context) async -> Response {
        do {
            let feed = try feed(context.parameters.get("token") ?? "")
            let text = try await calendar(of: feed)
            let tag = Self.entityTag(of: text)
            let headers: HTTPFields = [
                .contentType: "text/calendar; charset=utf-8", .eTag: tag,
                .cacheControl: "private, no-cache",
                .contentDisposition: "inline; filename=\"dayline.ics\"",
            ]
            if request.headers[.ifNoneMatch]?.contains(tag) == true {
                return Response(status: .notModified, headers: headers)
            }
            return Response(
                .ok, headers, text,
                gzip: { Gzip.page(text) }, for: request)
        } catch {
            return APIFailure.response(error)
        }
    }

    /// - Throws: NOT_FOUND for an unknown token.
    private func feed(_ segment: String) throws(Status) -> CalendarFeed {
        let token =
            segment.hasSuffix(Self.feedEnding)
            ? String(segment.dropLast(Self.feedEnding.count)) : segment
        guard let feed = feeds.find(token, now: now()) else {
            throw Status(
                .notFound, "There is no calendar feed at this address.",
                hint: "Create one with: dayline feed new")
        }
        return feed
    }

    private func calendar(of feed: CalendarFeed) async throws -> [UInt8] {
        let name =
            feed.profile == CallMetadata.defaultProfile ? "Dayline" : "Dayline: \(feed.profile)"
        let collected = Mutex<[UInt8]>([])
        _ = try await bus.stream(
            Documents.calendar,
            Documents.CalendarRequest(
                name: name, detail: feed.detail, categories: feed.categories?.map(\.id)),
            CallOptions(deadline: .after(Self.feedTimeout), profile: feed.profile)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            collected.withLock { bytes in data.withUnsafeBytes { bytes += $0 } }
        }
        return collected.withLock { $0 }
    }

    /// A tag of the calendar without its time of creation. Weak, since the answer can be compressed.
    private static func entityTag(of text: [UInt8]) -> String {
        let stamp = Array("DTSTAMP:".utf8)
        var hash = SHA256()
        for line in text.split(separator: UInt8(ascii: "\n")) where !line.starts(with: stamp) {
            hash.update(data: Array(line))
        }
        return "W/\"\(hash.finalize().hexDigits.prefix(32))\""
    }
}
