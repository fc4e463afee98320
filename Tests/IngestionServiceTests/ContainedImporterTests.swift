import Contracts
import Foundation
import Glibc
import Processes
import RPC
import TestKit
import Testing

@testable import IngestionService

/// Misbehaving importers: each ends with an error, and the next import runs.
struct ContainedImporterTests {
    private typealias ScriptHome = ImporterProcessTests.ScriptHome

    private let available = Containment.available

    @Test func `an importer cannot read the database or the home`() async throws {
        guard available.landlock > 0 else { return }
        let home = try await ScriptHome(
            "cat ../home/dayline.sqlite >db 2>/dev/null || echo refused >db; ls ../home >list; exit 1"
        )

        await #expect(throws: Status.self) { try await home.run() }

        #expect(try home.text("db") == "refused\n")
        #expect(try home.text("list").isEmpty)
    }

    @Test func `an importer cannot connect to a TCP port of this machine`() async throws {
        guard available.seccomp || available.landlock >= 4 else { return }
        let home = try await ScriptHome(
            """
            import socket, sys
            try:
                socket.create_connection(("127.0.0.1", 9), timeout=5)
            except PermissionError:
                sys.exit(17)
            """, interpreter: "/usr/bin/python3")

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.message.contains("exit status 17") == true)
    }

    @Test func `a child process with its own session ends with the import`()
        async throws
    {
        let home = try await ScriptHome(
            "setsid sh -c 'echo $$ >child; exec sleep 600' & while [ ! -s child ]; do :; done; exit 3"
        )

        await #expect(throws: Status.self) { try await home.run() }

        let child = try #require(Int32(try home.text("child").filter(\.isNumber)))
        #expect(kill(child, 0) == -1)
    }

    @Test(arguments: [
        ("while :; do :; done", "its processor time is used up"),
        ("exec cat /dev/zero >endless", "it wrote too large a file"),
    ])
    func `an importer beyond a limit ends with an error that names the limit`(
        script: String, reason: String
    ) async throws {
        let home = try await ScriptHome(script) { policy in
            policy.limits.cpuSeconds = 1
            policy.limits.fileBytes = 1 << 20
        }

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(await home.storage.staged.isEmpty)
    }

    @Test func `an importer that allocates without end ends with an error`() async throws {
        let home = try await ScriptHome(
            "blocks = []\nwhile True: blocks.append(bytearray(1 << 20))",
            interpreter: "/usr/bin/python3"
        ) { $0.limits.dataBytes = 64 << 20 }

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.message.contains("exit status 1") == true)
    }

    @Test func `an importer that sends nothing is stopped after its silence limit`()
        async throws
    {
        let home = try await ScriptHome("exec sleep 600", manifest: ", \"silenceSeconds\": 1")

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.message.contains("sent nothing of a.xml for 1 s") == true)
        #expect(error?.hint?.contains("silenceSeconds") == true)
        let running = try await home.client.call(Imports.running, Empty())
        #expect(running.running.isEmpty)
    }

    @Test func `a running import is listed with its restrictions, and a cancelled one ends`()
        async throws
    {
        let home = try await ScriptHome("echo >ready; exec sleep 600")
        let run = Task { [home] in try await home.run() }
        try await eventually("its start") { access("\(home.folder)/out/ready", F_OK) == 0 }
        try await eventually("its restrictions") {
            try await home.client.call(Imports.running, Empty()).running.first?.containment != nil
        }

        let list = try await home.client.call(Imports.running, Empty()).running
        let item = try #require(list.first)
        _ = try await home.client.call(Imports.cancel, Imports.CancelRequest(id: item.id))
        let error = await #expect(throws: Status.self) { try await run.value }

        #expect(list.count == 1)
        #expect(item.file == "a.xml")
        #expect(item.importer == "script")
        #expect(item.state == .reading)
        #expect(item.totalBytes == 21)
        #expect(item.containment == available)
        #expect(error?.message == "The import of a.xml was cancelled. Nothing of it was stored.")
        await #expect(throws: Status.self) {
            try await home.client.call(Imports.cancel, Imports.CancelRequest(id: item.id))
        }
    }
}
