import CivilTime
import Contracts
import RPC
import Texts
import Tracker

extension ProfileSnapshot {
    /// All activities in list order, each container before its children. A document may bring some that
    /// lie deeper than the lists go, or in what is not there; those come last.
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

    /// A name for an activity.
    /// - Throws: When it cannot be one, or another activity has it.
    func checked(name: String, excluding id: Activity.ID? = nil) throws(Status) -> String {
        let name = try checkedName(name, of: "an activity")
        try checkUnique(name: name, excluding: id)
        return name
    }

    /// - Throws: When another activity has a name.
    func checkUnique(name: String, excluding id: Activity.ID? = nil) throws(Status) {
        let folded = NameMatch.normalized(name)
        let other = activities.first { NameMatch.normalized($0.name) == folded && $0.id != id }
        if let other {
            throw Status(
                .alreadyExists, "There is an activity called \"\(other.name)\" already.",
                hint: "Change it with: dayline activity edit \(quoted(other.name))")
        }
    }

    /// Types change freely, except that containers are made and unmade by verbs of their own.
    func checkKind(of activity: Activity, becomes configuration: Configuration) throws(Status) {
        let (old, new) = (activity.configuration, configuration)
        if old.kind != .container, new.kind == .container {
            throw Status(
                .invalidArgument, "\"\(activity.name)\" is made a container by a verb of its own.",
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
                "\"\(activity.name)\" lies in a container, where no reminder can be.",
                hint: "Take it out with: dayline activity move \(quoted(activity.name)) --out")
        }
    }

    /// That somebody else changed an activity, and what.
    func concurrentChangeStatus(of activity: Activity) -> Status {
        Status(
            .aborted,
            "\"\(activity.name)\" was changed by somebody else at the same time: it is now "
                + "\(activity.configuration.kindText).",
            hint: "Look at it with: dayline activity show \(quoted(activity.name))")
    }

    /// Why a change was refused, in the names of the roster that was to be changed.
    func status(of error: CatalogError, in roster: Catalog) -> Status {
        func name(_ id: Activity.ID) -> String { roster.activities[id]?.name ?? id.rawValue }
        func quote(_ id: Activity.ID) -> String { "\"\(name(id))\"" }
        func word(_ id: Activity.ID) -> String { quoted(name(id)) }
        return switch error {
        case .unknownActivity(let id):
            Status(
                .notFound, "There is no activity \(quote(id)).",
                hint: "List them with: dayline activity list")
        case .unknownGoal(let id):
            Status(
                .notFound, "There is no goal \"\(roster.goals[id]?.title ?? id.rawValue)\".",
                hint: "List them with: dayline goal list")
        case .alreadyPaused(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is paused already.",
                hint: "Resume it with: dayline activity resume \(word(id))")
        case .notPaused(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is not paused.",
                hint: "Pause it with: dayline activity pause \(word(id))")
        case .paused(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is paused.",
                hint: "Resume it first with: dayline activity resume \(word(id))")
        case .notAContainer(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is no container.",
                hint: "Make it one with: dayline activity convert \(word(id))")
        case .isAContainer(let id):
            Status(
                .failedPrecondition,
                "\(quote(id)) is a container, and a container lies in no container.",
                hint:
                    "To move its children, dissolve it first: dayline activity dissolve \(word(id))"
            )
        case .isAReminder(let id):
            Status(
                .failedPrecondition, "\(quote(id)) is a reminder, which lies in no container.",
                hint: "Make it an activity first with: dayline activity edit \(word(id)) --daily")
        case .notTopLevel(let id):
            Status(
                .failedPrecondition, "\(quote(id)) lies in a container.",
                hint: "Take it out with: dayline activity move \(word(id)) --out")
        case .nothingToGroup:
            Status(
                .invalidArgument, "A group needs activities, and none is named.",
                hint: "Name its members, such as: dayline activity group Morning Stretch Journal")
        case .idInUse(let id):
            Status(
                .alreadyExists, "There is \(quote(id)) already.",
                hint: "Look at it with: dayline activity show \(word(id))")
        case .link(let refusal, of: let id):
            status(of: refusal, quote(id), word(id))
        }
    }

    /// Why an activity is not linked to a goal; `quote` is its name in a sentence, `word` in a command.
    private func status(of refusal: LinkError, _ quote: String, _ word: String) -> Status {
        switch refusal {
        case .notTopLevel:
            Status(
                .failedPrecondition, "\(quote) lies in a container, so it is linked to no goal.",
                hint: "Link the container, or take it out with: dayline activity move \(word) --out"
            )
        case .reminder:
            Status(
                .failedPrecondition, "\(quote) is a reminder, which is linked to no goal.",
                hint: "Make it an activity first with: dayline activity edit \(word) --daily")
        case .containerAsMetric:
            Status(
                .failedPrecondition,
                "\(quote) is a container, which measures nothing, so it is no metric.",
                hint: "Link it with: --role activity")
        case .childOfLinkedContainer:
            Status(
                .failedPrecondition, "The container of \(quote) is linked to the goal already.",
                hint: "One of the two is unlinked with: dayline goal unlink GOAL \(word)")
        case .alreadyLinked:
            Status(
                .alreadyExists, "\(quote) is linked to the goal already.",
                hint: "To link it anew, unlink it first with: dayline goal unlink GOAL \(word)")
        case .tooManyMetrics:
            Status(
                .failedPrecondition,
                "\(quote) would be one too many: a goal has at most "
                    + "\(LinkError.metricLimit) metrics.",
                hint: "Make room with: dayline goal unlink GOAL NAME")
        }
    }
}

/// A name as a person wrote it, without white space around it.
/// - Throws: INVALID_ARGUMENT for what cannot be the name of something.
func checkedName(_ written: String, of thing: String) throws(Status) -> String {
    let name = written.trimmed
    guard RecordName.isValid(name) else {
        throw Status(
            .invalidArgument, "\"\(name)\" cannot be the name of \(thing).",
            hint:
                "Use up to \(RecordName.limitInLetters) letters, with no line breaks and no dash at "
                + "the start.")
    }
    return name
}

extension Configuration {
    /// What it asks for, in a few words.
    fileprivate var kindText: String {
        var words = "\(kind.type.rawValue), \(schedule.text)"
        if let target = kind.quantity?.target { words += ", target \(plainText(target))" }
        if let unit = kind.quantity?.unit { words += " \(unit)" }
        return words
    }
}
