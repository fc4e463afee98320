import Aggregation
import CivilTime
import Tracker
import TrackerDocuments
import Windows

extension Operations {
    static let healthDayOperations: [String: Operation] = [
        "dailyWorkout": { given, _ in
            let workouts = try given["workouts"].list { workout in
                WorkoutSummary(
                    day: try workout["start"].localTime().date,
                    seconds: try workout["seconds"].double(),
                    kilocalories: try workout["kcal"].ifPresent { try $0.double() })
            }
            let (first, last) = (try given["from"].day(), try given["to"].day())
            let rows = first <= last ? dailyWorkouts(workouts, in: first...last) : []
            return [
                "days": .list(rows) {
                    [
                        "day": .day($0.day), "averageDuration": .number($0.averageDuration),
                        "averageCalories": .number($0.averageCalories),
                        "workoutCount": .count($0.workoutCount),
                    ]
                }
            ]
        },
        "chartSeries": { given, _ in
            let chart = ChartPoints(
                try given["values"].list { try $0.ifPresent { try $0.double() } })
            return [
                "points": .list(chart.points) { .number($0) },
                "average": .number(chart.average), "hasData": .bool(chart.hasData),
            ]
        },
        "format": { given, _ in
            [
                "duration": try .list(given["durationSec"].list()) {
                    .string(HealthChartText.duration(seconds: try $0.double()))
                },
                "sleep": try .list(given["sleepHours"].list()) {
                    .string(HealthChartText.sleep(hours: try $0.double()))
                },
                "hrv": .string(HealthChartText.heartRateVariability(try given["hrv"].double())),
                "rhr": .string(HealthChartText.heartRate(try given["rhr"].double())),
                "resp": .string(HealthChartText.respiratoryRate(try given["resp"].double())),
                "kcal": .string(HealthChartText.energy(try given["kcal"].double())),
            ]
        },
        "sleep": { given, _ in
            let samples = try given["samples"].list { sample in
                SleepSample(
                    start: Zone.utc.instant(of: try sample["start"].localTime()),
                    end: Zone.utc.instant(of: try sample["end"].localTime()),
                    stage: try sample["stage"].enumValue())
            }
            return ["days": .list(sleepNights(samples, in: ZoneHistory(.utc))) { .night($0) }]
        },
        "vitals": { given, _ in
            var byType: [String: DayTotals] = [:]
            for sample in try given["samples"].list() {
                byType[try sample["type"].string(), default: DayTotals()]
                    .add(try sample["v"].double(), on: try sample["d"].day())
            }
            var rows: [CivilDate: [String: JSONValue]] = [:]
            for (type, totals) in byType {
                for point in totals.points(of: .mean) {
                    rows[point.date, default: ["day": .day(point.date)]][type] =
                        .number(point.value)
                }
            }
            return ["days": .list(rows.sorted { $0.key < $1.key }) { .object($0.value) }]
        },
        "events": { given, _ in
            [
                "text": try .list(given["lapsSegments"].list()) { pair in
                    let counts = try pair.list { try $0.int() }
                    guard counts.count == 2 else {
                        throw CaseInput.Malformed(description: "no pair")
                    }
                    return .string(HealthChartText.events(laps: counts[0], segments: counts[1]))
                }
            ]
        },
        "sections": { given, _ in
            let sections = timelineSections(
                days: try given["days"].list { try $0.day() }, today: try given["today"].day())
            return [
                "order": .list(sections) { .day($0.day) },
                "titles": .list(sections) { .string($0.title) },
            ]
        },
        "merge": { given, _ in
            let ids = syncedIdentities(
                existing: try given["existing"].list { try $0.string() },
                added: try given["added"].list { try $0.string() },
                deleted: try given["deleted"].list { try $0.string() })
            return ["ids": .list(ids) { .string($0) }]
        },
        "debouncer": { given, _ in
            var debouncer = Debouncer<String>(
                delayMilliseconds: Int64(try given["delayMs"].int()))
            var runs: [Debouncer<String>.Run] = []
            for call in try given["calls"].list({ try $0.list() }) {
                guard call.count == 2 else { throw CaseInput.Malformed(description: "no call") }
                let now = Int64(try call[0].int())
                let name = try call[1].string()
                let run =
                    name == "cancel"
                    ? debouncer.cancel(atMilliseconds: now)
                    : debouncer.call(name, atMilliseconds: now)
                runs += run.map { [$0] } ?? []
            }
            runs += debouncer.due(atMilliseconds: .max).map { [$0] } ?? []
            return ["runs": .list(runs) { .string("\($0.call)@\($0.atMilliseconds)") }]
        },
    ]
}

extension JSONValue {
    fileprivate static func night(_ night: SleepNight) -> JSONValue {
        func time(_ milliseconds: Int64) -> JSONValue {
            .string(Zone.utc.localTime(at: milliseconds).description)
        }
        func hours(_ milliseconds: Int64) -> JSONValue {
            .number(Double(milliseconds) / 3_600_000)
        }
        let session = night.night
        return [
            "day": .day(night.day), "start": time(session.start), "end": time(session.end),
            "asleepHours": hours(session.asleep), "core": hours(session.core),
            "deep": hours(session.deep), "rem": hours(session.rem),
            "unspecified": hours(session.unspecified), "awake": hours(session.awake),
            "inBedHours": hours(session.inBed),
            "naps": .list(night.naps) {
                ["start": time($0.start), "end": time($0.end), "asleepHours": hours($0.asleep)]
            },
        ]
    }
}
