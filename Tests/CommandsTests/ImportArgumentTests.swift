import ArgumentParser
import Testing

@testable import Commands

@Suite struct ImportArgumentTests {
    @Test func `a zone for an export that records its zones is refused`() {
        let words = ["export.zip", "--zone", "Europe/Berlin", "--as", "apple-health"]

        let error = #expect(throws: (any Error).self) { try ImportCommand.parse(words) }

        let message = error.map { ImportCommand.message(for: $0) }
        #expect(message?.contains("--zone does not apply to --as apple-health") == true)
    }

    @Test(arguments: [
        ["export.zip", "--as", "apple-health"],
        ["tracker.json", "--as", "dayline-json", "--zone", "Europe/Berlin"],
        ["export.csv", "--zone", "Europe/Berlin"],
    ])
    func `a zone is accepted for other formats`(words: [String]) {
        #expect(throws: Never.self) { try ImportCommand.parse(words) }
    }
}
