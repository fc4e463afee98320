import ArgumentParser
import CivilTime

/// The option --on of a command that reads.
struct AsOfOption: ParsableArguments {
    @Option(help: ArgumentHelp("Answer as of DATE (default: today).", valueName: "date"))
    var on: CivilDate?
}

/// The option --on of a command that changes records.
struct ChangeDayOption: ParsableArguments {
    @Option(help: ArgumentHelp("Apply as of DATE (default: today).", valueName: "date"))
    var on: CivilDate?
}

/// The options that limit the days of an answer.
struct DateRangeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Leave out days before DATE.", valueName: "date"))
    var from: CivilDate?

    @Option(help: ArgumentHelp("Leave out days after DATE.", valueName: "date"))
    var to: CivilDate?

    /// True if at least one option is given.
    var isLimited: Bool { from != nil || to != nil }

    /// The earlier of the end of the range and the as-of day; nil if neither is given.
    func end(_ asOf: AsOfOption) -> CivilDate? {
        [to, asOf.on].compactMap(\.self).min()
    }
}

/// The option --zone of a query of day totals.
struct ZoneOption: ParsableArguments {
    @Option(help: "Compute days in this zone, for this answer only (default: the profile's).")
    var zone: String?
}
