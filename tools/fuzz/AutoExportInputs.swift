import HealthAutoExport
import JSON
import PluginKit

/// Inputs of the target that reads the JSON of Health Auto Export.
enum AutoExportInputs {
    static let files = [
        #"{"data":{"metrics":[{"data":[{"date":"2021-12-24 12:04:00 AM +0800","qty":1.5}],"#
            + #""units":"kJ","name":"active_energy"},{"name":"sleep_analysis","units":"hr","data":["#
            + #"{"sleepStart":"2023-01-31 00:00:00 +0800","sleepEnd":"2023-01-31 08:00:00 +0800","#
            + #""deep":1,"asleep":0}]}]}}"#,
        #"{"data":{"workouts":[{"name":"Run","start":"2021-12-24 08:02:43 +0800","#
            + #""end":"2021-12-24 08:21:53 +0800","route":[{"lat":1,"lon":2}],"#
            + #""heartRateData":[{"qty":90,"date":"2021-12-24 08:03:43 +0800"}]}],"symptoms":[{}]}}"#,
    ]

    /// Checks that complete JSON is not reported as truncated.
    static func file(_ bytes: UnsafeRawBufferPointer) {
        guard
            let trial = ImporterTrial.result(
                of: Array(bytes), named: "a.json", HealthAutoExportReader.read),
            trial.isTruncated, let tape = try? JSONTape(bytes, owner: nil), tape.isObject
        else { return }
        FuzzCase.fail("a complete document is reported as truncated: \(trial.problems)")
    }
}
