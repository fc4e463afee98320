import Foundation
import PostgresServer
import Synchronization
import TestKit
import Testing

/// Commands that log while the home is moved to PostgreSQL, and while only one of its profiles is.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MoveWhileLoggingTests {
    private static let profiles = ["default", "anna"]

    private func usedSystem(_ names: [String], options: [String] = []) throws -> DaylineSystem {
        let system = try DaylineSystem(options: options)
        for name in names {
            if name != "default" { _ = try system.json("profile", "add", name) }
            _ = try system.json(
                "--profile", name, "activity", "add", "Water", "--type", "cumulative", "--unit",
                "ml")
        }
        return system
    }

    /// The notes of the entries of a profile.
    private func notes(_ system: DaylineSystem, _ profile: String) throws -> [String] {
        let answer = try system.json("--profile", profile, "entries", "Water")
        return try #require(answer["entries"] as? [[String: Any]])
            .compactMap { $0["note"] as? String }
    }

    /// Expects each acknowledged entry once in `notes`, and a remedy with each refusal.
    private func check(_ attempts: some Sequence<LoggingLoop.Attempt>, in notes: [String]) {
        for attempt in attempts {
            let count = notes.count { $0 == attempt.note }
            if attempt.isAcknowledged {
                #expect(count == 1, "\(attempt.note)")
            } else {
                #expect(count <= 1, "\(attempt.note)")
                #expect(
                    attempt.errors.contains("dayline ") || attempt.errors.contains("ry again"),
                    "\(attempt.errors)")
            }
        }
    }

    /// Moves after the first entries of the loops, which end after further entries.
    /// - Returns: The result of the command.
    private func move(
        _ arguments: String..., of system: DaylineSystem, during loops: [LoggingLoop]
    ) async throws -> [String: Any] {
        try await eventually("entries before the move") {
            loops.allSatisfy { $0.acknowledged >= 2 }
        }
        let moved = try system.json(arguments)
        let before = loops.map(\.acknowledged)
        try await eventually("entries after the move") {
            zip(loops, before).allSatisfy { $0.acknowledged > $1 + 1 }
        }
        for loop in loops { loop.stop() }
        try await eventually("the end of the loops") { loops.allSatisfy(\.hasEnded) }
        return moved
    }

    @Test func `entries logged while a home is moved are in the database once, or refused`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try usedSystem(Self.profiles)
        let loops = Self.profiles.map { LoggingLoop(system, profile: $0) }
        defer { for loop in loops { loop.stop() } }

        let moved = try await move("move", "--to", address, of: system, during: loops)

        #expect(moved["isSwitched"] as? Bool == true)
        for (loop, profile) in zip(loops, Self.profiles) {
            #expect(loop.attempts.contains { !$0.isAcknowledged })
            check(loop.attempts, in: try notes(system, profile))
        }
    }

    @Test func `entries of all profiles are in their databases once while one profile is moved`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let source = try usedSystem(Self.profiles)
        let clinic = try usedSystem(["kim"], options: ["--database", address])
        let (ofDefault, ofAnna) = (
            LoggingLoop(source, profile: "default"), LoggingLoop(source, profile: "anna")
        )
        let ofKim = LoggingLoop(clinic, profile: "kim")
        let loops = [ofDefault, ofAnna, ofKim]
        defer { for loop in loops { loop.stop() } }

        let moved = try await move(
            "--profile", "anna", "move", "--to", address, of: source, during: loops)

        #expect(moved["isSwitched"] as? Bool == false)
        check(ofDefault.attempts, in: try notes(source, "default"))
        check(ofAnna.attempts, in: try notes(source, "anna"))
        check(ofKim.attempts, in: try notes(clinic, "kim"))
        // The copy has what was logged until the home was stopped. The home keeps its own copy.
        let copied = ofAnna.attempts.prefix(while: \.isAcknowledged)
        #expect(copied.count < ofAnna.attempts.count)
        check(copied, in: try notes(clinic, "anna"))
    }
}

/// A thread that logs one entry after another with commands, until it is stopped.
private final class LoggingLoop: Sendable {
    struct Attempt: Sendable {
        var note: String
        var isAcknowledged: Bool
        var errors: String
    }

    private struct State {
        var attempts: [Attempt] = []
        var isStopped = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    init(_ system: DaylineSystem, profile: String) {
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isStopped }) {
                log(system, profile)
            }
            state.withLock { $0.hasEnded = true }
        }
    }

    private func log(_ system: DaylineSystem, _ profile: String) {
        let note = "\(profile) \(attempts.count)"
        let attempt: Attempt
        do {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline",
                [
                    "--home", system.home, "--profile", profile, "log", "Water", "1", "--note",
                    note,
                ])
            attempt = Attempt(
                note: note, isAcknowledged: outcome.status == 0, errors: outcome.errors)
        } catch {
            attempt = Attempt(note: note, isAcknowledged: false, errors: "\(error)")
        }
        state.withLock { $0.attempts.append(attempt) }
    }

    /// In the order in which they were made.
    var attempts: [Attempt] { state.withLock { $0.attempts } }

    var acknowledged: Int { attempts.count(where: \.isAcknowledged) }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func stop() { state.withLock { $0.isStopped = true } }
}
