import CivilTime
import JSON
import Tracker

/// The codec of the list `logs`.
struct EntryRecord: RecordCodec {
    static let list = "logs"

    let zone: Zone
    let vacations: Set<CivilDate>

    func key(of entry: Entry) -> String { entry.id.rawValue }

    func read(_ reader: inout RecordReader) -> Entry? {
        guard let activity = reader.string("activityID") else {
            reader.report(.missing, "activityID")
            return nil
        }
        guard let day = reader.recordDay("date", in: zone) else { return nil }
        let id =
            reader.string("id")
            ?? StableIdentifier.text(for: "log \(Blob.encode(.object(reader.object)))")
        var entry = Entry(
            id: Entry.ID(id), activity: Activity.ID(activity), day: day,
            outcome: outcome(&reader))
        entry.slot = reader.enumValue("timeSlotRaw", as: Slot.self)
        entry.note = reader.entryText("note")
        entry.photos = photos(&reader)
        entry.loggedAt = reader.instant("completedAt")
        entry.source = source(&reader, entry: entry)
        return entry
    }

    private enum Status: String {
        case completed, skipped
    }

    private func outcome(_ reader: inout RecordReader) -> Outcome {
        switch reader.enumValue("statusRaw", as: Status.self) ?? .completed {
        case .completed: .completed(value: reader.double("value"))
        case .skipped: .skipped(reason: reader.entryText("skipReason"))
        }
    }

    private func photos(_ reader: inout RecordReader) -> [String: String] {
        if let photos = reader.blob("photoFilenamesData", Blob.photos) { return photos }
        guard let file = reader.entryText("photoFilename") else { return [:] }
        return [Measurement.defaultViews[0]: file]
    }

    private enum Source: String {
        case healthkit
    }

    /// The origin of an entry. A skip with the vacation reason on a vacation day belongs to the vacation.
    private func source(_ reader: inout RecordReader, entry: Entry) -> EntrySource {
        if reader.enumValue("source", as: Source.self) != nil
            || entry.note == "Synced from HealthKit"
        {
            return .health
        }
        return entry.outcome.skipReason == "Vacation" && vacations.contains(entry.day)
            ? .vacation : .person
    }

    func isAllowed(_ entry: Entry) -> Bool { entry.isWithinTextLimit }

    /// Without fractions of seconds, which the format does not have.
    func ownPart(of entry: Entry) -> Entry {
        var entry = entry
        entry.loggedAt = entry.loggedAt.map { $0 - ($0 % 1000 + 1000) % 1000 }
        entry.style = nil
        return entry
    }

    func recordingStyle(of record: JSONObject, in entry: Entry) -> Entry {
        var entry = entry
        entry.style =
            EntryStyle(of: record, canonical: write(entry), day: entry.day, zone: zone).bits
        return entry
    }

    func styled(_ record: JSONObject, as entry: Entry) -> JSONObject {
        EntryStyle(entry).applied(to: record, day: entry.day, zone: zone)
    }

    func write(_ entry: Entry) -> JSONObject {
        let files = entry.photos.mapValues(JSONValue.string)
        let isSingle = Array(entry.photos.keys) == Measurement.defaultViews
        return [
            "id": .string(entry.id.rawValue),
            "activityID": .string(entry.activity.rawValue),
            "date": .string(DocumentInstant.text(zone.startOfDay(entry.day))),
            "statusRaw": .string(entry.outcome.isCompleted ? "completed" : "skipped"),
            "value": entry.outcome.value.map { JSONValue($0) } ?? .null,
            "photoFilename": JSONValue(optional: isSingle ? entry.photos.values.first : nil),
            "photoFilenamesData":
                entry.photos.isEmpty || isSingle ? .null : Blob.encode(.object(files)),
            "note": JSONValue(optional: entry.note ?? entry.answer?.text),
            "skipReason": JSONValue(optional: entry.outcome.skipReason),
            "timeSlotRaw": JSONValue(optional: entry.slot?.rawValue),
            "completedAt": JSONValue(optional: entry.loggedAt.map(DocumentInstant.text)),
            "source": JSONValue(optional: entry.source == .health ? "healthkit" : nil),
        ]
    }
}
