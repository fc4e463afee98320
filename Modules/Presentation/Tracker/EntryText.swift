package import Contracts
import Tracker

extension Journal.LogResponse: TextPresentable {
    /// "Water 250 ml; 1,250 of 2,000 ml; 6 days in a row on 2026-01-05", with its notices.
    package func text(_ styler: some TextStyler) -> String {
        var parts = [entry.summaryText + (replaced.map { " (replaces \($0.summaryText))" } ?? "")]
        let progress = TargetProgress(
            value: day.total, target: day.target, unit: day.unit, isLimit: day.atMost == true,
            isExceeded: day.exceeded == true, period: day.period)
        if entry.status == "completed", day.total != nil || day.period != nil,
            let text = progress.text
        {
            parts.append(text)
        }
        if streak.current > 1 {
            parts.append("\(NumberText.streak(streak.current, streak.unit)) in a row")
        }
        let slot = entry.slot.map { ", \($0.rawValue)" } ?? ""
        return
            "\(entry.activity.onOneLine)\(slot) \(parts.joined(separator: "; ")) on \(entry.date)"
            .replacing("  ", with: " ") + notice
    }

    /// ". Water is paused and not due on that day."; empty if the activity was due.
    private var notice: String {
        let notices = [
            paused == true ? "paused" : nil, notDue == true ? "not due on that day" : nil,
        ]
        .compactMap(\.self)
        return notices.isEmpty
            ? "" : ". \(entry.activity.onOneLine) is \(notices.joined(separator: " and "))."
    }
}

extension LoggedEntry: TextPresentable {
    /// The entry with its note, place and mood.
    package func text(_ styler: some TextStyler) -> String {
        ([sentence, note].compactMap(\.self) + circumstances).joined(separator: ", ")
    }

    /// The place and the mood, as far as they are recorded.
    package var circumstances: [String] {
        [
            place.map { "at \($0)" }, mood.map { "mood \($0) of \(moods.upperBound)" },
        ].compactMap(\.self)
    }

    /// Activity, value and day.
    package var sentence: String { "\(activity) \(summaryText) on \(date)" }

    /// The value or the status, such as "250 ml" or "skipped, sick".
    package var summaryText: String {
        if status == "skipped" { return "skipped" + (skipReason.map { ", \($0.onOneLine)" } ?? "") }
        if let entered { return "\(NumberText.entered(entered.amount)) \(entered.unit)" }
        if let value { return NumberText.entered(value, unit) }
        return answer?.onOneLine ?? "done"
    }
}

extension Entries.ListResponse {
    /// The entries of the activity that was requested by `name`.
    package func text(of name: String, _ styler: some TextStyler) -> String {
        TextTable(
            of: entries, .left("day", \.date), .left("entry", \.summaryText),
            .left("slot", \.slot?.rawValue), .left("identifier", \.id.rawValue),
            .left("note", \.note)
        ).text(
            styler, orIfEmpty: "There are no entries. Log one with: dayline log \(quoted(name))")
    }
}

extension Journal.LogSeveralResponse: TextPresentable {
    /// A line for each entry, and one for each activity with days that were left out.
    package func text(_ styler: some TextStyler) -> String {
        var lines = logged.map { $0.text(styler) }
        var seen: Set<String> = []
        for name in (omitted ?? []).map(\.activity) where seen.insert(name).inserted {
            let days = (omitted ?? []).filter { $0.activity == name }.map {
                "\($0.date) (\($0.reason.text))"
            }
            lines.append("\(name.onOneLine) was not logged on \(days.joined(separator: ", ")).")
        }
        return lines.joined(separator: "\n")
    }
}

extension Journal.OmittedDay.Reason {
    fileprivate var text: String {
        switch self {
        case .notCreatedYet: "not created yet"
        case .paused: "paused"
        case .vacation: "vacation"
        case .notDue: "not due"
        }
    }
}
