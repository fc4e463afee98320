import Contracts
import HealthMetrics
import RPC
import Tracker

extension Configuration {
    /// Applies the fields about health data.
    /// - Throws: INVALID_ARGUMENT, or NOT_FOUND for an unknown metric.
    mutating func setHealth(
        _ fields: Activities.Fields, _ name: String
    ) throws(Status) {
        if let passive = fields.isPassive { isPassive = passive }
        if let key = fields.health {
            health = key.isEmpty ? nil : try healthLink(to: key, fields.healthMode, name)
        } else if let mode = fields.healthMode {
            guard health != nil else {
                throw Status(
                    .invalidArgument, "\"\(name)\" is not linked to a health metric.",
                    hint: "Link it with: --health TYPE --health-mode \(mode.rawValue)")
            }
            health?.mode = mode
        }
        if let health, health.mode.canWrite, Metric.known(key: health.metric)?.isWritable == false {
            throw Status(
                .invalidArgument,
                "\(health.metric) cannot be written: its samples are categories or computed by Dayline.",
                hint: "Read it with: --health-mode read")
        }
    }

    private func healthLink(
        to key: String, _ mode: HealthMode?, _ name: String
    ) throws(Status) -> HealthLink {
        guard kind != .container else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is a container, and a container cannot be linked to a health metric.",
                hint: "Link one of its children: dayline activity edit NAME --health \(quoted(key))"
            )
        }
        guard case .found(let metric) = MetricName.resolve(key) else {
            throw Status(
                .notFound, "There is no health metric called \"\(key)\".",
                hint: MetricName.closest(to: key, among: Metric.all.map(\.key)).map {
                    "Did you mean \"\($0)\"?"
                } ?? "List them with: dayline metrics")
        }
        let (measured, own) = (Metric.known(key: metric)?.displayUnit, kind.quantity?.unit)
        guard UnitConversion(between: measured, and: own) != nil else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is kept in \(own ?? ""), and \(measured ?? "") cannot be converted to that unit.",
                hint: "Use: --unit \(measured ?? "")")
        }
        return HealthLink(metric: metric, mode: mode ?? health?.mode ?? .read)
    }
}

extension Activities.Fields {
    /// The unit of the linked metric; nil for a count.
    var unitOfHealthMetric: String? {
        guard let health, case .found(let key) = MetricName.resolve(health),
            let unit = Metric.known(key: key)?.displayUnit
        else { return nil }
        return unit == "count" ? nil : unit
    }
}
