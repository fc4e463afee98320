import HTTPTypes
import Hummingbird
import NIOCore

extension WebServer {
    /// Time between checks of the session.
    private static let checkInterval = Duration.seconds(3)
    /// Checks for each heartbeat.
    private static let checksPerHeartbeat = 5

    /// The stream of changes, with a comment every 15 seconds by which a lost connection is noticed.
    /// The stream ends with its session, and when the session shows another profile.
    func stream(_ request: Request) -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        let position =
            HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
            ?? FormBody.fields(request.uri.query ?? "")["after"]
        let events = events.stream(
            of: session.profile, after: position.flatMap { EventPosition($0) })
        let merged = AsyncStream<LiveEvent?> { continuation in
            let beats = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.checkInterval)
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
                    var checks = 0
                    for await event in merged {
                        guard sessions.isOpen(session.id, of: session.profile, now: now()) else {
                            break
                        }
                        if event == nil {
                            checks += 1
                            guard checks.isMultiple(of: Self.checksPerHeartbeat) else { continue }
                        }
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
