import Foundation
import Testing

/// The commands `services` and `call`.
@Suite(.serialized) struct BusCommandTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
    }

    @Test func `services lists methods, instances and their statistics`() throws {
        let catalog = try system.json("services")

        let services = try #require(catalog["services"] as? [[String: Any]])
        let settings = try #require(
            services.first { $0["name"] as? String == "dayline.storage.Settings" })
        let methods = try #require(settings["methods"] as? [[String: Any]])
        #expect(methods.compactMap { $0["name"] as? String } == ["Inboxes", "List", "Set"])
        #expect(methods.compactMap { $0["kind"] as? String } == ["unary", "unary", "unary"])
        let instances = try #require(catalog["instances"] as? [[String: Any]])
        let names = instances.compactMap { $0["instance"] as? String }
        #expect(names.contains("broker") && names.contains("supervisor"))
        #expect(instances.allSatisfy { $0["state"] as? String == "ready" })
        #expect(instances.allSatisfy { ($0["statistics"] as? [String: Any])?["served"] is Int })
    }

    @Test func `manifests name every service of their workers`() throws {
        let catalog = try system.json("services")

        let services = try #require(catalog["services"] as? [[String: Any]])
        let served = services.compactMap { $0["name"] as? String }
            .filter { !$0.hasPrefix("dayline.bus.") && !$0.hasPrefix("dayline.supervisor.") }
        let plugins = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Plugins")
        let manifests = try FileManager.default.contentsOfDirectory(
            at: plugins, includingPropertiesForKeys: nil)
        let declared = try manifests.flatMap { folder in
            let manifest = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appending(path: "plugin.json")))
            return (manifest as? [String: Any])?["services"] as? [String] ?? []
        }
        // Each storage engine has a manifest.
        #expect(Set(declared).sorted() == served.sorted())
    }

    @Test func `every method has a summary sentence`() throws {
        let services = try #require(
            try system.json("services")["services"] as? [[String: Any]])

        for service in services {
            for method in try #require(service["methods"] as? [[String: Any]]) {
                let summary = method["summary"] as? String
                #expect(
                    summary?.hasSuffix(".") == true,
                    "\(service["name"] ?? "")/\(method["name"] ?? "")")
            }
        }
        let text = try system.run("--no-color", "services", "dayline.storage.Days").output
        #expect(text.contains("Reads the day totals of a metric"), "\(text)")
        #expect(text.contains("reply day i32: Days since 1970-01-01."), "\(text)")
    }

    @Test func `one service is shown with the types of its messages`() throws {
        let text = try system.run("--no-color", "services", "settings").output

        #expect(text.contains("dayline.storage.Settings, version 1"))
        #expect(text.contains("{key: text, value?: text}"))
        #expect(text.contains("unary, repeatable"))
    }

    @Test func `services are found by a part of their name`() throws {
        for (part, found) in [
            ("storage", "dayline.storage.Settings"), ("track", "dayline.tracker.Journal"),
            ("Journal", "dayline.tracker.Journal, version 1"),
        ] {
            let text = try system.run("--no-color", "services", part).output

            #expect(text.contains(found), "\(text)")
            #expect(!text.contains("dayline.aggregation"))
        }
    }

    @Test func `a misspelled method name is answered with the correct one`() throws {
        for (path, hint) in [
            ("dayline.storage.Settings/Lits", "Did you mean \"dayline.storage.Settings/List\"?"),
            ("Settings/List", "Did you mean \"dayline.storage.Settings/List\"?"),
            ("dayline.storage.Profile/List", "Did you mean \"dayline.storage.Profiles/List\"?"),
            // The hint has the home, so that the command can be copied.
            ("completely.different/Thing", " services\n"),
        ] {
            let outcome = try system.run("call", path)

            #expect(outcome.status == 1, "\(path)")
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
    }

    private static let invalidRequests:
        [(path: String, request: String, message: String, hint: String)] = [
            (
                "dayline.supervisor.Control/Stop", "{\"name\":\"storage\"}",
                "dayline.supervisor.Control/Stop has no key \"name\".", "The keys are: worker."
            ),
            (
                "dayline.tracker.Journal/Log", "{\"activity\":\"Tea\",\"vlaue\":2}",
                "dayline.tracker.Journal/Log has no key \"vlaue\".", "Did you mean \"value\"?"
            ),
            (
                "dayline.supervisor.Control/Scale", "{\"worker\":\"aggregation\"}",
                "dayline.supervisor.Control/Scale needs \"count\".", " services"
            ),
            (
                "dayline.supervisor.Control/Scale", "{\"worker\":\"aggregation\",\"count\":1.5}",
                "\"count\" of dayline.supervisor.Control/Scale has to be a whole number, not 1.5.",
                " services"
            ),
            (
                "dayline.storage.Settings/Set", "[]",
                "A message of dayline.storage.Settings/Set has to be an object, not a list.",
                " services"
            ),
            (
                "dayline.storage.Settings/List", "{\"key\":\"units\"}",
                "dayline.storage.Settings/List has no key \"key\".", "The request has no keys."
            ),
            (
                "dayline.tracker.Documents/Export",
                "{\"format\":\"jsno\",\"contents\":\"tracker\"}",
                "\"format\" of dayline.tracker.Documents/Export cannot be \"jsno\".",
                "Did you mean \"json\"?"
            ),
        ]

    @Test func `a request that does not fit the method is rejected before it is sent`() throws {
        for (path, request, message, hint) in Self.invalidRequests {
            let outcome = try system.run("call", path, request)

            #expect(outcome.status == 2, "\(path)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
        let workers = try #require(try system.json("status")["workers"] as? [[String: Any]])
        #expect(workers.allSatisfy { $0["state"] as? String == "ready" })
    }

    @Test func `upload items are read from standard input, one per line`() throws {
        let hello = Data("hello ".utf8).base64EncodedString()
        let lines = Array(repeating: "{\"columns\":{\"data\":\"\(hello)\"}}", count: 300)

        let outcome = try system.run(
            "call", "dayline.ingestion.Imports/Upload", "{\"name\":\"greeting\"}",
            input: lines.joined(separator: "\n\n"))

        let reply = try outcome.json()
        #expect(reply["bytes"] as? Int == 1800)
        let handle = try #require(reply["upload"] as? String)
        let stored = try String(
            contentsOfFile: "\(system.home)/spool/upload-\(handle)", encoding: .utf8)
        #expect(stored == String(repeating: "hello ", count: 300))
    }

    @Test func `a line that is not JSON ends the call with a usage error`() throws {
        let outcome = try system.run(
            "call", "dayline.ingestion.Imports/Upload", "{\"name\":\"x\"}", input: "hello\n")

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("not JSON"))
    }

    @Test func `a request is read from standard input`() throws {
        let outcome = try system.run(
            "call", "dayline.storage.Settings/Set", "-",
            input: "{\"key\": \"weekStart\",\n \"value\": \"sunday\"}")

        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try system.run("settings", "get", "weekStart").output == "sunday\n")
    }

    @Test func `an idempotency key is known after a crash of storage`() throws {
        func set(_ value: String) throws -> DaylineSystem.Outcome {
            try system.run(
                "call", "dayline.storage.Settings/Set",
                "{\"key\":\"note\",\"value\":\"\(value)\"}", "--key", "k-1")
        }
        #expect(try set("a").status == 0)
        kill(try #require(try system.pid(of: "storage")), SIGKILL)

        let again = try set("a")
        let other = try set("b")

        #expect(again.status == 0 && again.output == "{}\n", "\(again.errors)")
        #expect(other.status == 5)
        let changes = try system.run("--json", "events", "change.setting", "--since", "0")
        #expect(changes.output.split(separator: "\n").count == 1)
    }

    @Test func `the supervisor and a single instance can be called`() throws {
        let status = try system.run("call", "dayline.supervisor.Control/Status").json()
        let health = try system.run("call", "dayline.bus.Health/Check@dayline.storage.Settings")
            .json()

        #expect((status["workers"] as? [Any])?.isEmpty == false)
        #expect((health["instance"] as? String)?.hasPrefix("storage") == true)
    }

    @Test func `an exceeded deadline ends the call with status 4`() throws {
        let outcome = try system.run(
            "--json", "call", "dayline.bus.Events/Subscribe", "{\"topics\":[]}", "--deadline", "200"
        )

        #expect(outcome.status == 4)
        #expect(outcome.output.contains("DEADLINE_EXCEEDED"))
    }
}
