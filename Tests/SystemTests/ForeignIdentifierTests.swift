import Foundation
import Testing

/// Identifiers of one profile's records used in another profile.
@Suite(.serialized) struct ForeignIdentifierTests {
    private let system: DaylineSystem
    private let export: GeneratedExport

    init() throws {
        export = try GeneratedExport(days: 6, seed: 4)
        system = try DaylineSystem()
        for name in ["kim", "lee"] { _ = try system.json("profile", "add", name, "--zone", "UTC") }
    }

    /// The identifiers of Kim's records.
    private struct Identifiers {
        var activity = ""
        var container = ""
        var deletedActivity = ""
        var entry = ""
        var deletedEntry = ""
        var goal = ""
        var category = ""
        var weighing = ""
        var remark = ""
        var sample = ""
        var importID = 0
        var staged = 0
    }

    private func call(
        _ profile: String, _ method: String, _ request: String
    ) throws -> DaylineSystem.Outcome {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--profile", profile, "--json", "call", method, request])
    }

    private func successfulCall(_ method: String, _ request: String) throws -> [String: Any] {
        let outcome = try call("kim", method, request)
        try #require(outcome.status == 0, "\(method): \(outcome.output) \(outcome.errors)")
        return try outcome.json()
    }

    private func id(_ reply: [String: Any], _ path: String...) throws -> String {
        var object = reply
        for key in path { object = try #require(object[key] as? [String: Any]) }
        return try #require(object["id"] as? String)
    }

    private func activity(_ name: String) throws -> String {
        try id(
            successfulCall(
                "dayline.tracker.Activities/Add",
                "{\"name\":\"\(name)\",\"fields\":{\"type\":\"cumulative\",\"target\":9}}"))
    }

    private func logged(_ name: String) throws -> String {
        try id(
            successfulCall("dayline.tracker.Journal/Log", "{\"activity\":\"\(name)\",\"value\":3}"),
            "entry")
    }

    private func createRecords() throws -> Identifiers {
        var own = Identifiers()
        own.activity = try activity("Vortex")
        own.deletedActivity = try activity("Bygone")
        own.container = try id(
            successfulCall(
                "dayline.tracker.Activities/Group",
                "{\"name\":\"Bundle\",\"members\":[\"\(try activity("Inner"))\"]}"))
        own.entry = try logged("Vortex")
        own.deletedEntry = try logged("Vortex")
        _ = try successfulCall("dayline.tracker.Entries/Delete", "{\"id\":\"\(own.deletedEntry)\"}")
        _ = try successfulCall("dayline.tracker.Activities/Delete", "{\"name\":\"Bygone\"}")
        own.goal = try id(
            successfulCall("dayline.tracker.Goals/Add", "{\"title\":\"Summit\"}"), "goal")
        own.category = try id(
            successfulCall("dayline.tracker.Categories/Add", "{\"name\":\"Heading\"}"))
        own.weighing = try id(
            successfulCall("dayline.tracker.Weights/Add", "{\"weight\":81,\"unit\":\"kg\"}"),
            "entry")
        own.remark = try id(
            successfulCall("dayline.tracker.Statistics/Annotate", "{\"text\":\"Hush\"}"))
        let report = try system.json("--profile", "kim", "import", export.xml)
        own.importID = try #require(report["id"] as? Int)
        let days = try system.json("--profile", "kim", "days", "weight")["days"]
        let day = try #require((days as? [[String: Any]])?.first?["day"] as? String)
        let samples = try system.json("--profile", "kim", "samples", "weight", "--on", day)
        own.sample = try #require(
            (samples["samples"] as? [[String: Any]])?.first?["ref"] as? String)
        own.staged = try #require(
            try successfulCall(
                "dayline.storage.Staging/Begin",
                "{\"importer\":\"x\",\"file\":\"y\",\"bytes\":1}")["id"] as? Int)
        return own
    }

    /// Every method that takes an identifier, with one of Kim's records.
    private func requests(_ own: Identifiers) -> [(method: String, request: String)] {
        let activity = "\"\(own.activity)\""
        let report = """
            {"id":\(own.staged),"importer":"x","file":"y","bytes":1,"seconds":0,"read":0,"stored":0,\
            "duplicate":0,"quarantined":0,"ignored":0,"byType":{},"problems":[],\
            "ignoredMetadata":{},"isTruncated":false,"isDryRun":false,"version":0}
            """
        let chunks = """
            {"body":{"id":\(own.staged)},"columns":{"series":[],"segment":[]}}
            """
        let named = ["Show", "Pause", "Resume", "Convert", "Dissolve", "Delete"].map {
            ("Activities/\($0)", "{\"name\":\(activity)}")
        }
        let goals = ["Show", "Pause", "Resume", "Delete", "Edit"].map {
            ("Goals/\($0)", "{\"goal\":\"\(own.goal)\"}")
        }
        let schedule =
            named + goals + [
                ("Activities/Edit", "{\"name\":\(activity),\"fields\":{}}"),
                ("Activities/Move", "{\"name\":\(activity)}"),
                ("Activities/Move", "{\"name\":\"Own\",\"container\":\"\(own.container)\"}"),
                ("Activities/Reorder", "{\"names\":[\(activity)]}"),
                ("Activities/Group", "{\"name\":\"Mine\",\"members\":[\(activity)]}"),
                (
                    "Activities/Add",
                    "{\"name\":\"Mine\",\"fields\":{},\"container\":\"\(own.container)\"}"
                ),
                ("Activities/Add", "{\"name\":\"Mine\",\"fields\":{\"after\":\(activity)}}"),
                (
                    "Activities/Add",
                    "{\"name\":\"Mine\",\"fields\":{\"category\":\"\(own.category)\"}}"
                ),
                ("Journal/Log", "{\"activity\":\(activity),\"value\":1}"),
                ("Journal/Skip", "{\"activity\":\(activity)}"),
                ("Journal/Explain", "{\"activity\":\(activity)}"),
                ("Entries/List", "{\"activity\":\(activity)}"),
                ("Entries/Show", "{\"id\":\"\(own.entry)\"}"),
                ("Entries/Edit", "{\"id\":\"\(own.entry)\",\"value\":7}"),
                ("Entries/Delete", "{\"id\":\"\(own.entry)\"}"),
                ("Trash/Restore", "{\"name\":\"\(own.deletedActivity)\"}"),
                ("Trash/Restore", "{\"name\":\"\(own.deletedEntry)\"}"),
                ("Trash/Purge", "{\"name\":\"\(own.deletedActivity)\"}"),
                ("Trash/Purge", "{\"name\":\"\(own.deletedEntry)\"}"),
                ("Categories/Edit", "{\"name\":\"\(own.category)\",\"about\":\"x\"}"),
                ("Categories/Delete", "{\"name\":\"\(own.category)\"}"),
                (
                    "Goals/Link",
                    "{\"goal\":\"\(own.goal)\",\"activity\":\"Own\",\"role\":\"activity\"}"
                ),
                (
                    "Goals/Link",
                    "{\"goal\":\"Aim\",\"activity\":\(activity),\"role\":\"activity\"}"
                ),
                ("Goals/Unlink", "{\"goal\":\"\(own.goal)\",\"activity\":\"Own\"}"),
                ("Statistics/HeatMap", "{\"activity\":\(activity)}"),
                ("Statistics/Annotate", "{\"text\":\"x\",\"activity\":\(activity)}"),
                ("Statistics/RemoveAnnotation", "{\"id\":\"\(own.remark)\"}"),
                ("Weights/Edit", "{\"id\":\"\(own.weighing)\",\"weight\":70}"),
                ("Weights/Delete", "{\"id\":\"\(own.weighing)\"}"),
            ]
        let storage = [
            ("TrackerRecords/Entry", "{\"id\":\"\(own.entry)\"}"),
            ("ImportLog/Get", "{\"id\":\(own.importID)}"),
            ("ImportLog/Removed", "{\"id\":\(own.importID)}"),
            (
                "ImportLog/Remember",
                "{\"file\":{\"importID\":\(own.importID),\"hash\":\"00\"},\"reading\":"
                    + "{\"bytes\":1,\"importer\":\"x\",\"importerVersion\":\"1\"}}"
            ),
            ("Corrections/Correct", "{\"action\":\"delete\",\"sample\":\"\(own.sample)\"}"),
            ("ImportLog/RemovedRows", "{\"id\":\(own.importID)}"),
            ("Staging/RemoveRows", "{\"id\":\(own.staged),\"rows\":[]}"),
            ("Staging/Declare", "{\"id\":\(own.staged),\"series\":[]}"),
            ("Staging/Read", chunks),
            ("Staging/StageRows", "{\"id\":\(own.staged),\"rows\":[]}"),
            (
                "Staging/Publish",
                "{\"id\":\(own.staged),\"report\":\(report),\"quarantined\":[]}"
            ),
            ("Staging/Abort", "{\"id\":\(own.staged)}"),
        ]
        let ingestion = [
            ("SampleEdits/Edit", "{\"ref\":\"\(own.sample)\",\"value\":70}"),
            ("SampleEdits/Delete", "{\"ref\":\"\(own.sample)\"}"),
            ("SampleEdits/Restore", "{\"ref\":\"\(own.sample)\"}"),
            ("Imports/RollBack", "{\"id\":\(own.importID)}"),
        ]
        let insights = ["Trends", "Window", "Days"].map {
            ("Insights/\($0)", "{\"name\":\"activity:\(own.activity)\"}")
        }
        return schedule.map { (method: "dayline.tracker.\($0)", request: $1) }
            + storage.map { (method: "dayline.storage.\($0)", request: $1) }
            + ingestion.map { (method: "dayline.ingestion.\($0)", request: $1) }
            + insights.map { (method: "dayline.aggregation.\($0)", request: $1) }
    }

    /// All visible data of a profile.
    private func everything(of profile: String) throws -> [String] {
        let file = "\(system.home)/\(profile)-\(UUID().uuidString).json"
        _ = try system.json("--profile", profile, "export", file)
        return try [
            String(contentsOfFile: file, encoding: .utf8),
            call(profile, "dayline.tracker.Trash/List", "{}").output,
            call(profile, "dayline.tracker.Weights/List", "{}").output,
            call(profile, "dayline.tracker.Statistics/Annotations", "{}").output,
            call(profile, "dayline.storage.ImportLog/List", "{}").output,
            call(profile, "dayline.storage.Corrections/List", "{}").output,
            call(profile, "dayline.aggregation.Samples/Read", "{\"name\":\"weight\"}").output,
            DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline",
                ["--home", system.home, "--profile", profile, "--json", "events", "--since", "0"]
            ).output,
        ]
    }

    @Test func `records of another profile are not found, revealed or changed`() throws {
        defer { export.remove() }
        let own = try createRecords()
        _ = try call("lee", "dayline.tracker.Activities/Add", "{\"name\":\"Own\",\"fields\":{}}")
        _ = try call("lee", "dayline.tracker.Goals/Add", "{\"title\":\"Aim\"}")
        let (before, others) = (try everything(of: "kim"), try everything(of: "lee"))

        for (method, request) in requests(own) {
            let outcome = try call("lee", method, request)

            #expect(
                outcome.status == 1
                    && outcome.output.hasPrefix("{\"error\":{\"code\":\"NOT_FOUND\""),
                "\(method) \(request): \(outcome.output)")
            for word in ["Vortex", "Bygone", "Bundle", "Inner", "Summit", "Heading", "Hush"] {
                #expect(!outcome.output.contains(word), "\(method): \(outcome.output)")
            }
        }

        #expect(try everything(of: "kim") == before)
        #expect(try everything(of: "lee") == others)
    }

    @Test func `the last change of another profile is not undone`() throws {
        defer { export.remove() }
        _ = try successfulCall(
            "dayline.tracker.Activities/Add", "{\"name\":\"Vortex\",\"fields\":{}}")
        let before = try everything(of: "kim")

        for method in ["Undo", "Redo"] {
            let outcome = try call("lee", "dayline.tracker.Journal/\(method)", "{}")
            #expect(outcome.status == 5, "\(outcome.output)")
            #expect(!outcome.output.contains("Vortex"))
        }

        #expect(try everything(of: "kim") == before)
    }

    @Test func `records of another profile cannot be changed through storage`() throws {
        defer { export.remove() }
        let own = try createRecords()
        let before = try everything(of: "kim")

        for (kind, id) in [("goal", own.goal), ("activity", own.activity), ("entry", own.entry)] {
            // Directly at storage, without the tracker's rules; the status does not matter.
            for change in ["\"expected\":1,\"body\":\"{}\"", "\"body\":\"{}\"", "\"expected\":1"] {
                _ = try call(
                    "lee", "dayline.storage.TrackerRecords/Apply",
                    "{\"summary\":\"x\",\"changes\":[{\"kind\":\"\(kind)\",\"id\":\"\(id)\","
                        + "\(change)}]}")
            }
        }

        #expect(try everything(of: "kim") == before)
    }
}
