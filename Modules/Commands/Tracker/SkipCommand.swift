import ArgumentParser
import CivilTime
import Contracts
import Tracker

struct SkipCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "skip", abstract: "Skip an activity on a day; its streak does not break.",
        discussion: .examples("skip Gym --reason sick", "skip Gym --on yesterday"))
    static let method = Journal.skip

    @OptionGroup var activity: ActivityArgument

    @Option(
        help: ArgumentHelp(
            "Give a reason: \(offeredSkipReasons.joined(separator: ", ")), or other text."))
    var reason: String?

    @Option(help: ArgumentHelp("Skip on DATE (default: today).", valueName: "date"))
    var on: CivilDate?

    @Option(help: "Skip \(Slot.optionHelp)")
    var slot: Slot?

    @Flag(help: "Accept a day after today.")
    var future = false

    @OptionGroup var globals: GlobalOptions

    var request: Journal.SkipRequest {
        Journal.SkipRequest(
            activity: activity.name, reason: reason, on: on, slot: slot,
            future: future ? true : nil)
    }
}
