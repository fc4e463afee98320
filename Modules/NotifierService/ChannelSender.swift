import CivilTime
import Contracts
import Memberwise
import Notifications
import RPC
import Tracker

/// Sends one notification on a channel.
struct ChannelSender: Sendable {
    /// The result of an attempt.
    enum Outcome: Hashable, Sendable {
        case accepted
        /// Another attempt can succeed.
        case failed(String)
        /// No further attempt can succeed.
        case rejected(String)
    }

    let http: HTTPSender

    /// The document that a webhook receives.
    @Memberwise
    private struct WebhookBody: Encodable {
        var title: String
        var body: String
        var profile: String
        var kinds: [String]
        var day: CivilDate
        var at: String
        var key: String
        var activities: [String]
        var token: String
    }

    /// The document of ntfy's "publish as JSON".
    @Memberwise
    private struct TopicBody: Encodable {
        var topic: String
        var title: String
        var message: String
    }

    func send(_ delivery: DeliveryRecord, on channel: ChannelSettings) async -> Outcome {
        let text = delivery.notification.text
        let headers = [
            "Content-Type: application/json", "User-Agent: dayline",
            "Idempotency-Key: \"\(Self.headerText(delivery.key))\"",
        ]
        let body: Bytes
        var url = channel.url
        do {
            switch channel.kind {
            case .webhook:
                body = try JSONBody.encode(
                    WebhookBody(
                        title: text.title, body: text.body, profile: delivery.profile,
                        kinds: delivery.notification.kinds.map(\.rawValue),
                        day: delivery.notification.day, at: instantText(delivery.due),
                        key: delivery.key,
                        activities: delivery.notification.activities.map(\.rawValue),
                        token: delivery.token))
            case .ntfy:
                guard let topic = channel.topic else {
                    return .rejected("the address has no topic")
                }
                url = topic.server
                body = try JSONBody.encode(
                    TopicBody(
                        topic: topic.name, title: text.title,
                        message: text.body.isEmpty ? text.title : text.body))
            }
        } catch {
            return .rejected("the notification cannot be encoded: \(error)")
        }
        let outcome = await http.post(body.array(of: UInt8.self), to: url, headers: headers)
        switch outcome {
        case .failed(let reason): return .failed(reason)
        case .status(let status):
            if (200..<300).contains(status) { return .accepted }
            let reason = "the server answered with status \(status)"
            // 408 and 429 ask for another attempt.
            let isFinal = (400..<500).contains(status) && status != 408 && status != 429
            return isFinal ? .rejected(reason) : .failed(reason)
        }
    }

    /// The characters of a quoted text in a header; others are replaced.
    private static func headerText(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    (0x20..<0x7F).contains($0.value) && $0 != "\"" && $0 != "\\" ? $0 : "_"
                }))
    }
}
