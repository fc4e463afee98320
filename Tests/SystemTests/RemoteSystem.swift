import Foundation
import Testing

/// A system that accepts programs on other machines, at a free port of loopback.
final class RemoteSystem: Sendable {
    let system: DaylineSystem
    let address: String
    /// For key files and the folders of joined workers.
    let folder: String

    init(aggregationWorkers: Int = 1) throws {
        system = try DaylineSystem(aggregationWorkers: aggregationWorkers)
        let set = try system.run("settings", "set", "listen", "tcp://127.0.0.1:0", "--json")
        try #require(set.status == 0, "\(set.errors)")
        let settings = try #require(set.json()["settings"] as? [[String: Any]])
        address = try #require(settings.first?["value"] as? String)
        folder = NSTemporaryDirectory() + "dl-keys-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Creates a key.
    /// - Returns: The path of its file.
    func key(_ name: String, roles: [String], _ more: String...) throws -> String {
        try key(name, roles: roles, more)
    }

    func key(_ name: String, roles: [String], _ more: [String]) throws -> String {
        let path = "\(folder)/\(name).key"
        let arguments = ["keys", "new", name, "--output", path] + roles.flatMap { ["--role", $0] }
        _ = try system.json(arguments + more)
        return path
    }

    /// Runs `dayline` as a program on another machine, without access to the home.
    func run(_ key: String, _ arguments: String...) throws -> DaylineSystem.Outcome {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--remote", address, "--key-file", key] + arguments,
            variables: ["DAYLINE_HOME": "\(folder)/none"])
    }
}
