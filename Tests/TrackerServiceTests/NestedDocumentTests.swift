import Contracts
import RPC
import Testing

/// Documents whose activities lie where Dayline's own never do.
@Suite struct NestedDocumentTests {
    @Test(arguments: [
        ("deeper than lists go", #""a": null, "b": "a", "c": "b""#),
        ("in what is no container", #""a": null, "b": null, "c": "x""#),
    ])
    func `what lies elsewhere is listed and exported with its logs`(
        what: String, parents: String
    ) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let activities = parents.split(separator: ", ").map { pair in
            let parts = pair.split(separator: ": ")
            return """
                {"id": \(parts[0]), "name": \(parts[0]), "parentID": \(parts[1]), \
                "typeRaw": "\(parts[0] == "\"c\"" ? "checkbox" : "container")", \
                "createdAt": "2026-01-01T00:00:00Z"}
                """
        }
        let text = """
            {"version": "1.0", "activities": [\(activities.joined(separator: ", ")), \
                {"id": "x", "name": "x", "createdAt": "2026-01-01T00:00:00Z"}], \
            "logs": [{"id": "l", "activityID": "c", "date": "2026-01-05T12:00:00Z", \
                "statusRaw": "completed"}]}
            """

        _ = try await world.importDocument(text)
        let listed = try await world.client.call(Activities.list, Activities.ListRequest())
        let exported = try await world.export()

        #expect(listed.activities.map(\.name).sorted() == ["a", "b", "c", "x"])
        #expect(exported.contains(#""name":"c""#) || exported.contains(#""name" : "c""#))
        #expect(
            exported.contains(#""activityID":"c""#) || exported.contains(#""activityID" : "c""#))
    }
}
