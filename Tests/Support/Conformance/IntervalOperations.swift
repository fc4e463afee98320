import CivilTime
import JSON

extension Operations {
    static let intervalOperations: [String: Operation] = [
        "minimumDataDays": { input, _ in
            let intervals = try input["intervals"].list { try $0.enumValue(Interval.self) }
            return [
                "days": .list(intervals) { .count($0.minimumSpanInDays) },
                "names": .list(intervals) { .string($0.name) },
            ]
        },
        "autoInterval": { input, _ in
            let span = spanInDays(try input["points"].list { try $0.localTime().date })
            return [
                "spanDays": .count(span),
                "available": .list(Interval.available(forSpanInDays: span)) { .enumValue($0) },
                "selected": .enumValue(Interval.automatic(forSpanInDays: span)),
            ]
        },
        "bucketDay": { input, environment in
            let zone = try environment.zone(input["timeZone"].string())
            let day = zone.civilDate(at: try input["instant"].instant())
            let start = zone.localTime(at: zone.startOfDay(day))
            return ["day": .day(day), "startsAt": .string(start.hourAndMinute)]
        },
        "label": { input, _ in
            let bucket = Bucket(
                interval: try input["interval"].enumValue(), start: try input["start"].day(),
                end: try input["end"].day())
            return ["label": .string(bucket.label)]
        },
    ]
}
