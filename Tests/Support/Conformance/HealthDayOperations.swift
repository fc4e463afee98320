import Aggregation
import CivilTime
import JSON
import Tracker
import Windows

extension Operations {
    static let healthDayOperations: [String: Operation] = [
        "dailyWorkout": { input, _ in
            let workouts = try input["workouts"].list { workout in
                WorkoutSummary(
                    day: try workout["start"].localTime().date,
                    seconds: try workout["seconds"].double(),
                    kilocalories: try workout["kcal"].ifPresent { try $0.double() })
            }
            let (first, last) = (try input["from"].day(), try input["to"].day())
            let rows = first <= last ? dailyWorkouts(workouts, in: first...last) : []
            return [
                "days": .list(rows) {
                    [
                        "day": .day($0.day), "averageDuration": .number($0.averageSeconds),
                        "averageCalories": .number($0.averageKilocalories),
                        "workoutCount": .count($0.workoutCount),
                    ]
                }
            ]
        },
        "chartSeries": { input, _ in
            let chart = ChartPoints(
                try input["values"].list { try $0.ifPresent { try $0.double() } })
            return [
                "points": .list(chart.points) { .number($0) },
                "average": .number(chart.average), "hasData": .bool(chart.hasData),
            ]
        },
        "format": { input, _ in
            [
                "duration": try .list(input["durationSec"].list()) {
                    .string(HealthChartText.duration(seconds: try $0.double()))
                },
                "sleep": try .list(input["sleepHours"].list()) {
                    .string(HealthChartText.sleep(hours: try $0.double()))
                },
                "hrv": .string(HealthChartText.heartRateVariability(try input["hrv"].double())),
                "rhr": .string(HealthChartText.heartRate(try input["rhr"].double())),
                "resp": .string(HealthChartText.respiratoryRate(try input["resp"].double())),
                "kcal": .string(HealthChartText.energy(try input["kcal"].double())),
            ]
        },
        "sleep": { input, _ in
            let samples = try input["samples"].list { sample in
                SleepSample(
                    start: Zone.utc.instant(of: try sample["start"].localTime()),
                    end: Zone.utc.instant(of: try sample["end"].localTime()),
                    stage: try sample["stage"].enumValue())
            }
            return ["days": .list(sleepNights(samples, in: ZoneHistory(.utc))) { .night($0) }]
        },
        "vitals": { input, _ in
            var byType: [String: DayTotals] = [:]
            for sample in try input["samples"].list() {
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
        "events": { input, _ in
            [
                "text": try .list(input["lapsSegments"].list()) { pair in
                    let counts = try pair.list { try $0.int() }
                    guard counts.count == 2 else {
                        throw CaseInput.Malformed(description: "not a pair")
                    }
                    return .string(HealthChartText.events(laps: counts[0], segments: counts[1]))
                }
            ]
        },
        "sections": { input, _ in
            let today = try input["today"].day()
            let days = try input["days"].list { try $0.day() }.sorted(by: >)
            return [
                "order": .list(days) { .day($0) },
                "titles": .list(days) { day in
                    .string(
                        day.relativeName(asOf: today) ?? "\(day.weekdayName), \(day.monthAndDay)")
                },
            ]
        },
        "merge": { input, _ in
            let ids = syncedIdentities(
                existing: try input["existing"].list { try $0.string() },
                added: try input["added"].list { try $0.string() },
                deleted: try input["deleted"].list { try $0.string() })
            return ["ids": .list(ids) { .string($0) }]
        },
        "debouncer": { input, _ in
            var debouncer = Debouncer<String>(
                delayMilliseconds: Int64(try input["delayMs"].int()))
            var runs: [Debouncer<String>.Run] = []
            for call in try input["calls"].list({ try $0.list() }) {
                guard call.count == 2 else { throw CaseInput.Malformed(description: "not a call") }
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
