import Contracts
import Tracking

extension Journal.Logged {
    /// "Water 250 ml; 1,250 of 2,000 ml; 6 days in a row".
    var sentence: String {
        var parts = [entry.words]
        if entry.status == "completed", let total = day.total, let target = day.target {
            let unit = day.unit.map { " \($0)" } ?? ""
            parts.append("\(NumberText.entered(total)) of \(NumberText.entered(target))\(unit)")
        }
        if streak.current > 1 { parts.append("\(NumberText.days(streak.current)) in a row") }
        let session = entry.slot.map { ", \($0.rawValue)" } ?? ""
        return
            "\(entry.activity.onOneLine)\(session) \(parts.joined(separator: "; ")) on \(entry.date)"
            .replacing("  ", with: " ")
    }
}

extension LoggedEntry {
    /// What was logged, in a few words.
    var words: String {
        if status == "skipped" { return "skipped" + (skipReason.map { ", \($0.onOneLine)" } ?? "") }
        if let entered { return "\(NumberText.entered(entered.amount)) \(entered.unit)" }
        if let value { return NumberText.entered(value) + (unit.map { " \($0)" } ?? "") }
        return answer?.onOneLine ?? "done"
    }
}
