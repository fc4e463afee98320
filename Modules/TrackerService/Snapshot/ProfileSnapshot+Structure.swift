import CivilTime
import Contracts
import NaturalInput
import RPC
import Texts
import Tracker

extension ProfileSnapshot {
    /// All activities in list order, each container before its children. Activities of a document
    /// that are nested too deeply or in an unknown container are at the end.
    var nestedActivities: [Activity] {
        let byParent = Dictionary(grouping: activities, by: \.parent)
        var listed: [Activity] = []
        var seen: Set<Activity.ID> = []
        var waiting = (byParent[nil] ?? []).reversed() as [Activity]
        while let next = waiting.popLast() {
            guard seen.insert(next.id).inserted else { continue }
            listed.append(next)
            waiting += (byParent[next.id] ?? []).reversed()
        }
        return listed + activities.filter { !seen.contains($0.id) }
    }

    /// The name without white space around it.
    /// - Throws: INVALID_ARGUMENT for an invalid name, ALREADY_EXISTS if another activity has it.
    func checked(name: String, excluding id: Activity.ID? = nil) throws(Status) -> String {
        let name = try checkedName(name, of: "an activity")
        try checkUnique(name: name, excluding: id)
        return name
    }

    /// - Throws: ALREADY_EXISTS if another activity has the name.
    func checkUnique(name: String, excluding id: Activity.ID? = nil) throws(Status) {
        let folded = NameMatch.normalized(name)
        let other = activities.first { NameMatch.normalized($0.name) == folded && $0.id != id }
        if let other {
            throw Status(
                .alreadyExists, "There is an activity called \"\(other.name)\" already.",
                hint: "Change it with: dayline activity edit \(quoted(other.name))")
        }
    }

    /// - Throws: INVALID_ARGUMENT if an edit makes or unmakes a container, or puts a reminder into
    ///   one.
    func checkKind(of activity: Activity, becomes configuration: Configuration) throws(Status) {
        let (old, new) = (activity.configuration, configuration)
        if old.kind != .container, new.kind == .container {
            throw Status(
                .invalidArgument, "\"\(activity.name)\" cannot become a container by an edit.",
                hint: "Use: dayline activity convert \(quoted(activity.name))")
        }
        if old.kind == .container, new.kind != .container {
            throw Status(
                .invalidArgument, "\"\(activity.name)\" is a container.",
                hint: "Use: dayline activity dissolve \(quoted(activity.name))")
        }
        if new.schedule.isReminder, activity.parent != nil {
            throw Status(
                .invalidArgument,
                "\"\(activity.name)\" is in a container, and a reminder cannot be in a container.",
                hint: "Take it out with: dayline activity move \(quoted(activity.name)) --out")
        }
    }

    /// The failure of a request whose activity was changed while the request waited.
    func concurrentChangeStatus(of activity: Activity) -> Status {
        Status(
            .aborted,
            "\"\(activity.name)\" was changed by another request at the same time: it is now "
                + "\(activity.configuration.kindText).",
            hint: "Look at it with: dayline activity show \(quoted(activity.name))")
    }

    /// The status of a catalog error, with names from the changed catalog.
    func status(of error: CatalogError, in catalog: Catalog) -> Status {
        func name(_ id: Activity.ID) -> String { catalog.activities[id]?.name ?? id.rawValue }
        func quote(_ id: Activity.ID) -> String { "\"\(name(id))\"" }
        func argument(_ id: Activity.ID) -> String { quoted(name(id)) }
        return switch error {
        case .unknownActivity(let id):
            Status(
                .notFound, "There is no activity \(quote(id)).",
                hint: "List them with: dayline activity list")
        case .unknownGoal(let id):
            Status(
                .notFound, "There is no goal \"\(catalog.goals[id]?.title ?? id.rawValue)\".",
                hint: "List them with: dayline goal list")
        case .alreadyPaused(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is paused already.",
                hint: "Resume it with: dayline activity resume \(argument(id))")
        case .notPaused(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is not paused.",
                hint: "Pause it with: dayline activity pause \(argument(id))")
        case .paused(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is paused.",
                hint: "Resume it first with: dayline activity resume \(argument(id))")
        case .notAContainer(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is not a container.",
                hint: "Convert it with: dayline activity convert \(argument(id))")
        case .isAContainer(let id):
            Status(
                .failedPrecondition,
                "\(quote(id)) is a container, and a container cannot be in a container.",
                hint:
                    "To move its children, dissolve it first: dayline activity dissolve \(argument(id))"
            )
        case .isAReminder(let id):
            Status(
                .failedPrecondition,
                "\(quote(id)) is a reminder, and a reminder cannot be in a container.",
                hint:
                    "Make it an activity first with: dayline activity edit \(argument(id)) --daily")
        case .notTopLevel(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is in a container.",
                hint: "Take it out with: dayline activity move \(argument(id)) --out")
        case .nothingToGroup:
            Status(
                .invalidArgument, "A group needs activities, and none is named.",
                hint: "Name its members, such as: dayline activity group Morning Stretch Journal")
        case .idInUse(let id):
            Status(
                .alreadyExists, "There is \(quote(id)) already.",
                hint: "Look at it with: dayline activity show \(argument(id))")
        case .link(let refusal, of: let id):
            status(of: refusal, quote(id), argument(id))
        }
    }

    /// The status of a link error. `quote` is the activity's name in a sentence, `argument` in a
    /// command.
    private func status(of refusal: LinkError, _ quote: String, _ argument: String) -> Status {
        switch refusal {
        case .notTopLevel:
            Status(
                .failedPrecondition,
                "\(quote) is in a container, so it cannot be linked to a goal.",
                hint:
                    "Link the container, or take it out with: dayline activity move \(argument) --out"
            )
        case .reminder:
            Status(
                .failedPrecondition,
                "\(quote) is a reminder, and a reminder cannot be linked to a goal.",
                hint: "Make it an activity first with: dayline activity edit \(argument) --daily")
        case .containerAsMetric:
            Status(
                .failedPrecondition,
                "\(quote) is a container, and a container cannot be linked as a metric.",
                hint: "Link it with: --role activity")
        case .childOfLinkedContainer:
            Status(
                .failedPrecondition, "The container of \(quote) is linked to the goal already.",
                hint: "Unlink one of the two with: dayline goal unlink GOAL \(argument)")
        case .alreadyLinked:
            Status(
                .alreadyExists, "\(quote) is linked to the goal already.",
                hint: "To link it again, unlink it first with: dayline goal unlink GOAL \(argument)"
            )
        case .tooManyMetrics:
            Status(
                .failedPrecondition,
                "\(quote) would be one too many: a goal has at most "
                    + "\(LinkError.metricLimit) metrics.",
                hint: "Unlink another metric with: dayline goal unlink GOAL NAME")
        }
    }
}

/// A name without white space around it.
/// - Throws: INVALID_ARGUMENT for a text that cannot be a name.
func checkedName(_ written: String, of thing: String) throws(Status) -> String {
    let name = written.trimmed
    guard RecordName.isValid(name) else {
        throw Status(
            .invalidArgument, "\"\(name)\" cannot be the name of \(thing).",
            hint:
                "Use up to \(RecordName.characterLimit) characters, with no line breaks and no "
                + "dash at the start.")
    }
    return name
}

extension Configuration {
    /// The type, schedule and target in a few words.
    fileprivate var kindText: String {
        var text = "\(kind.type.rawValue), \(schedule.text)"
        if let target = kind.quantity?.target { text += ", target \(plainText(target))" }
        if let unit = kind.quantity?.unit { text += " \(unit)" }
        return text
    }
}
