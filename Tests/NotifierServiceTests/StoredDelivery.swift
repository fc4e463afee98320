import Foundation
import Notifications

/// A delivery as the file of the delivery log has it.
struct StoredDelivery: Decodable {
    private struct Line: Decodable {
        var deliveries: [StoredDelivery]?
    }

    var channel: String
    var state: String
    var notification: ReminderNotification
    var repetitions: Int
    var attempts: Int

    /// The deduplication key that receivers get.
    var key: String { notification.key + (repetitions == 0 ? "" : "+\(repetitions)") }

    /// The last record of each delivery.
    static func read(_ log: Data) -> [StoredDelivery] {
        var deliveries: [[String]: StoredDelivery] = [:]
        for bytes in log.split(separator: UInt8(ascii: "\n")) {
            // The last line can be incomplete.
            let line = try? JSONDecoder().decode(Line.self, from: bytes)
            for delivery in line?.deliveries ?? [] {
                deliveries[[delivery.channel, delivery.key]] = delivery
            }
        }
        return Array(deliveries.values)
    }
}
