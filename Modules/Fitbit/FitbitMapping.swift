import PluginKit

/// The facts that no file of an archive states, as the lines of a mapping that a person can edit.
struct FitbitMapping {
    /// The clock of steps, heart rates and exercises; nil: to be found.
    var clock: FitbitTime.Clock?
    /// The unit of weights; nil: to be found.
    var massUnit: String?

    /// An empty mapping.
    init() {}

    /// - Throws: An `ImportProblem` if a line has an unknown key or value, or the text has no line.
    init(parsing text: String) throws {
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", omittingEmptySubsequences: false).map {
                $0.filter { !$0.isWhitespace }
            }
            if parts == [""] { continue }
            if parts.count == 2, parts[0] == "clock",
                let clock = FitbitTime.Clock(rawValue: parts[1])
            {
                self.clock = clock
            } else if parts.count == 2, parts[0] == "weight",
                FitbitMassUnit.names.contains(parts[1])
            {
                massUnit = parts[1]
            } else {
                throw Self.problem("The line \"\(line.prefix(80))\" of the mapping is not valid.")
            }
        }
        guard clock != nil || massUnit != nil else {
            throw Self.problem("The mapping has no line \"clock = utc\" or \"weight = kg\".")
        }
    }

    private static func problem(_ text: String) -> ImportProblem {
        ImportProblem(
            text, hint: "Write a mapping with: dayline import FILE --dry-run > fitbit.mapping")
    }

    /// The lines; empty if nothing is known.
    var text: String {
        var text = ""
        if let clock {
            text +=
                "# The clock of steps, heart rates and exercises: utc or local.\n"
                + "clock = \(clock.rawValue)\n"
        }
        if let massUnit {
            text += "# The unit of weights: kg, lb or st.\nweight = \(massUnit)\n"
        }
        return text
    }
}
