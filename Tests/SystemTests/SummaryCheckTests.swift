import Testing

/// The doctor's check of activity summaries.
@Suite struct SummaryCheckTests {
    private func summaries(zone: String, days: Int) throws -> String {
        let export = try GeneratedExport(days: days, seed: 3)
        defer { export.remove() }
        let system = try DaylineSystem()
        _ = try system.run("profile", "add", "demo", "--zone", zone)
        _ = try system.run("--profile", "demo", "import", export.zip)
        let checks = try system.json("--profile", "demo", "doctor")["checks"] as? [[String: Any]]
        let check = try #require(checks?.first { $0["name"] as? String == "summaries" })
        return try #require(check["detail"] as? String)
    }

    @Test func `the day totals of a generated export equal its activity summaries`() throws {
        let detail = try summaries(zone: "America/New_York", days: 20)

        #expect(detail.hasPrefix("0 of "), "\(detail)")
    }

    @Test func `differences caused by the profile's zone are explained`() throws {
        let detail = try summaries(zone: "Europe/Berlin", days: 40)

        #expect(!detail.hasPrefix("0 of "), "\(detail)")
        #expect(detail.contains("dayline profile zone"), "\(detail)")
    }
}
