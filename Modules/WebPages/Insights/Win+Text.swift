import Contracts
import Presentation

extension Statistics.Win {
    /// The change with its sign and unit, such as `+38 min`.
    var changeText: String {
        "\(change < 0 ? "\u{2212}" : "+")\(text)\(NumberText.suffix(unit))"
    }

    /// Both means, such as `7.1 h a day after 6.5 h`.
    var meansText: String {
        "\(NumberText.short(now))\(NumberText.suffix(unit)) a day after "
            + "\(NumberText.short(before))\(NumberText.suffix(unit))"
    }

    /// The verdict in words; nil without a wanted direction.
    var verdictText: String? {
        switch verdict {
        case "win": "a win"
        case "loss": "a loss"
        default: nil
        }
    }

    /// The class of the change; empty without a wanted direction.
    var className: String {
        switch verdict {
        case "win": "good"
        case "loss": "bad"
        default: ""
        }
    }
}
