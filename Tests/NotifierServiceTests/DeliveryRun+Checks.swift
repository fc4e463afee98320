import CivilTime
import Notifications

/// The promises of the notifier.
extension DeliveryRun {
    /// Nothing is sent after completion, and nothing again that was acknowledged.
    mutating func checkArrivals() {
        let arrivals = notifier.channels.arrivals
        let acknowledged = arrivals.prefix(checkedArrivals).filter(\.isAcknowledged)
        var known = Set(acknowledged.map { [$0.channel, $0.key] })
        for arrival in arrivals.dropFirst(checkedArrivals) {
            if !known.isDisjoint(with: [[arrival.channel, arrival.key]]) {
                problems.append("\(arrival.channel) was sent \(arrival.key) again")
            }
            let day = CivilDate(arrival.day)
            for name in day.flatMap({ completed[$0] }) ?? [] where arrival.text.contains(name) {
                problems.append("\(arrival.channel) was sent \(name) after its completion")
            }
            if arrival.isAcknowledged { known.insert([arrival.channel, arrival.key]) }
        }
        checkedArrivals = arrivals.count
    }

    /// Each due reminder of an open activity is delivered on each channel, and on none twice.
    mutating func checkDay(_ day: Int) {
        let date = CivilDate(days: Int32(20_458 + day))
        let deliveries = notifier.deliveries
        for channel in Set(deliveries.map(\.channel)) {
            let delivered = deliveries.filter {
                $0.channel == channel && $0.state == "delivered"
            }
            let keys = delivered.flatMap(\.notification.reminders).map(\.key)
            let first = delivered.filter { $0.repetitions == 0 }
                .flatMap(\.notification.reminders)
            if Set(first).count != first.count {
                problems.append("\(channel) has a reminder in two notifications")
            }
            let received = Set(
                notifier.channels.arrivals.filter { $0.channel == channel && $0.isAcknowledged }
                    .map(\.key))
            for delivery in delivered where !received.contains(delivery.key) {
                problems.append("\(channel) has not received \(delivery.key)")
            }
            for (id, name) in identifiers where !completed[date, default: []].contains(name) {
                for minute in times[name] ?? [] where day * 1440 + minute > firstMinute {
                    let reminder = PlannedReminder(
                        kind: .activity, day: date, minute: minute, subject: id)
                    if !keys.contains(reminder.key) {
                        problems.append("\(channel) lacks \(name) at \(reminder.time)")
                    }
                }
            }
        }
    }
}
