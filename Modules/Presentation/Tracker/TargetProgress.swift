import CivilTime
package import Contracts
import Texts
import Tracker

/// The value of a day, week or month with its target or limit.
struct TargetProgress {
    let value: Double?
    let target: Double?
    let unit: String?
    let isLimit: Bool
    let isExceeded: Bool
    let period: Journal.Period?

    /// "250 of 2,000 ml", "3 of at most 2 cups, over the limit" or "2 of 3 from 2026-01-05 to
    /// 2026-01-11"; nil without a target and a period.
    var text: String? {
        if let period { return period.text(unit, atMost: isLimit) + end }
        return target.map { target in
            "\(NumberText.entered(value ?? 0)) of \(isLimit ? "at most " : "")"
                + NumberText.entered(target, unit) + end
        }
    }

    private var end: String { isExceeded ? ", over the limit" : "" }
}

extension Journal.Item {
    /// The value of the item with its target or limit, or its value alone; nil without both.
    package var progressText: String? {
        TargetProgress(
            value: value, target: target, unit: unit, isLimit: atMost == true,
            isExceeded: exceeded == true, period: period
        ).text ?? value.map { NumberText.entered($0, unit) }
    }
}

extension Journal.Period {
    /// "2 of 3 from 2026-01-05 to 2026-01-11", with the unit of a total; for readers
    /// "2 of 3 from 5 Jan to 11 Jan 2026".
    fileprivate func text(_ unit: String?, atMost: Bool) -> String {
        let isShort = TextLocale.current != nil && from.year == to.year
        return "\(NumberText.entered(done)) of \(atMost ? "at most " : "")"
            + "\(NumberText.entered(needed, unit)) "
            + "from \(isShort ? from.monthAndDay : from.dayText) to \(to.dayText)"
    }
}
