import Contracts
import RPC
import Testing

/// Activities of a document in places where Dayline does not put any.
@Suite struct NestedDocumentTests {
    @Test(arguments: [
        ("nested too deeply", #""a": null, "b": "a", "c": "b""#),
        ("in an activity that is not a container", #""a": null, "b": null, "c": "x""#),
    ])
    func `activities in unusual places are listed and exported with their logs`(
        description: String, parents: String
    ) async throws {
        let tracker = try await TemporaryTracker()
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

        _ = try await tracker.importDocument(text)
        let listed = try await tracker.client.call(Activities.list, Activities.ListRequest())
        let exported = try await tracker.export()

        #expect(listed.activities.map(\.name).sorted() == ["a", "b", "c", "x"])
        #expect(exported.contains(#""name":"c""#) || exported.contains(#""name" : "c""#))
        #expect(
            exported.contains(#""activityID":"c""#) || exported.contains(#""activityID" : "c""#))
    }
}
