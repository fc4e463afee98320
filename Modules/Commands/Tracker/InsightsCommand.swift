import ArgumentParser
import Contracts
import Presentation

struct InsightsCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "insights",
        abstract: "Show streaks, activities that fall behind, changes and rates.",
        discussion: .examples("insights", "insights --by-type"))
    static let method = Statistics.insights

    @Flag(
        name: .customLong("by-type"),
        help: "List all activities by type, most recently logged first.")
    var byType = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.AsOfRequest { Statistics.AsOfRequest(on: asOf.on) }

    func text(_ cards: Statistics.InsightsResponse, _ output: Output) -> String {
        byType ? cards.textByType(output) : cards.text(output)
    }
}
