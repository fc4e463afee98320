import Contracts
import Crypto
import Memberwise
import Notifications
import RPC
import Texts
import Tracker

/// The request that carries a notification to the push service of a browser (RFC 8030).
extension HTTPMessage {
    /// The document that the service worker of the web app shows.
    @Memberwise
    private struct PushBody: Encodable {
        var title: String
        var body: String
        var key: String
        var token: String
        var actions: [PushAction]
    }

    @Memberwise
    private struct PushAction: Encodable {
        var action: String
        var title: String
    }

    /// Seconds for which the push service stores the message.
    private static let storedSeconds = 86_400
    /// Characters of a text, so that each message fits a record.
    private static let textLimit = 400
    /// Characters that RFC 8030 allows for a topic.
    private static let topicLimit = 32

    /// - Parameters:
    ///   - delivery: The notification.
    ///   - channel: A channel with a subscription.
    ///   - keys: The keys of this system.
    ///   - contact: The address of the web app; nil: none.
    ///   - seconds: The time since 1970 UTC.
    /// - Returns: The encrypted and signed request.
    /// - Throws: INVALID_ARGUMENT without valid keys of a browser.
    static func push(
        _ delivery: DeliveryRecord, to channel: ChannelSettings, _ keys: NotifierKeys,
        _ contact: String?, seconds: Int64
    ) throws -> Self {
        guard let subscription = channel.subscription, let key = subscription.key else {
            throw Status(.invalidArgument, "The channel has no subscription.")
        }
        let text = delivery.notification.text
        let document = PushBody(
            title: subscription.hasText ? String(text.title.prefix(textLimit)) : "Dayline",
            body: subscription.hasText
                ? String(text.body.prefix(textLimit)) : "A notification is waiting.",
            key: delivery.key, token: delivery.token,
            actions: delivery.actions.map { PushAction(action: $0.rawValue, title: $0.title) })
        let plain = try JSONBody.encode(document).array(of: UInt8.self)
        let signature = try PushSignature(
            origin: channel.origin, contact: contact, seconds: seconds)
        // A repeated attempt replaces a message that the push service still stores.
        let topic = Base64URL.text(Array(SHA256.hash(data: Array(delivery.id.utf8))))
        return Self(
            url: channel.url,
            headers: [
                "Content-Type: application/octet-stream", "Content-Encoding: aes128gcm",
                "User-Agent: dayline", "TTL: \(storedSeconds)", "Urgency: normal",
                "Topic: \(topic.prefix(topicLimit))",
                "Authorization: \(try signature.header(keys))",
            ], body: try PushEncryption(to: key).encrypted(plain))
    }
}
