import ArgumentParser
import Contracts
import RPC

struct HeatMapCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "heatmap", abstract: "Show the rates of 13 weeks, one column a week.",
        discussion: .examples("heatmap", "heatmap Water --svg water.svg"))
    static let method = Statistics.heatMap

    @Argument(
        help: "Name of the activity (default: all activities).",
        completion: .custom(NameCompletion.activities))
    var name: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.HeatMapRequest {
        Statistics.HeatMapRequest(activity: name, on: asOf.on)
    }

    func text(
        _ map: Statistics.HeatMapResponse, _ client: Client, _ context: CommandContext
    ) async throws -> String? {
        name == nil ? try await context.emptyProfileText(client) : nil
    }
}
