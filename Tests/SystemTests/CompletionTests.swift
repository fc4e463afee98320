import Foundation
import Testing

/// The completions that shells offer.
@Suite(.serialized) struct CompletionTests {
    private let system: DaylineSystem
    /// A folder with an export and a folder, in which the shells run.
    private let folder: String

    init() throws {
        system = try DaylineSystem()
        folder = "\(system.home)/shell"
        let files = FileManager.default
        try files.createDirectory(atPath: "\(folder)/exports", withIntermediateDirectories: true)
        try "".write(toFile: "\(folder)/export.xml", atomically: true, encoding: .utf8)
        _ = try system.json("activity", "add", "Water")
        _ = try system.json("activity", "add", "Morning run")
        _ = try system.json("profile", "add", "demo", "--zone", "UTC")
    }

    private struct Case {
        /// The typed words; the last one is completed.
        var words: [String]
        /// Words that must be offered.
        var offered: [String]
        /// Words that must not be offered.
        var refused: [String] = []
    }

    private static let cases = [
        Case(words: ["to"], offered: ["today"], refused: ["log"]),
        Case(words: ["--json", "to"], offered: ["today"]),
        Case(words: ["--profile", "demo", "tre"], offered: ["trends"]),
        Case(words: ["--profile", "de"], offered: ["demo"]),
        Case(words: ["activity", "pa"], offered: ["pause"]),
        Case(words: ["help", "activity", "pa"], offered: ["pause"]),
        Case(words: ["log", "Wa"], offered: ["Water"]),
        Case(words: ["log", "wa"], offered: ["Water"]),
        Case(words: ["log", "Water", "2", "ml", "--sl"], offered: ["--slot"], refused: ["--on"]),
        Case(words: ["log", "Water", "--slot", "m"], offered: ["morning"], refused: ["evening"]),
        Case(words: ["trends", "--interval", "w"], offered: ["week"], refused: ["month"]),
        Case(words: ["--profile", "demo", "trends", "--inter"], offered: ["--interval"]),
        Case(words: ["trends", "Wat"], offered: ["Water"]),
        Case(words: ["restart", "sto"], offered: ["storage"]),
        Case(
            words: ["call", "dayline.storage.Settings/L"],
            offered: ["dayline.storage.Settings/List"]),
        Case(words: ["services", "dayline.storage.Se"], offered: ["dayline.storage.Settings"]),
        Case(words: ["settings", "get", "week"], offered: ["weekStart"]),
        Case(words: ["settings", "set", "units", ""], offered: ["metric", "us"]),
        Case(words: ["settings", "set", "quietHours", ""], offered: ["off"], refused: ["HH:MM"]),
        Case(words: ["settings", "set", "profile", "d"], offered: ["demo", "default"]),
        Case(words: ["import", "exp"], offered: ["export.xml"]),
        Case(words: ["backup", "exp"], offered: ["export.xml"]),
        Case(words: ["--home", "exp"], offered: ["exports"], refused: ["export.xml"]),
    ]

    private func expect(_ lines: [String], _ asked: Case) {
        let lines = lines.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        for word in asked.offered { #expect(lines.contains(word), "\(asked.words): \(lines)") }
        for word in asked.refused { #expect(!lines.contains(word), "\(asked.words): \(lines)") }
    }

    /// The output of a shell that has loaded the completion script.
    private func lines(_ shell: [String], _ code: String, _ words: [String]) throws -> [String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let script = try system.run("completions", shell[0])
        try #require(script.status == 0)
        try script.output.write(
            toFile: "\(folder)/completion", atomically: true, encoding: .utf8)
        let outcome = try DaylineSystem.run(
            "/usr/bin/env", shell + ["-c", "cd '\(folder)' && \(code)"] + words,
            variables: [
                "DAYLINE_HOME": system.home, "PATH": "\(DaylineSystem.programs):\(path)",
                "HOME": folder, "TERM": "dumb", "LC_ALL": "C.UTF-8",
            ])
        return outcome.output.split(whereSeparator: \.isNewline).map(String.init)
    }

    private static func isInstalled(_ shell: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
    }

    @Test func `bash completes`() throws {
        let code = """
            . ./completion; COMP_WORDS=(dayline "$@"); COMP_CWORD=$#; _dayline; \
            printf '%s\\n' "${COMPREPLY[@]}"
            """

        for asked in Self.cases {
            expect(try lines(["bash"], code, ["bash"] + asked.words), asked)
        }
    }

    @Test func `bash completes quoted names and values after an equals sign`() throws {
        let code = """
            . ./completion; COMP_WORDS=(dayline "$@"); COMP_CWORD=$#; _dayline; \
            printf '%s\\n' "${COMPREPLY[@]}"
            """

        let bare = try lines(["bash"], code, ["bash", "log", "Mor"])
        let quoted = try lines(["bash"], code, ["bash", "log", "\"Mor"])
        let value = try lines(["bash"], code, ["bash", "trends", "--interval", "=", "w"])
        let open = try lines(["bash"], code, ["bash", "trends", "--interval", "="])

        #expect(bare == ["Morning\\ run"])
        #expect(quoted == ["Morning run"])
        #expect(value == ["week"])
        #expect(open.contains("week"))
    }

    @Test(.enabled(if: isInstalled("fish")))
    func `fish completes`() throws {
        let code = "source ./completion; complete -C (string join -- ' ' dayline $argv)"

        for asked in Self.cases {
            let lines = try lines(["fish"], code, ["--"] + asked.words)
            expect(lines.map { String($0.prefix { $0 != "\t" }) }, asked)
        }
    }

    /// zsh completes only at a terminal, so the script runs it in a pseudo-terminal and collects the
    /// completions in a file.
    private static let typing = #"""
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell '
        autoload -Uz compinit; compinit -u -D; . ./completion
        compadd() {
            builtin compadd "$@"
            [[ ${@[1,(i)(-|--)]} == *-[OAD]* ]] && return
            local -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >> ./hits
        }
        offer() { zle list-choices; print OFF""ERED }
        zle -N offer; bindkey "^T" offer; print REA""DY'
        zpty -r shell line '*READY*'
        zpty -n -w shell "dayline $*"$'\C-t'
        zpty -r shell line '*OFFERED*'
        zpty -d shell
        cat ./hits; rm -f ./hits
        """#

    @Test(.enabled(if: isInstalled("zsh")))
    func `zsh completes`() throws {
        try Self.typing.write(toFile: "\(folder)/typing", atomically: true, encoding: .utf8)

        for asked in Self.cases {
            expect(try lines(["zsh", "-f"], ". ./typing", ["zsh"] + asked.words), asked)
        }
    }
}
