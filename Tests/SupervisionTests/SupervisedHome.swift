import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import Processes
import RPC
import Synchronization
import Testing

@testable import Supervision

/// A home in a temporary folder, with workers that are shell scripts.
final class SupervisedHome: Sendable {
    let home: Home
    private let folder: String
    /// The reported changes, in order.
    private let changes = Mutex<[ProcessChange]>([])

    init() throws {
        var template = Array("/tmp/dayline-home-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
        home = Home(folder: "\(folder)/home", runFolder: "\(folder)/run")
        try home.prepare()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A script that reports ready and ends at the first command.
    static let cooperative = "echo ready >&3; read order <&3"

    /// A plugin whose program is a shell script; the handshake uses descriptor 3.
    func plugin(
        _ name: String, after: [String] = [], count: Int = 1, script: String = cooperative
    ) throws -> InstalledPlugin {
        let file = "\(folder)/\(name)"
        try Files.writeAtomically(Array("#!/bin/sh\n\(script)\n".utf8), to: file, mode: 0o700)
        chmod(file, 0o700)
        let plugin = try SimulatedProcesses.plugin(name, after: after, count: count)
        return InstalledPlugin(manifest: plugin.manifest, file: plugin.file, executable: file)
    }

    /// Installs a plugin in the home.
    func install(_ name: String, script: String = cooperative) throws {
        let kind = name == "broker" ? "broker" : "worker"
        let plugin = "\(home.pluginFolder)/\(name)"
        try Files.createPrivateFolder(plugin)
        try Files.createPrivateFolder("\(folder)/plugins")
        let manifest = """
            {"name": "\(name)", "kind": "\(kind)", "executable": "run", "summary": "Tests.",
             "version": "1.0"}
            """
        try Files.writeAtomically(Array(manifest.utf8), to: "\(plugin)/plugin.json")
        try Files.writeAtomically(
            Array("#!/bin/sh\n\(script)\n".utf8), to: "\(plugin)/run", mode: 0o700)
    }

    func uninstall(_ name: String) throws {
        unlink("\(home.pluginFolder)/\(name)/plugin.json")
    }

    /// The environment of a supervisor that finds only the plugins of this home.
    var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "DAYLINE_PLUGINS": "\(folder)/plugins",
            "DAYLINE_RUN": home.runFolder,
        ]
    }

    func supervisor(
        _ plugins: [InstalledPlugin], policy: RestartPolicy = RestartPolicy()
    ) throws -> Supervisor {
        let table = ProcessTable(groups: StartOrder(plugins).groups, policy: policy)
        return try Supervisor(
            home: home, table: table, environment: ["PATH": "/usr/bin:/bin"],
            onChange: { change in self.changes.withLock { $0.append(change) } })
    }

    /// The processes in the order in which they reached a state.
    func names(of state: ProcessTable.State) -> [String] {
        changes.withLock { $0.filter { $0.state == state }.map(\.name) }
    }

    func log(_ name: String) -> [String] {
        LogFile.tail(of: LogCollector.path(of: name, in: home), lines: 100)
    }
}

extension Supervisor {
    /// Starts everything, calls `body`, and stops everything, also after an error.
    func running(_ body: (Supervisor) async throws -> Void) async throws {
        handle(.start(group: nil))
        do {
            try await body(self)
            await end()
        } catch {
            await end()
            throw error
        }
    }

    private func end() async {
        handle(.stop(group: nil))
        await wait(until: \.isStopped)
        close()
    }

    func process(_ name: String) -> ProcessSnapshot? {
        snapshot().first { $0.name == name }
    }

    /// Waits until a process is in that state and returns its snapshot.
    func process(_ name: String, once state: ProcessTable.State) async throws -> ProcessSnapshot {
        await wait { table in
            table.slots.contains { $0.name == name && $0.phase.state == state }
        }
        return try #require(process(name))
    }
}

/// True if a process of that ID exists.
func isAlive(_ pid: Int32) -> Bool {
    kill(pid, 0) == 0
}
