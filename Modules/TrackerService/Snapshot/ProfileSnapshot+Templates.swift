import Contracts
import NaturalInput
import RPC
import Tracker

extension ProfileSnapshot {
    /// The templates of Dayline, then those of the profile by name.
    var templates: [ActivityTemplate] {
        ActivityTemplate.all
            + ownTemplates.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
            .map(\.value)
    }

    /// The template with a name or a unique prefix of a name.
    /// - Throws: NOT_FOUND with the closest name, or INVALID_ARGUMENT if several names match.
    func template(_ typed: String) throws(Status) -> ActivityTemplate {
        if let own = ownTemplate(withName: typed) { return own.template }
        return try Self.candidate(
            named: typed, in: templates, \.name, kind: "template",
            hint: "List the templates with: dayline activity templates")
    }

    /// The template of the profile with a name or a unique prefix of a name, and its identifier.
    /// - Throws: Also FAILED_PRECONDITION for a template of Dayline.
    func ownTemplate(_ typed: String) throws(Status) -> (id: String, template: ActivityTemplate) {
        if let own = ownTemplate(withName: typed) { return own }
        let template = try template(typed)
        let own = ownTemplates.filter { $0.value == template }.min { $0.key < $1.key }
        guard let own else {
            throw Status(
                .failedPrecondition,
                "The template \"\(template.name)\" is part of Dayline and cannot be changed.",
                hint: "Add one of your own with: dayline activity template-add ACTIVITY")
        }
        return (own.key, own.value)
    }

    /// The template of the profile with exactly this name, which a template of Dayline can have too: that
    /// of a document, or of a later version.
    private func ownTemplate(withName name: String) -> (id: String, template: ActivityTemplate)? {
        ownTemplates.filter { $0.value.name == name }.min { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// The name of a template without white space around it.
    /// - Throws: INVALID_ARGUMENT for an invalid name, ALREADY_EXISTS if another template has it.
    func checked(template written: String, excluding id: String? = nil) throws(Status) -> String {
        let name = try checkedName(written, of: "a template")
        let own = ownTemplates.filter { $0.key != id }.map(\.value.name)
        let others = ActivityTemplate.all.map(\.name) + own
        let folded = NameMatch.normalized(name)
        if let other = others.first(where: { NameMatch.normalized($0) == folded }) {
            throw Status(
                .alreadyExists, "There is a template called \"\(other)\" already.",
                hint: "Use another name with: --name NAME")
        }
        return name
    }

    /// The activities of a template that is made of an activity: its own settings, or those of the
    /// activities in a container.
    /// - Throws: FAILED_PRECONDITION for a container without activities.
    func templateItems(of activity: Activity) throws(Status) -> [ActivityTemplate.Item] {
        guard activity.configuration.kind == .container else {
            return [ActivityTemplate.Item(activity)]
        }
        let items = catalog.children(of: activity.id)
            .filter { $0.deleted == nil && $0.configuration.kind != .container }
            .map { ActivityTemplate.Item($0) }
        guard !items.isEmpty else {
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" has no activities, so a template of it would add nothing.",
                hint: "Put activities into it with: dayline activity move NAME --in "
                    + "\(quoted(activity.name))")
        }
        return items
    }
}

extension ActivityTemplate.Item {
    /// The settings of an activity that another activity can have too: without its health link, which
    /// is that of one activity, and without the day of a reminder: it stays open until it is done.
    fileprivate init(_ activity: Activity) {
        var configuration = activity.configuration
        configuration.health = nil
        configuration.isPassive = false
        if case .adhoc = configuration.schedule { configuration.schedule = .sticky }
        self.init(
            name: activity.name, configuration: configuration, appearance: activity.appearance,
            category: activity.category)
    }
}

extension ActivityTemplate {
    /// The greatest number of activities of a template.
    private static let itemLimit = 500

    /// True if a document can have the template.
    var isValid: Bool {
        RecordName.isValid(name) && (1...Self.itemLimit).contains(items.count)
            && summary.count <= Templates.summaryLimit
            && items.allSatisfy {
                RecordName.isValid($0.name) && $0.configuration.kind != .container
                    && $0.configuration.schedule.isValid
            }
            && container.map { RecordName.isValid($0) } ?? true
    }
}

extension Schedule {
    /// True if the numbers of the schedule are in their ranges.
    fileprivate var isValid: Bool {
        switch self {
        case .weekly(let weekdays): weekdays.allSatisfy { (1...7).contains($0) }
        case .monthly(let days): days.allSatisfy { (1...31).contains($0) }
        case .everyDays(let count): count >= 1
        case .everyWeeks(let count, let weekdays, _):
            count >= 1 && weekdays.allSatisfy { (1...7).contains($0) }
        case .times(let count, let period): (1...period.longestInDays).contains(count)
        case .daily, .sticky, .adhoc: true
        }
    }
}
