import CivilTime
import Contracts
import Memberwise
import Notifications
import RPC
import Tracker

/// The request that carries a notification to a webhook or an ntfy server.
@Memberwise
struct HTTPMessage: Sendable {
    var url: String
    var headers: [String]
    var body: [UInt8]

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
        var actions: [String]
        var page: String?
    }

    /// The document of ntfy's "publish as JSON".
    @Memberwise
    private struct TopicBody: Encodable {
        var topic: String
        var title: String
        var message: String
        var click: String?
        var actions: [TopicAction]?
    }

    /// A button that sends a POST request.
    @Memberwise
    private struct TopicAction: Encodable {
        var action = "http"
        var label: String
        var url: String
        var method = "POST"
        var body: String
        var clear = true
    }

    static func webhook(
        _ delivery: DeliveryRecord, _ page: String?, to channel: ChannelSettings
    ) throws -> Self {
        let text = delivery.notification.text
        let body = WebhookBody(
            title: text.title, body: text.body, profile: delivery.profile,
            kinds: delivery.notification.kinds.map(\.rawValue), day: delivery.notification.day,
            at: instantText(delivery.due), key: delivery.key,
            activities: delivery.notification.activities.map(\.rawValue), token: delivery.token,
            actions: delivery.actions.map(\.rawValue), page: page)
        return try Self(body, delivery, to: channel.url)
    }

    static func topic(
        _ delivery: DeliveryRecord, _ page: String?, to channel: ChannelSettings
    ) throws -> Self {
        guard let topic = channel.topic else {
            throw Status(.invalidArgument, "The address has no topic.")
        }
        let text = delivery.notification.text
        let actions = page.map { page in
            delivery.actions.map { action in
                TopicAction(label: action.title, url: page, body: "action=\(action.rawValue)")
            }
        }
        let body = TopicBody(
            topic: topic.name, title: text.title,
            message: text.body.isEmpty ? text.title : text.body, click: page, actions: actions)
        return try Self(body, delivery, to: topic.server)
    }

    private init(
        _ document: some Encodable, _ delivery: DeliveryRecord, to url: String
    ) throws {
        self.init(
            url: url,
            headers: [
                "Content-Type: application/json", "User-Agent: dayline",
                "Idempotency-Key: \"\(Self.headerText(delivery.key))\"",
            ], body: try JSONBody.encode(document).array(of: UInt8.self))
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
