import Contracts
import Notifications
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

    let post: HTTPPost
    let apprise: AppriseSender
    let desktop: DesktopSender
    let address: WebAddress
    let keys: NotifierKeys
    /// Milliseconds since 1970 UTC.
    let now: @Sendable () -> Int64

    func send(_ delivery: DeliveryRecord, on channel: ChannelSettings) async -> Outcome {
        let page = channel.hasPage ? delivery.page(await address.current()) : nil
        let message: HTTPMessage
        do {
            switch channel.kind {
            case .desktop: return await desktop.send(delivery)
            case .apprise:
                return await apprise.send(
                    Self.text(of: delivery, page), to: channel.url)
            case .webhook: message = try .webhook(delivery, page, to: channel)
            case .ntfy: message = try .topic(delivery, page, to: channel)
            case .push:
                message = try .push(
                    delivery, to: channel, keys, await address.current(), seconds: now() / 1000)
            }
        } catch {
            return .rejected("the notification cannot be encoded: \(error)")
        }
        switch await post(message.body, message.url, message.headers) {
        case .failed(let reason): return .failed(reason)
        case .status(let status): return Self.outcome(status, channel.kind)
        }
    }

    private static func outcome(
        _ status: Int, _ kind: Contracts.Notifications.ChannelKind
    ) -> Outcome {
        if (200..<300).contains(status) { return .accepted }
        if kind == .push, status == 404 || status == 410 {
            return .rejected("the browser has ended its subscription")
        }
        let reason = "the server answered with status \(status)"
        // 408 and 429 ask for another attempt.
        let isFinal = (400..<500).contains(status) && status != 408 && status != 429
        return isFinal ? .rejected(reason) : .failed(reason)
    }

    /// The text for receivers without buttons: a link for each answer leads to a page with one button.
    private static func text(of delivery: DeliveryRecord, _ page: String?) -> String {
        let text = delivery.notification.text
        var lines = [text.title] + (text.body.isEmpty ? [] : [text.body])
        if let page {
            lines.append("")
            lines += delivery.actions.map { "\($0.title): \(page)?action=\($0.rawValue)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
