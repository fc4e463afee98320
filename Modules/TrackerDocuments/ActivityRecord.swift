import CivilTime
import JSON
import Tracker

/// The codec of the list `activities`.
struct ActivityRecord: RecordCodec {
    static let list = "activities"
    static let references = ["categoryID", "parentID"]

    let zone: Zone
    /// The document's timestamp in milliseconds since 1970, or the time of import if it has none.
    let moment: Int64

    func key(of activity: Activity) -> String { activity.id.rawValue }

    func read(_ reader: inout RecordReader) -> Activity? {
        guard let id = reader.string("id") else {
            reader.report(.missing, "id")
            return nil
        }
        var activity = Activity(
            id: Activity.ID(id), name: reader.name("name", default: "Unnamed activity"),
            created: zone.civilDate(at: reader.instant("createdAt") ?? moment))
        activity.appearance = Appearance(
            icon: reader.string("icon") ?? Appearance.activity.icon,
            color: reader.string("hexColor") ?? Appearance.activity.color)
        activity.category = reader.string("categoryID").map(Category.ID.init(_:))
        activity.parent = reader.string("parentID").map(Activity.ID.init(_:))
        activity.position = reader.position("sortOrder") ?? 0
        activity.configuration = configuration(&reader)
        activity.pause = pause(&reader)
        return activity
    }

    private func configuration(_ reader: inout RecordReader) -> Configuration {
        var configuration = ConfigurationRecord(zone: zone).read(&reader, base: Configuration())
        configuration.carriesForward = reader.bool("carryForward") ?? false
        configuration.isPassive = reader.bool("isPassive") ?? false
        if let metric = reader.string("healthKitTypeID") {
            configuration.health = HealthLink(
                metric: metric,
                mode: reader.enumValue("healthKitModeRaw", as: HealthMode.self) ?? .read)
        }
        return configuration
    }

    /// The pause of a stopped activity; nil if it is not stopped. An archived activity of the older format
    /// has no day and counts as paused since the day of the document.
    private func pause(_ reader: inout RecordReader) -> Pause? {
        let stopped = reader.day("stoppedAt", in: zone)
        let isArchived = reader.bool("isArchived") ?? false
        guard let since = stopped ?? (isArchived ? zone.civilDate(at: moment) : nil) else {
            return nil
        }
        return Pause(
            since: since,
            container: reader.string("pausedParentId").map(Activity.ID.init(_:)))
    }

    /// Without the history, which is a separate list, and without `withContainer`, which is derived from
    /// the days of pauses on import.
    func ownPart(of activity: Activity) -> Activity {
        var activity = activity
        activity.history = ConfigurationHistory()
        activity.pause?.withContainer = false
        return activity
    }

    func write(_ activity: Activity) -> JSONObject {
        let configuration = activity.configuration
        var object: JSONObject = [
            "id": .string(activity.id.rawValue),
            "name": .string(activity.name),
            "icon": .string(activity.appearance.icon),
            "hexColor": .string(activity.appearance.color),
            "sortOrder": JSONValue(activity.position),
            "isArchived": .bool(false),
            "createdAt": .string(DocumentInstant.text(zone.startOfDay(activity.created))),
            "categoryID": JSONValue(optional: activity.category?.rawValue),
            "parentID": JSONValue(optional: activity.parent?.rawValue),
            "stoppedAt": JSONValue(
                optional: activity.pause.map { DocumentInstant.text(zone.startOfDay($0.since)) }),
            "pausedParentId": JSONValue(optional: activity.pause?.container?.rawValue),
            "healthKitTypeID": JSONValue(optional: configuration.health?.metric),
            "healthKitModeRaw": JSONValue(optional: configuration.health?.mode.rawValue),
            "carryForward": .bool(configuration.carriesForward),
            "isPassive": .bool(configuration.isPassive),
        ]
        ConfigurationRecord(zone: zone).write(configuration, into: &object)
        writeKind(configuration.kind, into: &object)
        return object
    }

    private func writeKind(_ kind: ActivityKind, into object: inout JSONObject) {
        object["aggregationModeRaw"] = .null
        object["metricKindRaw"] = .null
        object["photoSlotsData"] = .null
        switch kind {
        case .cumulative(_, let accumulation):
            object["aggregationModeRaw"] = .string(accumulation.rawValue)
        case .metric(let measurement):
            object["metricKindRaw"] = .string(measurement.name.rawValue)
            if case .photo(let views) = measurement {
                object["photoSlotsData"] = Blob.encode(.array(views.map(JSONValue.string)))
            }
        case .checkbox, .value, .container, .answer:
            break
        }
    }
}

extension JSONValue {
    /// A string, or null for nil.
    init(optional text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }
}
