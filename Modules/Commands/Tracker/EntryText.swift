import Contracts
import Tracker

extension Journal.LogResponse {
    /// "Water 250 ml; 1,250 of 2,000 ml; 6 days in a row on 2026-01-05", with its notices.
    var sentence: String {
        var parts = [entry.summaryText + (replaced.map { " (replaces \($0.summaryText))" } ?? "")]
        if entry.status == "completed", let total = day.total, let target = day.target {
            let unit = day.unit.map { " \($0)" } ?? ""
            parts.append("\(NumberText.entered(total)) of \(NumberText.entered(target))\(unit)")
        }
        if streak.current > 1 { parts.append("\(NumberText.days(streak.current)) in a row") }
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

extension LoggedEntry {
    /// The value or the status, such as "250 ml" or "skipped, sick".
    var summaryText: String {
        if status == "skipped" { return "skipped" + (skipReason.map { ", \($0.onOneLine)" } ?? "") }
        if let entered { return "\(NumberText.entered(entered.amount)) \(entered.unit)" }
        if let value { return NumberText.entered(value) + (unit.map { " \($0)" } ?? "") }
        return answer?.onOneLine ?? "done"
    }
}
