import ArgumentParser
import Contracts

struct StreaksCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "streaks", abstract: "Show current and longest streaks.",
        discussion: .examples("streaks", "streaks --svg streaks.svg"))
    static let method = Statistics.streaks

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.AsOfRequest { Statistics.AsOfRequest(on: asOf.on) }
}
