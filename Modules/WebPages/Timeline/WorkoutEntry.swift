import Contracts
import Presentation

/// A workout in the timeline.
struct WorkoutEntry {
    let workout: Insights.WorkoutItem

    var html: HTML {
        TimelineEntry(
            id: "workout-\(workout.id)", tone: .green, title: workout.title, path: workout.path,
            detail: workout.times,
            content: element("p", ["class": "soft small"]) { summary }
        ).html
    }

    private var summary: String {
        (WorkoutFacts(workout).facts.map { fact in
            // A distance and a time need no name.
            ["Distance", "Time"].contains(fact.name)
                ? fact.value : "\(fact.name.lowercased()) \(fact.value)"
        } + [eventText, copyText].compactMap(\.self)).joined(separator: ", ")
    }

    /// The mark of a workout that totals leave out; nil for others.
    private var copyText: String? {
        workout.copyOf == nil ? nil : "copy of a workout of another source"
    }

    /// `8 laps, 6 segments`; nil without either.
    private var eventText: String? {
        let counts = [("Lap", "lap"), ("Segment", "segment")].compactMap { type, noun in
            let count = workout.events.count { $0.type == type }
            return count == 0 ? nil : NumberText.count(count, noun)
        }
        return counts.isEmpty ? nil : counts.joined(separator: ", ")
    }
}

/// The measured values of a workout, by name.
struct WorkoutFacts {
    let facts: [(name: String, value: String)]

    init(_ workout: Insights.WorkoutItem) {
        var facts: [(name: String, value: String)] = []
        if let metres = workout.distanceMeters {
            facts.append(("Distance", "\(NumberText.short(metres / 1000))\u{202F}km"))
        }
        facts.append(("Time", MeasureFormat.duration(minutes: workout.seconds / 60)))
        for (name, metric) in [
            ("Active energy", "activeEnergyBurned"), ("Resting energy", "basalEnergyBurned"),
        ] {
            if let statistic = workout.statistics[metric], let sum = statistic.sum {
                facts.append((name, Self.text(sum, metric, statistic.unit)))
            }
        }
        if let rate = workout.statistics["heartRate"], let average = rate.average {
            facts.append(("Heart rate", Self.text(average, "heartRate", rate.unit)))
        }
        self.facts = facts
    }

    /// The value with its unit.
    static func text(_ value: Double, _ metric: String, _ unit: String) -> String {
        MeasureFormat(metric: metric, unit: unit, magnitude: abs(value)).short(value)
    }
}
