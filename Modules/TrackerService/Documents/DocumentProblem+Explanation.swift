import CivilTime
import Tracker
import TrackerDocuments

extension DocumentProblem {
    /// The problem of a field and its effect on the record, such as "missing, so the record was left out".
    var explanation: String {
        switch reason {
        case .unknownValue: "not a value of the format, so \(defaultText)"
        case .unreadable: "in the wrong form, so \(defaultText)"
        case .missing: "missing, so the record was left out"
        case .dangling:
            key == "categoryID"
                ? "names a category that is not in the document, so the record has no category"
                : "names something that is not in the document, so the record was left out"
        case .overlapping:
            "covers days of another snapshot, so it was kept only for the next export"
        case .repeated: "a second record with the same identifier, so it was left out"
        case .circular: "a container within itself, so it was moved to the top level"
        case .tooLong:
            "longer than \(Entry.textLimit >> 10) KiB, so it was kept only for the next export"
        case .outOfTime:
            "a day before \(measurableDays.lowerBound) or after \(measurableDays.upperBound), so the "
                + "record was left out"
        case .tooMany:
            "a goal has at most \(LinkError.metricLimit) metrics, so the record was left out"
        case .olderShape:
            "the older form of a schedule, with days from 1, Sunday, to 7, Saturday, so it is due "
                + "weekly on these days"
        case .unfitName:
            "a name has 1 to \(RecordName.characterLimit) characters, no line breaks, no control "
                + "characters and no dash at its start, so it was cleaned"
        }
    }

    /// The effect of the default value of a field.
    private var defaultText: String {
        switch key {
        case "scheduleData": "it is due every day"
        case "timeWindowData": "it has no time window"
        case "timeSlotsData": "it has one session a day"
        case "typeRaw": "it is a checkbox"
        case "statusRaw": "it counts as completed"
        case "roleRaw": "it is linked as an activity"
        case "metricKindRaw": "it measures a value"
        case "aggregationModeRaw": "its numbers are summed"
        case "healthKitModeRaw": "it only reads health data"
        case "targetValue": "it has no target"
        case "unit": "it has no unit"
        case "value": "it has no value"
        case "createdAt": "it counts as created when the document was written"
        case "deadline": "it has no deadline"
        case "stoppedAt": "it is not paused"
        case "weight": "its weight is 1"
        default: "it has its default"
        }
    }
}
