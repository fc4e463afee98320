import Aggregation
import CivilTime
import HealthMetrics
import JSON

extension Operations {
    static let aggregationOperations: [String: Operation] = [
        "setInterval": { input, _ in
            let span = try input["spanDays"].int()
            var choice = IntervalChoice(
                chosen: try input["current"].ifPresent { try $0.enumValue() })
            return [
                "after": try .list(input["ops"].list()) { op in
                    let words = try op.string().split(separator: " ").map(String.init)
                    switch words.first {
                    case "set":
                        let interval = try CaseInput(.text(words.last)).enumValue(Interval.self)
                        try? choice.choose(interval, spanInDays: span)
                    case "reset":
                        choice.reset()
                    default:
                        break
                    }
                    return .enumValue(choice.interval(forSpanInDays: span))
                }
            ]
        },
        "aggregate": { input, _ in
            var totals = DayTotals()
            for sample in try input["samples"].list({ try $0.list() }) {
                guard sample.count == 2 else {
                    throw CaseInput.Malformed(description: "not a sample")
                }
                totals.add(try sample[1].double(), on: try sample[0].day())
            }
            guard let last = totals.days.last?.day else { return ["series": []] }
            let series = totals.series(
                try input["interval"].enumValue(), of: DayValue(try input["kind"].enumValue()),
                in: TrendScope(asOf: last))
            return ["series": .list(series) { .bucket($0) }]
        },
        "chart": { input, _ in
            let styles = try input["intervals"].list { ChartStyle(try $0.enumValue()) }
            return [
                "pointMarkers": .list(styles) { .bool($0.hasPointMarkers) },
                "valueLabels": .list(styles) { .bool($0.hasValueLabels) },
                "lineWidth": .list(styles) { .count($0.lineWidth) },
                "maxTicks": .list(styles) { .count($0.maxTicks) },
                "a11y": .list(styles) { .string($0.accessibilityLabel) },
            ]
        },
        "booleanStreak": { input, _ in
            let answers = try input["answers"].yesNoAnswers()
            let today = try input["asOf"].day()
            let streak = answers.streak(asOf: today)
            let latest = answers.latest(asOf: today)
            return [
                "current": .count(streak.current), "best": .count(streak.best),
                "lastValue": latest.map { .bool($0.isYes) } ?? .null,
                "lastDate": latest.map { .day($0.day) } ?? .null,
            ]
        },
        "booleanAggregate": { input, _ in
            let answers = try input["answers"].yesNoAnswers()
            return [
                "series": .list(answers.yesDays(by: try input["interval"].enumValue())) {
                    ["startDate": .day($0.bucket.start), "yesDays": .count($0.yesDays)]
                }
            ]
        },
        "snapshotAggregate": { input, _ in
            let answers = try input["answers"].list { answer in
                let fields = try answer.list()
                guard fields.count == 2 else {
                    throw CaseInput.Malformed(description: "not an answer")
                }
                return TimedAnswer(
                    at: try fields[0].localTime(), value: try fields[1].string())
            }
            return [
                "series": .list(latestAnswers(answers, by: try input["interval"].enumValue())) {
                    ["startDate": .day($0.bucket.start), "latest": .string($0.latest.value)]
                }
            ]
        },
        "snapshotProgress": { input, _ in
            [
                "progress": try .list(input["cases"].list()) { example in
                    let fields = try example.list()
                    guard fields.count == 3 else {
                        throw CaseInput.Malformed(description: "not a case")
                    }
                    return .number(
                        snapshotProgress(
                            value: try fields[0].double(),
                            min: try fields[1].ifPresent { try $0.double() },
                            max: try fields[2].ifPresent { try $0.double() }))
                }
            ]
        },
        "logStreak": { input, _ in
            let days = Set(try input["days"].list { try $0.day() }).sorted()
            let streak = DayStreak(done: days, asOf: try input["asOf"].day())
            return ["streak": .count(streak.current)]
        },
    ]
}

extension CaseInput {
    fileprivate func yesNoAnswers() throws -> YesNoAnswers {
        YesNoAnswers(
            try list { answer in
                let fields = try answer.list()
                guard fields.count == 2 else {
                    throw CaseInput.Malformed(description: "not an answer")
                }
                return YesNoAnswers.Answer(
                    day: try fields[0].day(), isYes: try fields[1].bool())
            })
    }
}

extension JSONValue {
    fileprivate static func bucket(_ bucket: TrendBucket) -> JSONValue {
        [
            "startDate": .day(bucket.bucket.start), "endDate": .day(bucket.bucket.end),
            "averageValue": .number(bucket.averageValue), "minValue": .number(bucket.minValue),
            "maxValue": .number(bucket.maxValue),
            "weightedAverage": .number(bucket.weightedAverage),
            "rawMin": .number(bucket.rawMin), "rawMax": .number(bucket.rawMax),
            "sum": .number(bucket.sum), "sampleCount": .count(bucket.sampleCount),
            "days": .count(bucket.days),
        ]
    }
}
