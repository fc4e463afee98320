import Foundation
import HostFiles
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Keys, and the commands and the Python client with a key.
@Suite(.serialized, .timeLimit(.minutes(3))) struct RemoteCommandTests {
    @Test func `commands work with a key as its roles permit, until the key is revoked`() throws {
        let remote = try RemoteSystem()
        _ = try remote.system.json("activity", "add", "Water", "--target", "2000", "--unit", "ml")
        let log = try remote.key("phone", roles: ["log"])
        let read = try remote.key("tablet", roles: ["read"])

        #expect(try remote.run(log, "log", "Water", "250").status == 0)
        #expect(try remote.run(read, "today").output.contains("Water"))
        let refused = try remote.run(read, "log", "Water", "250")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("needs the role log"))
        let hidden = try remote.run(log, "today")
        #expect(hidden.status != 0)
        let local = try remote.run(read, "status")
        #expect(local.errors.contains("on the machine of the home only"))

        #expect(try remote.system.run("keys", "revoke", "tablet").status == 0)
        let revoked = try remote.run(read, "today")
        #expect(revoked.status != 0)
        #expect(revoked.errors.contains("does not accept the key \"tablet\""))
        let names = try #require(try remote.system.json("keys")["keys"] as? [[String: Any]])
        #expect(names.compactMap { $0["name"] as? String } == ["phone"])
    }

    @Test func `an export is imported with a key of the role push`() throws {
        let export = try GeneratedExport(days: 3, seed: 4)
        defer { export.remove() }
        let remote = try RemoteSystem()
        let push = try remote.key("phone", roles: ["push"])

        let imported = try remote.run(push, "--json", "import", export.zip)

        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try imported.json()["stored"] as? Int ?? 0 > 0)
    }

    @Test func `a key file is new, private, and required`() throws {
        let remote = try RemoteSystem()
        let key = try remote.key("phone", roles: ["read"])
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let stored = try String(
            contentsOfFile: "\(remote.system.home)/bus-keys.json", encoding: .utf8)
        #expect(try !stored.contains(BusKey(file: key).secretKey))

        let again = try remote.system.run("keys", "new", "x", "--role", "read", "--output", key)
        #expect(again.status != 0)
        #expect(again.errors.contains("There is a file"))
        let none = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline", ["--remote", remote.address, "today"],
            variables: ["DAYLINE_HOME": "\(remote.folder)/none"])
        #expect(none.errors.contains("needs a key"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        #expect(try remote.run(key, "today").errors.contains("chmod 600"))
    }

    @Test func `the Python client connects with a key`() throws {
        let remote = try RemoteSystem()
        _ = try remote.system.json("activity", "add", "Water", "--target", "2000", "--unit", "ml")
        let key = try remote.key("script", roles: ["read"])
        let code = """
            import asyncio, sys, dayline
            from dayline import aio
            address, key = sys.argv[1:]
            with dayline.Dayline(endpoint=address, key_file=key) as bus:
                today = bus.call("dayline.tracker.Journal/Today", {})
                print(today["items"][0]["activity"] if "items" in today else sorted(today))
                try:
                    bus.call("dayline.tracker.Journal/Log", {"activity": "Water", "value": 1})
                except dayline.DaylineError as problem:
                    print(problem.code)
            async def call():
                async with aio.Dayline(endpoint=address, key_file=key) as bus:
                    await bus.call("dayline.tracker.Journal/Today", {})
                    print("aio")
            asyncio.run(call())
            """
        let program = ["python3", "/usr/bin/python3"].first {
            (try? DaylineSystem.run("/usr/bin/env", [$0, "-c", "import zmq"]))?.status == 0
        }
        let python = try #require(program)
        let variables = ["PYTHONPATH": "\(DaylineSystem.package)/tools/python"]

        let outcome = try DaylineSystem.run(
            "/usr/bin/env", [python, "-c", code, remote.address, key], variables: variables)
        _ = try remote.system.run("keys", "revoke", "script")
        let revoked = try DaylineSystem.run(
            "/usr/bin/env", [python, "-c", code, remote.address, key], variables: variables)

        #expect(outcome.errors == "")
        #expect(outcome.output.hasSuffix("PERMISSION_DENIED\naio\n"), "\(outcome.output)")
        #expect(revoked.errors.contains("does not accept the key"), "\(revoked.errors)")
    }
}
