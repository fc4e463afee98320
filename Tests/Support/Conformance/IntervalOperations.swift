import CivilTime
import TrackerDocuments

extension Operations {
    static let intervalOperations: [String: Operation] = [
        "minimumDataDays": { given, _ in
            let intervals = try given["intervals"].list { try $0.enumValue(Interval.self) }
            return [
                "days": .list(intervals) { .count($0.minimumSpanInDays) },
                "names": .list(intervals) { .string($0.name) },
            ]
        },
        "autoInterval": { given, _ in
            let span = spanInDays(try given["points"].list { try $0.localTime().date })
            return [
                "spanDays": .count(span),
                "available": .list(Interval.available(forSpanInDays: span)) { .enumValue($0) },
                "selected": .enumValue(Interval.automatic(forSpanInDays: span)),
            ]
        },
        "bucketDay": { given, environment in
            let zone = try environment.zone(given["timeZone"].string())
            let day = zone.civilDate(at: try given["instant"].instant())
            let start = zone.localTime(at: zone.startOfDay(day))
            return ["day": .day(day), "startsAt": .string(start.hourAndMinute)]
        },
        "label": { given, _ in
            let bucket = Bucket(
                interval: try given["interval"].enumValue(), start: try given["start"].day(),
                end: try given["end"].day())
            return ["label": .string(bucket.label)]
        },
    ]
}
