package import CivilTime
import Texts
package import Tracker

/// The rules that decided the status of an activity on a day, in order of evaluation.
package struct Explanation: Hashable, Codable, Sendable {
    package enum Verdict: String, CaseIterable, Codable, Sendable {
        case notCreatedYet, paused, passive, notDue, optional, open, completed, skipped, carried
    }

    package struct Step: Hashable, Codable, Sendable {
        package var rule: String
        package var holds: Bool
        package var detail: String
    }

    package var verdict: Verdict
    package var steps: [Step]
}

extension ActivityHistory {
    package func explanation(of activity: Activity, on day: CivilDate) -> Explanation {
        var explanation = Explanation(verdict: .notDue, steps: [])
        func note(_ rule: String, _ holds: Bool, _ detail: String) {
            explanation.steps.append(.init(rule: rule, holds: holds, detail: detail))
        }
        let exists = day >= activity.created
        note("created", exists, "The activity was created on \(activity.created).")
        guard exists else {
            explanation.verdict = .notCreatedYet
            return explanation
        }
        note("available", activity.isAvailable(on: day), pauseDetail(of: activity, on: day))
        guard activity.isAvailable(on: day) else {
            explanation.verdict = .paused
            return explanation
        }
        let configuration = activity.configuration(on: day)
        note("configuration", true, configurationDetail(of: activity, on: day))
        if let container = container(of: activity, on: day) {
            note("container", true, "The activity was in \"\(container.name)\" on the day.")
        }
        guard !configuration.isPassive else {
            note(
                "passive", true, "The activity is only read from health data, so it is not listed.")
            explanation.verdict = .passive
            return explanation
        }
        let isSettled = isReminderCompleted(activity, on: day)
        let isShown = isSettled || isShown(activity, on: day)
        if let progress = periodProgress(of: activity, on: day) {
            note("due", isShown, progress.dueDetail(occurrenceState(of: activity, on: day)))
        } else {
            let start = activity.scheduleStart(on: day)
            note("due", isShown, dueDetail(of: configuration.schedule, since: start, on: day))
        }
        if !isShown, occurrenceState(of: activity, on: day) == .optional {
            explainStatus(of: activity, on: day, in: &explanation)
            if explanation.verdict == .open { explanation.verdict = .optional }
        } else if isShown {
            explainStatus(of: activity, on: day, in: &explanation)
            if isSettled { explanation.verdict = .completed }
        } else {
            let carried = carried(activity, to: day)
            note("carried", carried != nil, carriedDetail(carried, configuration))
            explanation.verdict = carried == nil ? .notDue : .carried
        }
        return explanation
    }

    private func explainStatus(
        of activity: Activity, on day: CivilDate, in explanation: inout Explanation
    ) {
        let status = dayStatus(of: activity, on: day)
        func note(_ rule: String, _ holds: Bool, _ detail: String) {
            explanation.steps.append(.init(rule: rule, holds: holds, detail: detail))
        }
        note("complete", status.isCompleted, statusDetail(status, of: activity, on: day))
        if status.isSkipped {
            let reason = skipReason(of: activity, on: day).map { ", for \($0)" } ?? ""
            note("skipped", true, "The day is excused\(reason), and counts in no rate.")
        }
        if vacations.contains(day) {
            note(
                "vacation", true, "The day is a vacation: a miss does not count, a completion does."
            )
        }
        if !activity.configuration(on: day).schedule.isReminder {
            let effect = streakEffect(of: activity, on: day)
            let unit = streaks(of: activity, asOf: day).unit
            note(
                "streak", effect == .extends,
                unit == .day ? effect.detail : effect.detail(in: unit))
        }
        explanation.verdict =
            switch status.state {
            case .open: .open
            case .completed: .completed
            case .skipped: .skipped
            }
    }

    private func statusDetail(
        _ status: DayStatus, of activity: Activity, on day: CivilDate
    ) -> String {
        let kind = activity.configuration(on: day).kind
        if kind == .container {
            let children = children(of: activity, on: day)
            let settled = children.count { self.dayStatus(of: $0).state != .open }
            switch children.count {
            case 0: return "No child is due."
            case 1: return "The only child is \(settled == 1 ? "done or excused" : "open")."
            default: return "\(settled) of \(children.count) children are done or excused."
            }
        }
        let unit = kind.quantity?.unit.map { " \($0)" } ?? ""
        if let progress = periodProgress(of: activity, on: day), kind.targetPeriod != nil {
            return progress.totalDetail(unit)
        }
        if let limit = kind.limit {
            let end = status.isExceeded ? "exceeded." : "judged at the end of the day."
            return "\(writtenText(status.value ?? 0)) of at most \(writtenText(limit))\(unit): "
                + end
        }
        if let target = kind.dailyTarget {
            return "\(writtenText(status.value ?? 0)) of \(writtenText(target))\(unit): "
                + (status.isCompleted ? "reached." : "not reached.")
        }
        let (done, all) = (
            status.completedSlots.count, activity.configuration(on: day).sessions.count
        )
        return all == 1
            ? "The activity is \(done == 1 ? "done" : "not done yet")."
            : "\(done) of \(all) sessions are done."
    }
}

private func pauseDetail(of activity: Activity, on day: CivilDate) -> String {
    activity.pause(on: day).map { "The activity is paused since \($0.since)." }
        ?? "The activity is not paused."
}

private func configurationDetail(of activity: Activity, on day: CivilDate) -> String {
    // The last day of a configuration depends on later edits, so the text omits it.
    let first = activity.history.firstDay(ofConfigurationOn: day, created: activity.created)
    return "The configuration since \(first) applies."
}

private func dueDetail(
    of schedule: Schedule, since start: CivilDate, on day: CivilDate
) -> String {
    switch schedule {
    case .daily:
        return "The activity is due every day."
    case .weekly(let weekdays):
        let listed = weekdays.sorted().map { weekdayNames[($0 - 1) % 7] }.joined(separator: ", ")
        return "The activity is due on \(listed); \(day) is a \(day.weekdayName)."
    case .monthly(let days):
        let listed = days.sorted().map(String.init).joined(separator: ", ")
        return "The activity is due on day \(listed) of a month; \(day) is day \(day.day)."
    case .everyDays, .everyWeeks:
        return "The activity is due \(schedule.text) since \(start); \(day) is a "
            + "\(day.weekdayName)."
    case .times:
        return "The activity is to be done \(schedule.text)."
    case .sticky:
        return "The activity is a reminder that is open until it is done."
    case .adhoc(let date):
        return date.map { "The activity is a reminder for \($0)." }
            ?? "The activity is a reminder without a day."
    }
}

private func carriedDetail(
    _ carried: CarriedOccurrence?, _ configuration: Configuration
) -> String {
    if let carried { return "\(carried.dueText), and still open." }
    return configuration.carriesForward
        ? "No missed occurrence is open." : "Missed occurrences are not carried forward."
}

extension StreakEffect {
    fileprivate var detail: String {
        switch self {
        case .extends: "The day extends the streak."
        case .preserves: "The day does not change the streak."
        case .breaks: "The day breaks the streak after its end."
        }
    }

    /// The effect of a day on a streak of weeks or months.
    fileprivate func detail(in unit: StreakUnit) -> String {
        self == .extends
            ? "The day counts for its \(unit.rawValue), and the streak counts complete "
                + "\(unit.rawValue)s."
            : "The streak counts complete \(unit.rawValue)s, and the day adds nothing yet."
    }
}

extension PeriodProgress {
    private var rangeText: String { "from \(first) through \(last)" }

    /// The reason why a day of the period is due, optional or neither.
    fileprivate func dueDetail(_ state: OccurrenceState) -> String {
        let left = "\(daysLeft) \(daysLeft == 1 ? "day is" : "days are") left"
        let count =
            "\(writtenText(done)) of \(isLimit ? "at most " : "")\(writtenText(needed)) \(rangeText)"
        return switch state {
        case .due: "\(count), and \(left): the day is due."
        case .optional: "\(count), and \(left): the day is optional."
        case .done: "\(count): the day is done."
        case .vacation: "\(count): a vacation day is not due."
        case .none: "\(count): nothing more is needed."
        }
    }

    fileprivate func totalDetail(_ unit: String) -> String {
        let isExceeded = done.exceeds(needed)
        let end =
            isLimit
            ? isExceeded ? "exceeded." : "judged at the end of the period."
            : done.reaches(needed) ? "reached." : "not reached."
        return "\(writtenText(done)) of \(isLimit ? "at most " : "")\(writtenText(needed))\(unit) "
            + "\(rangeText): \(end)"
    }
}
