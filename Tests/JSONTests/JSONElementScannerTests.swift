import JSON
import Testing

@Suite struct JSONElementScannerTests {
    private static let text =
        #"{"a": {"x": [1, {"y": "]}\"", "z": [true]}, -2.5e3 ,"s"], "b": null}, "c": "é"}"#

    /// The elements of `a.x`, scanned in blocks.
    private func elements(_ text: String, block: Int) throws -> [String] {
        var found: [String] = []
        var scanner = JSONElementScanner { path in
            path.count == 3 && path[0] == .key("a") && path[1] == .key("x")
        }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(block))
            try next.withUnsafeBytes {
                try scanner.consume($0) { path, bytes, offset in
                    found.append("\(path[2]) \(offset) " + String(decoding: bytes, as: UTF8.self))
                }
            }
            rest = rest.dropFirst(next.count)
        }
        found.append(scanner.damage ?? "\(scanner.isComplete)")
        return found
    }

    @Test(arguments: 1...80)
    func `the wanted values are found in blocks of every size`(block: Int) throws {
        #expect(
            try elements(Self.text, block: block) == [
                "index(0) 13 1", #"index(1) 16 {"y": "]}\"", "z": [true]}"#, "index(2) 44 -2.5e3",
                #"index(3) 52 "s""#, "true",
            ])
    }

    @Test func `a document that ends early is not complete`() throws {
        for count in 1..<Self.text.utf8.count {
            let text = String(decoding: Array(Self.text.utf8.prefix(count)), as: UTF8.self)
            #expect(try elements(text, block: 7).last == "false")
        }
    }

    @Test(arguments: 1...80)
    func `values that the caller parses in place are not received`(block: Int) throws {
        var (parsed, received): ([String], [String]) = ([], [])
        var scanner = JSONElementScanner { $0.count == 1 }
        var rest = Array("[[1],{\"a\": [2]}, [3] ,4,[[5]]]".utf8)[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(block))
            try next.withUnsafeBytes {
                try scanner.consume($0) { path, bytes, offset in
                    guard bytes.count >= 3, bytes[1] &- 48 < 10 else { return 0 }
                    parsed.append("\(path[0]) \(offset)")
                    return 3
                } _: { path, bytes, offset in
                    received.append(
                        "\(path[0]) \(offset) " + String(decoding: bytes, as: UTF8.self))
                }
            }
            rest = rest.dropFirst(next.count)
        }

        #expect(scanner.isComplete)
        let all = (parsed + received).map { $0.split(separator: " ").prefix(2) }.sorted {
            $0[0] < $1[0]
        }
        #expect(
            all == [
                ["index(0)", "1"], ["index(1)", "5"], ["index(2)", "17"], ["index(3)", "22"],
                ["index(4)", "24"],
            ])
        #expect(received.contains("index(4) 24 [[5]]") && received.contains("index(3) 22 4"))
        #expect(block < 80 || parsed == ["index(0) 1", "index(2) 17"])
    }

    @Test(arguments: 1...80)
    func `an object that is wanted at its end follows the values within it`(block: Int) throws {
        var received: [String] = []
        var scanner = JSONElementScanner { (path: [JSONElementScanner.Step]) in
            path.count == 1 ? .members : path.last == .key("a") ? .whole : .skip
        }
        var rest = Array(#"[{"a": 1, "b": [2]}, 3, [{"a": 4}], {"c": {}}, {}"#.utf8)[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(block))
            try next.withUnsafeBytes {
                try scanner.consume($0) { path, bytes, offset in
                    received.append(
                        "\(path.count) \(offset) " + String(decoding: bytes, as: UTF8.self))
                }
            }
            rest = rest.dropFirst(next.count)
        }

        #expect(
            received == ["2 7 1", "1 1 ", "1 21 3", #"1 24 [{"a": 4}]"#, "1 36 ", "1 47 "])
    }

    @Test(arguments: ["[[1}]", "[[1]}", "[\(String(repeating: "[", count: 64))"])
    func `brackets that do not match are damage`(text: String) throws {
        var scanner = JSONElementScanner { $0.count == 1 }

        try Array(text.utf8).withUnsafeBytes { try scanner.consume($0) { _, _, _ in } }

        #expect(scanner.damage != nil && !scanner.isComplete)
    }
}
