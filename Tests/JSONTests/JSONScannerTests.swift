import JSON
import Randomness
import Testing

@Suite struct JSONScannerTests {
    /// The members of an object, where the elements of a list are read in pages of `limit`.
    private func pages(_ text: String, limit: Int) throws -> [String: [JSONValue]] {
        try Array(text.utf8).withUnsafeBytes { text in
            var members: [String: [JSONValue]] = [:]
            var scanner = JSONScanner(text)
            try scanner.members { (key, scanner) throws(JSONFault) in
                guard scanner.isAt("[") else {
                    members[key] = [try scanner.value().json()]
                    return
                }
                members[key] = []
                var hasMore = true
                var isInside = false
                while hasMore {
                    var page = JSONScanner(text, at: scanner.offset)
                    hasMore = try page.elements(isInside: isInside, limit: limit) {
                        (scanner) throws(JSONFault) in
                        members[key, default: []].append(try scanner.value().json())
                    }
                    isInside = true
                    scanner = page
                }
            }
            try scanner.expectEnd()
            return members
        }
    }

    @Test(arguments: [1, 2, 3, 4, .max])
    func `lists are read in pages`(limit: Int) throws {
        let text = #" { "a" : [ 1 , [2] , {"b":"\u00e9"} ] , "\u0062":true, "c":[], "c": [ ] } "#

        let members = try pages(text, limit: limit)

        #expect(
            members == [
                "a": [.integer(1), .array([.integer(2)]), .object(["b": .string("é")])],
                "b": [.bool(true)], "c": [],
            ])
    }

    @Test(arguments: [
        "", "[]", "{", "{,}", "{1:2}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#,
        #"{"a":1}}"#, #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":[1"#, #"{"a":["\ud800"]}"#,
    ])
    func `malformed text is refused`(text: String) {
        #expect(throws: JSONFault.self) { try pages(text, limit: 2) }
    }

    @Test(arguments: 0..<UInt64(200))
    func `skipping a value ends at the same offset as scanning it`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = JSONValueTests.anything(&random, depth: 3).text + Array(" 7".utf8)

        try text.withUnsafeBytes { text in
            var scanned = JSONScanner(text)
            var skipped = JSONScanner(text)
            _ = try scanned.value()
            try skipped.skip()

            #expect(skipped.offset == scanned.offset)
        }
    }

    @Test(arguments: ["[", "[[]", #"{"a":"}"#, #"["\"]"#, #"["a\"#, "", "nul"])
    func `skipping an unfinished value fails at the end of the text`(text: String) {
        Array(text.utf8).withUnsafeBytes { text in
            var scanner = JSONScanner(text)

            #expect(throws: JSONFault.self) { try scanner.skip() }
            #expect(scanner.offset <= text.count)
        }
    }
}
