import ArgumentParser
import Charts
import Contracts
import Presentation
import Windows

struct RecoveryCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        name: "recovery",
        abstract: "Show workouts, sleep and vital signs of each day.",
        discussion: .examples(
            after: """
                Shows the last 90 days by default; a dash is a missing value. The picture has the six \
                health charts, by default of 21 days.
                """, "recovery", "recovery --on yesterday --svg recovery.svg"))
    static let method = Insights.recovery

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Insights.RecoveryRequest {
        Insights.RecoveryRequest(from: range.from, to: range.to, on: asOf.on, zone: zoneOption.zone)
    }

    func picture(_ reply: Insights.RecoveryResponse) -> Picture {
        reply.picture(dayLimit: range.from == nil ? PagingRules().initialDays : nil)
    }

    func text(_ reply: Insights.RecoveryResponse, _ output: Output) -> String {
        reply.text(isRanged: range.from != nil, output)
    }
}
