import CivilTime
import Contracts
import HealthMetrics
import Tracker

extension SampleBatches {
    /// Activities of an import; further ones are quarantined. The key of each takes memory until the end.
    public static var activityLimit: Int { 10_000 }

    /// Appends an activity, before its entries. An activity of an earlier import is found by its key
    /// and not changed. An invalid one is quarantined with its location, and so are its entries.
    public mutating func append(
        _ activity: ImportedActivity, from location: ItemLocation
    ) throws {
        let key = activity.key
        var reason: String?
        if !(1...200).contains(key.utf8.count) || key.utf8.contains(UInt8(ascii: "\n")) {
            reason = "its key is empty or too long"
        } else if declaredActivities[key] != nil {
            reason = "its key is that of an earlier activity"
        } else if declaredActivities.count >= Self.activityLimit {
            reason = "the file has more than \(Self.activityLimit) activities"
        } else if RecordName.cleaned(activity.name) == nil {
            reason = "it has no name"
        } else if let day = activity.created, ImportedDay.civilDate(day) == nil {
            reason = "its day is out of range"
        } else if activity.bytes > TrackerPart.activityBytes {
            reason = "its texts are too long"
        } else if let target = activity.target, !target.value.isMeasurable || target.value < 0 {
            reason = "its target is out of range"
        }
        if let reason {
            return try quarantine(location, type: TrackerPart.activityType, reason: reason)
        }
        declaredActivities[key] = declaredActivities.count
        tracker.append(ActivityPart(activity), bytes: activity.bytes)
        try flushTrackerIfFull()
    }

    /// Appends an entry. An invalid one, and one of an activity that was not appended, is quarantined
    /// with its location.
    ///
    /// Entries of an activity with the same key, or without a key of the same day, are one entry: the
    /// first counts. A day that has an entry of a person keeps it.
    public mutating func append(
        _ entry: ImportedEntry, from location: @autoclosure () -> ItemLocation
    ) throws {
        let day = ImportedDay.civilDate(entry.day)
        let activity = declaredActivities[entry.activity]
        var reason: String?
        if activity == nil {
            reason = "its activity is not imported"
        } else if day == nil {
            reason = "its day is out of range"
        } else if case .amount(let value) = entry.outcome, !value.isMeasurable {
            reason = value.isNaN ? "its value is not a number" : "its value is too large"
        } else if entry.longestText > Entry.textLimit {
            reason = "its texts are too long"
        } else if entry.key.map({ $0.utf8.contains(UInt8(ascii: "\n")) }) == true {
            reason = "its key has a line feed"
        } else if let instant = entry.loggedAt, !measurableInstants.contains(instant) {
            reason = "its time is out of range"
        }
        guard reason == nil, let day, let activity else {
            return try quarantine(
                location(), type: TrackerPart.entryType, reason: reason ?? "its day is out of range"
            )
        }
        try tracker.append(entry, on: day, ofActivity: activity)
        try flushTrackerIfFull()
    }

    /// Appends a note on a day without an entry. An invalid one is quarantined with its location.
    public mutating func append(
        _ annotation: ImportedAnnotation, from location: ItemLocation
    ) throws {
        let day = ImportedDay.civilDate(annotation.day)
        var reason: String?
        if let activity = annotation.activity, declaredActivities[activity] == nil {
            reason = "its activity is not imported"
        } else if !(1...Entry.textLimit).contains(annotation.text.utf8.count) {
            reason = "its text is empty or too long"
        }
        guard reason == nil, let day else {
            return try quarantine(
                location, type: TrackerPart.annotationType,
                reason: reason ?? "its day is out of range")
        }
        tracker.append(
            AnnotationPart(activity: annotation.activity, day: day, text: annotation.text))
        try flushTrackerIfFull()
    }

    private mutating func flushTrackerIfFull() throws {
        if tracker.isFull { try flush() }
    }
}

extension ImportedEntry {
    /// Bytes of the longest text.
    fileprivate var longestText: Int {
        var longest = max(note?.utf8.count ?? 0, key?.utf8.count ?? 0)
        if case .skipped(let reason?) = outcome { longest = max(longest, reason.utf8.count) }
        return longest
    }
}

extension ImportedActivity {
    fileprivate var target: Target? {
        if case .amount(_, let target) = kind { target } else { nil }
    }

    /// The size of its texts.
    fileprivate var bytes: Int {
        let texts =
            [key, name] + aliases + attributes.flatMap { [$0.key, $0.value] }
        return texts.reduce(0) { $0 + $1.utf8.count }
    }
}

extension ActivityPart {
    fileprivate init(_ activity: ImportedActivity) {
        var fields = Activities.Fields()
        switch activity.kind {
        case .checkbox: fields.type = .checkbox
        case .amount(let unit, let target):
            fields.type = .cumulative
            fields.unit = unit.map { String($0.prefix(40)) }
            fields.target = target?.value
            fields.per = target.flatMap { Activities.TargetPeriod(rawValue: $0.period.rawValue) }
            fields.atMost = target?.isAtMost == true ? true : nil
        }
        fields.schedule = Schedule(activity.schedule)
        fields.color = activity.color
        fields.category = activity.category
        let times = Set(activity.reminders.filter { (0..<1440).contains($0) }).sorted().prefix(48)
        let weekdays = activity.reminderWeekdays.filter { (1...7).contains($0) }.sorted()
        self.init(
            key: activity.key, aliases: activity.aliases.isEmpty ? nil : activity.aliases,
            name: activity.name, fields: fields,
            created: activity.created.flatMap(ImportedDay.civilDate),
            isArchived: activity.isArchived ? true : nil,
            reminders: times.isEmpty ? nil : times.map(DayPartReminderSetting.text(minute:)),
            reminderWeekdays: weekdays.isEmpty ? nil : weekdays,
            attributes: activity.attributes.isEmpty ? nil : activity.attributes)
    }
}

extension Schedule {
    fileprivate init(_ schedule: ImportedActivity.Schedule) {
        self =
            switch schedule {
            case .daily: .daily
            case .weekly(let weekdays): .weekly(weekdays)
            case .everyDays(let count): .everyDays(count)
            case .timesAWeek(let count): .times(count, per: .week(startingOn: nil))
            case .timesAMonth(let count): .times(count, per: .month)
            }
    }
}
