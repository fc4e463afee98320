import Testing

/// The doctor's check of activity summaries.
@Suite struct SummaryCheckTests {
    @Test func `differences caused by the profile's zone are explained`() throws {
        let export = try GeneratedExport(days: 40, seed: 3)
        defer { export.remove() }
        let system = try DaylineSystem()
        _ = try system.run("profile", "add", "demo", "--zone", "Europe/Berlin")
        _ = try system.run("--profile", "demo", "import", export.zip)
        let checks = try system.json("--profile", "demo", "doctor")["checks"] as? [[String: Any]]
        let check = try #require(checks?.first { $0["name"] as? String == "summaries" })
        let detail = try #require(check["detail"] as? String)

        #expect(!detail.hasPrefix("0 of "), "\(detail)")
        #expect(detail.contains("dayline profile zone"), "\(detail)")
    }
}
