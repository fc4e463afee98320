import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC

struct StreaksCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        commandName: "streaks", abstract: "Show current and longest streaks.")
    static let method = Statistics.streaks

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.AsOfRequest { Statistics.AsOfRequest(on: asOf.on) }

    func picture(_ listing: Statistics.StreaksResponse) -> Picture {
        StreakChart(
            rows: listing.streaks.map {
                StreakChart.Row(name: $0.name, current: $0.current, longest: $0.longest)
            }
        ).picture
    }

    func text(_ listing: Statistics.StreaksResponse, _ output: Output) -> String {
        guard !listing.streaks.isEmpty else {
            return "There are no streaks yet. Begin one with: dayline activity add Floss"
        }
        var table = TextTable([
            ("activity", .left), ("current", .right), ("longest", .right),
        ])
        for streak in listing.streaks {
            table.add([
                streak.name, NumberText.count(streak.current), NumberText.count(streak.longest),
            ])
        }
        return table.text(output)
    }
}
