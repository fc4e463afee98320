import Foundation
import Testing

/// The scopes of the methods of all services.
@Suite struct MethodAccessTests {
    /// Methods of services for clients that only programs on the bus may call, with the reason.
    private static let onlyBus = [
        "dayline.aggregation.Checkups/Run": "reads the data of all profiles",
        "dayline.ingestion.Checkups/Run": "reads the data of all profiles",
        "dayline.ingestion.Imports/Cancel": "numbers are those of all profiles",
        "dayline.ingestion.Imports/Importers": "has paths of the machine",
        "dayline.ingestion.Imports/Inspect": "reads paths of the machine",
        "dayline.ingestion.Imports/Running": "lists the imports of all profiles",
        "dayline.ingestion.PhotoFiles/Read": "reads the photos of all profiles by their hash",
        "dayline.ingestion.SampleEdits/Revert": "the tracker calls it for undo",
        "dayline.tracker.Documents/ImportParts": "ingestion calls it for importers",
    ]

    /// Methods of other services that callers over HTTP or with a key may call.
    private static let exceptions = [
        "dayline.storage.Changes/Since": "read", "dayline.storage.ImportLog/Get": "read",
        "dayline.storage.ImportLog/List": "read", "dayline.storage.Originals/Read": "read",
        "dayline.storage.Cohorts/Participation": "read",
        "dayline.storage.Cohorts/SetConsent": "admin", "dayline.storage.Cohorts/SetPerson": "admin",
        "dayline.storage.Originals/Remove": "admin", "dayline.storage.Settings/List": "read",
        "dayline.storage.Replication/State": "read",
        "dayline.storage.Sources/SetOrder": "admin",
        "dayline.gateway.Pushes/Failed": "read", "dayline.gateway.Pushes/Retry": "push",
        "dayline.gateway.Pushes/Remove": "admin",
        "dayline.bus.Broker/List": "read", "dayline.bus.Events/Subscribe": "read",
        "dayline.bus.Health/Check": "read", "dayline.bus.Reflection/Describe": "read",
        "dayline.bus.Logging/Level": "admin",
        "dayline.bus.Statistics/Get": "read",
        "dayline.bus.Traces/Spans": "admin",
    ]

    @Test func `each method for clients has a scope, and other services have none`() throws {
        let system = try DaylineSystem()
        // The answer of each worker for clients shows that its services are in the catalog.
        for call in [["today"], ["metrics"], ["imports"]] { _ = try system.json(call) }
        let catalog = try system.json("services")
        let services = try #require(catalog["services"] as? [[String: Any]])

        var scopes: [String: String] = [:]
        var unexposed: Set<String> = []
        for service in services {
            let name = try #require(service["name"] as? String)
            for method in try #require(service["methods"] as? [[String: Any]]) {
                let path = "\(name)/\(try #require(method["name"] as? String))"
                guard let scope = method["scope"] as? String else {
                    unexposed.insert(path)
                    continue
                }
                scopes[path] = scope
                let isRepeatable = method["isRepeatable"] as? Bool ?? false
                let readsOnly = isRepeatable || path == "dayline.bus.Events/Subscribe"
                #expect(scope != "read" || readsOnly, "\(path) changes something")
            }
        }

        let clients = ["dayline.aggregation.", "dayline.ingestion.", "dayline.tracker."]
        let isForClients = { (path: String) in clients.contains { path.hasPrefix($0) } }
        #expect(unexposed.filter(isForClients) == Set(Self.onlyBus.keys))
        #expect(scopes.filter { !isForClients($0.key) } == Self.exceptions)
        #expect(scopes["dayline.tracker.Journal/Today"] == "read")
        #expect(scopes["dayline.tracker.Journal/Log"] == "log")
        #expect(scopes["dayline.ingestion.Imports/Upload"] == "push")
        #expect(scopes["dayline.tracker.Documents/Clear"] == "admin")
    }
}
