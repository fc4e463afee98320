import Foundation
import RPC
import Testing

/// Identifiers of one profile's records used in another profile.
@Suite(.serialized) struct ForeignIdentifierTests {
    private let system: DaylineSystem
    private let bus: BusCaller
    private let export: GeneratedExport

    init() throws {
        export = try GeneratedExport(days: 6, seed: 4, density: 0.2)
        system = try DaylineSystem()
        for name in ["kim", "lee"] { _ = try system.json("profile", "add", name, "--zone", "UTC") }
        bus = try BusCaller(system)
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
        var plan = ""
        var session = ""
        var workout = ""
        var photo = ""
        var importID = 0
        var staged = 0
    }

    private func call(
        _ profile: String, _ method: String, _ request: String, columns: [Column] = []
    ) async throws -> BusCaller.Outcome {
        try await bus.call(method, request, columns: columns, profile: profile)
    }

    private func successfulCall(_ method: String, _ request: String) async throws -> [String: Any] {
        try await bus.json(method, request, profile: "kim")
    }

    private func id(_ reply: [String: Any], _ path: String...) throws -> String {
        var object = reply
        for key in path { object = try #require(object[key] as? [String: Any]) }
        return try #require(object["id"] as? String)
    }

    private func activity(_ name: String) async throws -> String {
        try await id(
            successfulCall(
                "dayline.tracker.Activities/Add",
                "{\"name\":\"\(name)\",\"fields\":{\"type\":\"cumulative\",\"target\":9}}"))
    }

    private func logged(_ name: String) async throws -> String {
        try await id(
            successfulCall("dayline.tracker.Journal/Log", "{\"activity\":\"\(name)\",\"value\":3}"),
            "entry")
    }

    private func createRecords() async throws -> Identifiers {
        var own = Identifiers()
        own.activity = try await activity("Vortex")
        own.deletedActivity = try await activity("Bygone")
        let inner = try await activity("Inner")
        own.container = try await id(
            successfulCall(
                "dayline.tracker.Activities/Group",
                "{\"name\":\"Bundle\",\"members\":[\"\(inner)\"]}"))
        own.entry = try await logged("Vortex")
        own.deletedEntry = try await logged("Vortex")
        _ = try await successfulCall(
            "dayline.tracker.Entries/Delete", "{\"id\":\"\(own.deletedEntry)\"}")
        _ = try await successfulCall("dayline.tracker.Activities/Delete", "{\"name\":\"Bygone\"}")
        own.goal = try await id(
            successfulCall("dayline.tracker.Goals/Add", "{\"title\":\"Summit\"}"), "goal")
        own.category = try await id(
            successfulCall("dayline.tracker.Categories/Add", "{\"name\":\"Heading\"}"))
        own.weighing = try await id(
            successfulCall("dayline.tracker.Weights/Add", "{\"weight\":81,\"unit\":\"kg\"}"),
            "entry")
        own.remark = try await id(
            successfulCall("dayline.tracker.Statistics/Annotate", "{\"text\":\"Hush\"}"))
        try await addTraining(&own)
        let icon = "\(DaylineSystem.package)/Plugins/WebGateway/Assets/icon-512.png"
        _ = try system.json(
            "--profile", "kim", "activity", "add", "Portrait", "--type", "metric", "--measures",
            "photo")
        let photo = try system.json(
            "--profile", "kim", "photo", "add", icon, "--activity", "Portrait")
        own.photo = try id(photo)
        let report = try system.json("--profile", "kim", "import", export.xml)
        own.importID = try #require(report["id"] as? Int)
        let days = try system.json("--profile", "kim", "days", "weight")["days"]
        let day = try #require((days as? [[String: Any]])?.first?["day"] as? String)
        let samples = try system.json("--profile", "kim", "samples", "weight", "--on", day)
        own.sample = try #require(
            (samples["samples"] as? [[String: Any]])?.first?["ref"] as? String)
        let workouts = try system.json("--profile", "kim", "workouts")["workouts"]
        own.workout = try #require((workouts as? [[String: Any]])?.first?["id"] as? String)
        own.staged = try #require(
            try await successfulCall(
                "dayline.storage.Staging/Begin",
                "{\"importer\":\"x\",\"file\":\"y\"}")["id"] as? Int)
        return own
    }

    /// Adds a training plan, and a session of it with one set.
    private func addTraining(_ own: inout Identifiers) async throws {
        own.plan = try await id(
            successfulCall("dayline.tracker.Training/AddPlan", "{\"name\":\"Regimen\"}"), "plan")
        _ = try await successfulCall(
            "dayline.tracker.Training/SetPlanDays",
            "{\"plan\":\"Regimen\",\"weekdays\":[1,2,3,4,5,6,7],\"label\":\"Legday\"}")
        _ = try await successfulCall(
            "dayline.tracker.Training/AddExercise", "{\"name\":\"Heaving\"}")
        own.session = try await id(
            successfulCall("dayline.tracker.Training/Start", "{\"plan\":\"Regimen\"}"), "session")
        _ = try await successfulCall(
            "dayline.tracker.Training/Log",
            "{\"exercise\":\"Heaving\",\"set\":\"5x40kg\"}")
    }

    /// Every method that takes an identifier of a training plan or session, with those of Kim.
    private func trainingRequests(_ own: Identifiers) -> [(method: String, request: String)] {
        let ofPlan = [
            ("Start", ""), ("ActivatePlan", ""), ("EditPlan", ",\"name\":\"x\""),
            ("SetPlanDays", ",\"weekdays\":[1],\"label\":\"x\""),
            ("SetPlanExercise", ",\"day\":\"Legday\",\"exercise\":\"Heaving\""),
            ("DeletePlan", ""),
        ].map { ($0, "{\"plan\":\"\(own.plan)\"\($1)}") }
        let ofSession = [
            ("Session", ""), ("Log", ",\"exercise\":\"Heaving\",\"set\":\"5x40kg\""),
            ("EditSet", ",\"number\":1,\"set\":\"5x50kg\""), ("Edit", ",\"notes\":\"x\""),
            ("Finish", ""), ("Delete", ",\"number\":1"), ("Delete", ""),
        ].map { ($0, "{\"session\":\"\(own.session)\"\($1)}") }
        return (ofPlan + ofSession).map { ("dayline.tracker.Training/\($0)", $1) }
    }

    /// Every method that takes an identifier, with one of Kim's records.
    private func requests(_ own: Identifiers) -> [(method: String, request: String)] {
        let activity = "\"\(own.activity)\""
        let report = """
            {"id":\(own.staged),"importer":"x","file":"y","bytes":1,"seconds":0,"read":0,"stored":0,\
            "duplicate":0,"quarantined":0,"ignored":0,"byType":{},"problems":[],\
            "ignoredMetadata":{},"isTruncated":false,"isDryRun":false,"version":0}
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
                ("Categories/Reorder", "{\"names\":[\"\(own.category)\"]}"),
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
                ("Statistics/Bars", "{\"activity\":\(activity)}"),
                ("Statistics/StreakHistory", "{\"activity\":\(activity)}"),
                ("Statistics/Unfinished", "{\"activity\":\(activity)}"),
                ("Photos/List", "{\"activity\":\(activity)}"),
                ("Photos/Show", "{\"id\":\"\(own.photo)\"}"),
                ("Photos/Delete", "{\"id\":\"\(own.photo)\"}"),
                ("Templates/Add", "{\"activity\":\(activity)}"),
                ("Statistics/Annotate", "{\"text\":\"x\",\"activity\":\(activity)}"),
                ("Statistics/RemoveAnnotation", "{\"id\":\"\(own.remark)\"}"),
                ("Weights/Edit", "{\"id\":\"\(own.weighing)\",\"weight\":70}"),
                ("Weights/Delete", "{\"id\":\"\(own.weighing)\"}"),
            ]
        let storage = [
            ("TrackerRecords/Entry", "{\"id\":\"\(own.entry)\"}"),
            ("TrackerRecords/Days", "{\"activity\":\(activity)}"),
            ("HealthRows/Workout", "{\"id\":\"\(own.workout)\"}"),
            ("Originals/Read", "{\"id\":\(own.importID)}"),
            ("Originals/Remove", "{\"id\":\(own.importID)}"),
            ("ImportLog/Get", "{\"id\":\(own.importID)}"),
            ("ImportLog/Removed", "{\"id\":\(own.importID)}"),
            (
                "ImportLog/Remember",
                "{\"file\":{\"importID\":\(own.importID),\"hash\":\"00\"},\"reading\":"
                    + "{\"bytes\":1,\"importer\":\"x\",\"importerVersion\":\"1\"}}"
            ),
            ("Corrections/Correct", "{\"action\":\"delete\",\"sample\":\"\(own.sample)\"}"),
            ("ImportLog/RemovedRows", "{\"id\":\(own.importID)}"),
            ("ImportLog/Added", "{\"id\":\(own.importID)}"),
            ("ImportLog/AddedRows", "{\"id\":\(own.importID)}"),
            ("Staging/RemoveRows", "{\"id\":\(own.staged),\"rows\":[]}"),
            ("Staging/Declare", "{\"id\":\(own.staged),\"series\":[]}"),
            ("Staging/Read", "{\"id\":\(own.staged)}"),
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
            ("Imports/Undo", "{\"id\":\(own.importID)}"),
        ]
        let insights =
            ["Trends", "Window", "Days", "Coverage", "Sources", "Associations", "SetInterval"].map {
                ("Insights/\($0)", "{\"name\":\"activity:\(own.activity)\"}")
            } + [
                ("Insights/Workout", "{\"id\":\"\(own.workout)\"}"),
                ("Insights/Route", "{\"id\":\"\(own.workout)\",\"first\":0,\"route\":0}"),
            ]
        return trainingRequests(own)
            + schedule.map { (method: "dayline.tracker.\($0)", request: $1) }
            + storage.map { (method: "dayline.storage.\($0)", request: $1) }
            + ingestion.map { (method: "dayline.ingestion.\($0)", request: $1) }
            + insights.map { (method: "dayline.aggregation.\($0)", request: $1) }
    }

    /// All visible data of a profile.
    private func everything(of profile: String) async throws -> [BusCaller.Outcome] {
        let file = "\(system.home)/\(profile)-\(UUID().uuidString).json"
        _ = try system.json("--profile", profile, "export", file)
        let changes = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--profile", profile, "--json", "events", "--since", "0"])
        var answers = [try String(contentsOfFile: file, encoding: .utf8), changes.output].map {
            BusCaller.Outcome(code: .ok, body: $0)
        }
        for (method, request) in [
            ("dayline.tracker.Trash/List", "{}"), ("dayline.tracker.Weights/List", "{}"),
            ("dayline.tracker.Statistics/Annotations", "{}"),
            ("dayline.storage.ImportLog/List", "{}"), ("dayline.storage.Corrections/List", "{}"),
            ("dayline.aggregation.Samples/Read", "{\"name\":\"weight\"}"),
        ] {
            answers.append(try await call(profile, method, request))
        }
        return answers
    }

    @Test func `records of another profile are not found, revealed or changed`() async throws {
        defer { export.remove() }
        let own = try await createRecords()
        _ = try await call(
            "lee", "dayline.tracker.Activities/Add", "{\"name\":\"Own\",\"fields\":{}}")
        _ = try await call("lee", "dayline.tracker.Goals/Add", "{\"title\":\"Aim\"}")
        let (before, others) = (try await everything(of: "kim"), try await everything(of: "lee"))

        for (method, request) in requests(own) {
            // Only Staging/Read has columns.
            let columns = [Column("series", [Int64]()), Column("segment", [Int64]())]
            let outcome = try await call(
                "lee", method, request, columns: method.hasSuffix("Staging/Read") ? columns : [])

            #expect(outcome.code == .notFound, "\(method) \(request): \(outcome.body)")
            let words = [
                "Vortex", "Bygone", "Bundle", "Inner", "Summit", "Heading", "Hush", "Regimen",
                "Portrait",
            ]
            for word in words {
                #expect(!outcome.body.contains(word), "\(method): \(outcome.body)")
            }
        }

        #expect(try await everything(of: "kim") == before)
        #expect(try await everything(of: "lee") == others)
    }

    @Test func `the last change of another profile is not undone`() async throws {
        defer { export.remove() }
        _ = try await successfulCall(
            "dayline.tracker.Activities/Add", "{\"name\":\"Vortex\",\"fields\":{}}")
        let before = try await everything(of: "kim")

        for method in ["Undo", "Redo"] {
            let outcome = try await call("lee", "dayline.tracker.Journal/\(method)", "{}")
            #expect(outcome.code == .failedPrecondition, "\(outcome.body)")
            #expect(!outcome.body.contains("Vortex"))
        }

        #expect(try await everything(of: "kim") == before)
    }

    @Test func `records of another profile cannot be changed through storage`() async throws {
        defer { export.remove() }
        let own = try await createRecords()
        let before = try await everything(of: "kim")

        for (kind, id) in [("goal", own.goal), ("activity", own.activity), ("entry", own.entry)] {
            // Directly at storage, without the tracker's rules; the status does not matter.
            for change in ["\"expected\":1,\"body\":\"{}\"", "\"body\":\"{}\"", "\"expected\":1"] {
                _ = try await call(
                    "lee", "dayline.storage.TrackerRecords/Apply",
                    "{\"summary\":\"x\",\"changes\":[{\"kind\":\"\(kind)\",\"id\":\"\(id)\","
                        + "\(change)}]}")
            }
        }

        #expect(try await everything(of: "kim") == before)
    }
}
