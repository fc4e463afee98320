import HTTPTypes
import Hummingbird
import NIOCore

extension WebServer {
    private static let heartbeat = Duration.seconds(15)

    /// The stream of changes, with a comment every 15 seconds by which a lost connection is noticed.
    func stream(_ request: Request) -> Response {
        guard let session = session(of: request) else { return Response(status: .unauthorized) }
        let position =
            HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
            ?? FormBody.fields(request.uri.query ?? "")["after"]
        let events = events.stream(
            of: session.profile, after: position.flatMap { EventPosition($0) })
        let merged = AsyncStream<LiveEvent?> { continuation in
            let beats = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.heartbeat)
                    continuation.yield(nil)
                }
            }
            let forwarded = Task {
                for await event in events { continuation.yield(event) }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                beats.cancel()
                forwarded.cancel()
            }
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await writer.write(ByteBuffer(string: ": open\n\n"))
                    for await event in merged {
                        try await writer.write(ByteBuffer(string: Self.text(of: event)))
                    }
                }
                try await writer.finish(nil)
            })
    }

    private static func text(of event: LiveEvent?) -> String {
        guard let event else { return ": alive\n\n" }
        return "id: \(event.position)\nevent: \(event.topic)\ndata: {}\n\n"
    }
}
