import Contracts
import RPC
import Tracker

/// Reads the entities of a profile from the other workers.
struct HomeAssistantReader: Sendable {
    /// Metrics and activities of one profile; the others are left out.
    private static let entityLimit = 200

    let bus: Client
    let options: CallOptions

    /// - Throws: NOT_FOUND if the profile does not exist.
    func entities() async throws -> [HomeAssistantEntity] {
        try await today() + metrics() + buttons()
    }

    /// The state of today.
    private func today() async throws -> [HomeAssistantEntity] {
        let today = try await bus.call(Journal.today, .init(), options)
        let day = "\(today.date)"
        func sensor(_ object: String, _ name: String, _ value: Int, _ unit: String, _ icon: String)
            -> HomeAssistantEntity
        {
            HomeAssistantEntity(
                object: object, name: name, icon: icon,
                kind: .sensor(value: "\(value)", day: day, unit: unit, isTotal: false))
        }
        let open = today.slots.reduce(0) { $0 + $1.items.count }
        return [
            sensor(
                "today_progress", "Today", Int((today.progress * 100).rounded()), "%",
                "mdi:progress-check"),
            sensor("today_open", "Open items", open, "", "mdi:checkbox-blank-outline"),
            sensor(
                "today_done", "Completed items", today.completed.count, "",
                "mdi:checkbox-marked-outline"),
        ]
    }

    /// The last day of each metric.
    private func metrics() async throws -> [HomeAssistantEntity] {
        var sensors: [HomeAssistantEntity] = []
        let metrics = try await bus.call(Insights.metrics, .init(), options).metrics
        for metric in metrics.prefix(Self.entityLimit) where metric.samples > 0 {
            guard let last = metric.lastDay else { continue }
            let days = try await bus.call(
                Insights.days, .init(name: "metric:\(metric.metric)", from: last, to: last),
                options)
            let isTotal = ["cumulative", "duration"].contains(days.kind)
            guard let day = days.days.last, let value = isTotal ? day.sum : day.average else {
                continue
            }
            sensors.append(
                HomeAssistantEntity(
                    object: HomeAssistantEntity.object("metric_\(metric.metric)"),
                    name: Self.words(metric.metric),
                    kind: .sensor(
                        value: "\((value * 1000).rounded() / 1000)", day: "\(day.day)",
                        unit: days.unit, isTotal: isTotal)))
        }
        return sensors
    }

    /// A metric key such as `stepCount` as words.
    private static func words(_ key: String) -> String {
        let words = key.reduce(into: "") { text, letter in
            if letter.isUppercase, text.last?.isLowercase == true {
                text += " " + letter.lowercased()
            } else {
                text.append(letter)
            }
        }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// A button for each activity in use that can be logged without a number.
    private func buttons() async throws -> [HomeAssistantEntity] {
        try await bus.call(Activities.list, .init(), options).activities
            .filter {
                [.checkbox, .cumulative].contains($0.type) && $0.deleted == nil
                    && $0.pausedSince == nil && !$0.isPassive && !$0.schedule.isReminder
            }
            .prefix(Self.entityLimit).map { activity in
                HomeAssistantEntity(
                    object: HomeAssistantEntity.object("activity_\(activity.id)"),
                    name: activity.name, icon: "mdi:check",
                    kind: .button(activity: activity.id.rawValue))
            }
    }

    /// Logs an activity on today, as its button in the web app does.
    func log(_ activity: String) async throws {
        _ = try await bus.call(Journal.log, Journal.LogRequest(activity: activity), options)
    }
}
