import Foundation
import Testing

/// `today -i` at a pseudo-terminal, with a real system.
@Suite(.serialized) struct DayScreenSystemTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
        _ = try system.json("activity", "add", "Water", "--target", "2000", "--unit", "ml")
        _ = try system.json("activity", "add", "Floss", "--slots", "morning")
    }

    private func terminal(_ variables: [String: String] = [:]) throws -> PseudoTerminal {
        try PseudoTerminal(
            "\(DaylineSystem.programs)/dayline", ["--home", system.home, "today", "-i"],
            variables: variables)
    }

    private static let firstScreen = Array("\u{1B}[?1049l\u{1B}[?25h".utf8)

    @Test func `a day is ticked, filled, skipped, undone and changed by keys`() throws {
        let terminal = try terminal(["NO_COLOR": "1"])
        let before = terminal.settings

        try terminal.start()
        try terminal.wait(for: ">  [ ] Water  0 of 2,000 ml")
        let during = terminal.settings
        try terminal.type("a250ml\r")
        try terminal.wait(for: ">  [ ] Water  250 of 2,000 ml")
        try terminal.type("\u{1B}[B ")
        try terminal.wait(for: "[x] Floss")
        try terminal.type("u")
        try terminal.wait(for: "Undone: log Floss")
        try terminal.type("\u{1B}[Bssick\r")
        try terminal.wait(for: "[-] Floss  sick")
        try terminal.type("\u{1B}[D")
        try terminal.wait(for: "Nothing is due.")
        try terminal.type("t")
        try terminal.wait(for: "[-] Floss  sick")
        try terminal.type("aml5\r")
        try terminal.wait(for: "\"ml5\" is not a number")
        try terminal.type("q")
        let end = terminal.end()
        let today = try system.json("today")

        #expect(end.reason == .exit && end.status == 0)
        #expect(during != before)
        #expect(terminal.settings == before)
        #expect(terminal.output.suffix(Self.firstScreen.count) == Self.firstScreen[...])
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[1m"))
        let slots = try #require(today["slots"] as? [[String: Any]])
        let items = slots.flatMap { $0["items"] as? [[String: Any]] ?? [] }
        #expect(items.map { $0["value"] as? Double } == [250])
        let skipped = try #require(today["skipped"] as? [[String: Any]])
        #expect(skipped.map { $0["skipReason"] as? String } == ["sick"])
    }

    @Test func `a signal leaves the terminal as before`() throws {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV] {
            let terminal = try terminal()
            let before = terminal.settings
            try terminal.start()
            try terminal.wait(for: "[ ] Water")

            terminal.signal(signal)
            let end = terminal.end()

            #expect(end.reason == .uncaughtSignal && end.status == signal, "signal \(signal)")
            #expect(terminal.settings == before, "signal \(signal)")
            #expect(terminal.output.contains(Self.firstScreen), "signal \(signal)")
        }
    }

    @Test func `a smaller terminal has the selected line and the keys`() throws {
        let terminal = try terminal()
        try terminal.start()
        try terminal.wait(for: "q quit")

        terminal.resize(columns: 30, rows: 6)
        try terminal.wait { $0.count == 6 && $0[5].hasPrefix("space tick  a amount") }
        let screen = terminal.screen
        try terminal.type("q")

        #expect(terminal.end().status == 0)
        #expect(screen.allSatisfy { $0.count <= 30 })
        #expect(screen.contains { $0.hasPrefix(">  [ ] Water") })
    }

    @Test func `without a terminal the list is refused and the command for text is named`() throws {
        let outcome = try system.run("today", "-i")
        let json = try system.run("today", "-i", "--json")

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("standard input is not one"))
        #expect(outcome.errors.contains("dayline --home \(system.home) today"))
        #expect(json.status == 2)
    }
}
