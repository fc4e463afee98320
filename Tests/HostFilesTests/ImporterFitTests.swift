import Randomness
import Testing

@testable import HostFiles

/// The importer chosen among random sets of manifests, compared with the documented order.
struct ImporterFitTests {
    private static let patterns = ["*", "*.gpx", "*.xml", "*.zip", "run*", "*.csv", "run.gpx"]
    private static let names = ["run.gpx", "export.xml", "log.csv", "a.zip", "README"]
    private static let texts = ["<HealthData", "<gpx ", "Checkmarks"]

    private func manifest(
        _ name: String, _ accepts: [String], _ signatures: [String], isFallback: Bool = false
    ) throws -> Manifest {
        let list = signatures.map { "{\"contains\": [\"\($0)\"]}" }.joined(separator: ", ")
        let keys = signatures.isEmpty ? "" : ", \"signatures\": [\(list)]"
        let names = accepts.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            {"name": "\(name)", "kind": "importer", "executable": "X", "summary": "S", \
            "version": "1.0", "accepts": [\(names)]\(keys), "fallback": \(isFallback)}
            """
        return try Manifest(parsing: Array(text.utf8), file: "plugin.json")
    }

    private func manifests(_ random: inout SplitMix64) throws -> [Manifest] {
        try (0..<(1 + random.below(6))).map { number in
            let accepts = Self.patterns.filter { _ in random.below(3) == 0 }
            let signatures = Self.texts.filter { _ in random.below(4) == 0 }
            return try manifest("m\(number)", accepts.isEmpty ? ["*"] : accepts, signatures)
        }
    }

    /// The documented order, one filter after the other.
    private func expected(_ all: [Manifest], _ name: String, _ content: [String]) -> [String] {
        func hasName(_ manifest: Manifest) -> Bool {
            manifest.accepts.contains { $0 != "*" && FilePattern($0).matches(name) }
        }
        func hasSignature(_ manifest: Manifest) -> Bool {
            manifest.signatures.contains { $0.contains.allSatisfy(content.contains) }
        }
        let steps: [(Manifest) -> Bool] = [
            { hasName($0) && hasSignature($0) }, { hasName($0) && $0.signatures.isEmpty },
            hasSignature, { $0.accepts.contains("*") && $0.signatures.isEmpty },
        ]
        for step in steps {
            let found = all.filter(step)
            if !found.isEmpty { return found.map(\.name) }
        }
        return []
    }

    private func bestFits(_ all: [Manifest], _ name: String, _ content: [String]) -> [String] {
        all.bestFits { manifest in
            manifest.fit(fileName: name) { $0.contains.allSatisfy(content.contains) }
        }.map(\.name)
    }

    @Test(arguments: UInt64(1)...300)
    func `an importer is chosen by name and signature, name, signature, then any name`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let all = try manifests(&random)
        let content = Self.texts.filter { _ in random.below(2) == 0 }
        for name in Self.names {
            let best = bestFits(all, name, content)

            #expect(best == expected(all, name, content), "seed \(seed), \(name)")
            #expect(
                Set(bestFits(all.reversed(), name, content)) == Set(best),
                "seed \(seed): the order of installation changes the importer of \(name)")
        }
    }

    @Test func `a signature that is a fallback counts only without another importer`() throws {
        let gpx = try Manifest(
            parsing: Array(
                """
                {"name": "gpx", "kind": "importer", "executable": "X", "summary": "S", "version": "1.0", \
                "accepts": ["*.zip"], "signatures": [{"contains": ["<gpx "], "fallback": true}]}
                """.utf8), file: "plugin.json")
        let apple = try manifest("apple", ["*.zip"], ["<HealthData"])

        #expect(bestFits([gpx, apple], "a.zip", ["<gpx ", "<HealthData"]) == ["apple"])
        #expect(bestFits([gpx, apple], "a.zip", ["<gpx "]) == ["gpx"])
        #expect(bestFits([gpx, apple], "a.zip", []) == [])
    }

    @Test func `an importer chosen by name precedes one chosen by content`()
        throws
    {
        let all = [
            try manifest("apple", ["*.xml", "*.zip"], ["<HealthData"]),
            try manifest("mygpx", ["*.gpx"], []), try manifest("all", ["*"], []),
        ]

        #expect(bestFits(all, "run.gpx", ["<HealthData"]) == ["mygpx"])
        #expect(bestFits(all, "export.xml", ["<HealthData"]) == ["apple"])
        #expect(bestFits(all, "download", ["<HealthData"]) == ["apple"])
        #expect(bestFits(all, "export.xml", []) == ["all"])
    }

    @Test func `a fallback reads only files that no other importer accepts`() throws {
        let all = [
            try manifest("tables", ["*.csv"], [], isFallback: true),
            try manifest("habits", ["*.zip"], ["Checkmarks"]),
            try manifest("mine", ["*.mine.csv"], []),
        ]

        #expect(bestFits(all, "scale.csv", []) == ["tables"])
        #expect(bestFits(all, "scale.csv", ["Checkmarks"]) == ["habits"])
        #expect(bestFits(all, "july.mine.csv", []) == ["mine"])
        #expect(bestFits(all, "scale.txt", []) == [])
    }

    @Test(arguments: [
        "<?xml", "<?xml version=\\\"1.0\\\" encoding=\\\"UTF-8\\\"?>", "PK", "PK\\u0003\\u0004",
        "{",
        "{\\\"", "[", "SQLite format 3", "<!DOCTYPE", "  {  ", "<",
    ])
    func `a signature that many formats have is rejected`(text: String) {
        let error = #expect(throws: ManifestError.self) { try manifest("x", ["*.x"], [text]) }

        #expect(error?.key == "signatures")
    }

    @Test(arguments: ["<HealthData", "<?xml version=\\\"1.0\\\"?><gpx", "<!DOCTYPE gpx", ".FIT"])
    func `a signature that names a format is accepted`(text: String) throws {
        #expect(try manifest("x", ["*.x"], [text]).signatures.count == 1)
    }

    @Test(arguments: [
        (#"[{"entry": "*.xml"}]"#, false), (#"[{"entry": "*"}]"#, false), ("[{}]", false),
        ("[]", false), ("{}", false), (#"[{"contains": ["abcdef"], "within": 4}]"#, false),
        (#"[{"contains": ["abcdef"], "begins": 4}]"#, false),
        (#"[{"entry": "Takeout/*.json"}]"#, true), (#"[{"entry": "Checkmarks.csv"}]"#, true),
        (#"[{"entry": "*.xml", "contains": ["<HealthData"]}]"#, true),
    ])
    func `an archive entry is accepted if it has a name or a specific text`(
        signatures: String, isAccepted: Bool
    ) {
        let text = """
            {"name": "x", "kind": "importer", "executable": "X", "summary": "S", \
            "version": "1.0", "accepts": ["*.x"], "signatures": \(signatures)}
            """

        let manifest = try? Manifest(parsing: Array(text.utf8), file: "plugin.json")

        #expect((manifest != nil) == isAccepted)
    }

    @Test(arguments: [
        ("*.csv", "*.CSV", true), ("*.csv", "loop*.csv", true), ("*.csv", "*.gpx", false),
        ("a*b", "*ab", true), ("a*", "b*", false), ("run.gpx", "*.gpx", true), ("*", "x", true),
        ("a*c", "ab", false),
    ])
    func `two patterns overlap if a name matches both`(a: String, b: String, overlaps: Bool) {
        #expect(FilePattern(a).overlaps(FilePattern(b)) == overlaps)
        #expect(FilePattern(b).overlaps(FilePattern(a)) == overlaps)
    }

    @Test(arguments: [
        ("com.samsung.*.csv", "folder/com.samsung.b.csv", true),
        ("Takeout/*.json", "Takeout/Fit/a.json", true), ("Takeout/*.json", "a/Takeout.json", false),
        ("steps-*.json", "a/Steps-1.JSON", true), ("steps-*.json", "steps-1.json/a.txt", false),
        ("weight.csv", "a/weight.csv", true), ("weight.csv", "a/my weight.csv", false),
        ("übung*.csv", "a/ÜBUNG 1.csv", true), ("*.json", "a/.json", true), ("a*", "b/", false),
    ])
    func `an entry of a signature is compared with the path and the name of a file`(
        entry: String, path: String, matches: Bool
    ) {
        #expect(Signature(contains: [], entry: entry).matches(entry: path) == matches)
        #expect(!Signature(contains: []).matches(entry: path))
    }

    @Test func `a text beyond the window of a signature does not match`() {
        let signature = Signature(contains: ["<gpx"], window: 8)

        #expect(signature.matches(head: Array("....<gpx".utf8)))
        #expect(!signature.matches(head: Array(".....<gpx".utf8)))
        #expect(!signature.matches(head: []))
    }

    @Test(arguments: [
        ("<gpx", true), ("gpx", true), ("<<gpx", true), ("<gp<gpx", true), ("x<gp", false),
        ("<gp", false),
        ("", false),
    ])
    func `a text is found at any place of a file`(head: String, matches: Bool) {
        for text in ["", ".", "<"] {
            let bytes = Array((text + head).utf8)
            #expect(Signature(contains: ["gpx"]).matches(head: bytes) == matches)
            #expect(Signature(contains: ["gpx", "p"]).matches(head: bytes) == matches)
            #expect(!Signature(contains: ["gpx", "q"]).matches(head: bytes))
        }
    }
}
