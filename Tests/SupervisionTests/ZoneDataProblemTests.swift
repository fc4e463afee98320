import RPC
import Supervision
import Testing

@Suite struct ZoneDataProblemTests {
    private let home = ZoneDataVersion(release: "2025b", hash: "1")

    @Test func `equal rules cause no warning, also with another release`() {
        #expect(ZoneDataVersion(release: "2025b", hash: "1").problem(inHomeWith: home) == nil)
        #expect(ZoneDataVersion(release: "2026a", hash: "1").problem(inHomeWith: home) == nil)
        #expect(ZoneDataVersion(hash: "1").problem(inHomeWith: home) == nil)
    }

    @Test func `other rules cause a warning with both releases and the remedy`() throws {
        let problem = ZoneDataVersion(release: "2020a", hash: "2").problem(inHomeWith: home)

        let text = try #require(problem)
        #expect(text.contains("(2020a)") && text.contains("(2025b)"))
        #expect(text.contains("tzdata"))
    }

    @Test(arguments: [nil, "", "\u{1B}[31m2025b", "2025bb"])
    func `a release of another form is not shown`(release: String?) {
        let problem = ZoneDataVersion(release: release, hash: "2").problem(inHomeWith: home)

        #expect(problem?.contains("(unknown release)") == true)
    }
}
