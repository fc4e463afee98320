import Contracts
import Glibc
import HostFiles
import RPC
import TestKit
import Testing
import Uploads

@testable import IngestionService

struct SpoolTests {
    @Test func `an upload is imported like a file and removed after its import`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            #expect(job.fileName == "from-afar.xml")
            try await receiver.push(job) { try $0.appendHeartRate(0..<3) }
        }

        let uploaded = try await system.client.upload(
            Imports.upload, Imports.UploadRequest(name: "from-afar.xml", bytes: 10)
        ) { writer in
            for part in ["<?xml", "<Data"] {
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(part))]))
            }
        }
        var status = stat()
        let path = "\(system.folder)/spool/upload-\(uploaded.upload)"
        #expect(stat(path, &status) == 0)
        let report = try await system.client.stream(
            Imports.run, Imports.RunRequest(upload: uploaded.upload, name: "from-afar.xml")
        ) { _ in }

        #expect(uploaded.bytes == 10)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(report.file == "from-afar.xml")
        #expect(report.bytes == 10)
        #expect(access(path, F_OK) != 0)
        #expect(access(system.file, F_OK) == 0)
    }

    @Test func `an interrupted upload leaves no file`() async throws {
        struct Broken: Error {}
        let system = try ImportSystem { _, _, _ in }

        await #expect(throws: Status.self) {
            try await system.client.upload(
                Imports.upload, Imports.UploadRequest(name: "x", bytes: nil)
            ) { writer in
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes("abc"))]))
                throw Broken()
            }
        }

        try await eventually("an empty spool") {
            Files.names(in: "\(system.folder)/spool").isEmpty
        }
    }

    @Test func `a resumable upload continues where it was interrupted`() async throws {
        struct Broken: Error {}
        let system = try ImportSystem { _, _, _ in }
        @Sendable func send(
            _ text: String, after begun: Imports.UploadResponse?,
            then end: @escaping @Sendable () async throws -> Void = {}
        ) async throws -> Imports.UploadResponse {
            try await system.client.upload(
                Imports.upload,
                Imports.UploadRequest(
                    name: "x", bytes: 6, isResumable: true, upload: begun?.upload,
                    offset: begun?.bytes)
            ) { writer in
                if !text.isEmpty {
                    try await writer.send(
                        Packet(Empty(), columns: [Column("data", .bytes, Bytes(text))]))
                }
                try await end()
            }
        }
        let begun = try await send("", after: nil)
        @Sendable func received() async throws -> Imports.UploadResponse {
            try await system.client.call(
                Imports.uploaded, Imports.UploadedRequest(upload: begun.upload))
        }

        await #expect(throws: Status.self) {
            try await send("abc", after: begun) {
                try await eventually("the first bytes") { try await received().bytes == 3 }
                throw Broken()
            }
        }
        // The interrupted call writes to the file until its end is noticed.
        var refusal: Status?
        try await eventually("the end of the interrupted call") {
            do {
                _ = try await send("abc", after: begun)
            } catch {
                refusal = Status(describing: error)
            }
            return refusal?.code != .aborted
        }
        let complete = try await send("def", after: try await received())

        #expect(refusal?.code == .outOfRange)
        #expect(refusal?.hint == "Continue at 3.")
        #expect(complete.bytes == 6)
        #expect(complete.upload == begun.upload)
        let path = "\(system.folder)/spool/upload-\(begun.upload)"
        #expect(try Files.read(path) == Array("abcdef".utf8))
    }

    @Test(arguments: ["Ab12Cd", "../x", ""])
    func `an unknown upload has a reason`(handle: String) async throws {
        let system = try ImportSystem { _, _, _ in }

        let error = await #expect(throws: Status.self) {
            try await system.client.call(
                Imports.uploaded, Imports.UploadedRequest(upload: handle))
        }

        #expect(error?.code == (handle == "Ab12Cd" ? .notFound : .invalidArgument))
    }

    @Test func `an upload beyond the import limit is rejected and leaves no file`() async throws {
        let system = try ImportSystem { _, _, _ in }
        await system.storage.set(Settings.importLimit, "1")

        let error = await #expect(throws: Status.self) {
            try await system.client.upload(
                Imports.upload, Imports.UploadRequest(name: "x", bytes: 1_000_000_001)
            ) { _ in }
        }
        let spool = Spool(folder: "\(system.folder)/spool")
        let other = await #expect(throws: Status.self) {
            try await Client(inProcess: LimitedSpool(spool: spool)).upload(
                Imports.upload, Imports.UploadRequest(name: "x", bytes: nil)
            ) { writer in
                for _ in 0..<4 {
                    try await writer.send(
                        Packet(Empty(), columns: [Column("data", .bytes, Bytes("abc"))]))
                }
            }
        }

        for error in [error, other] {
            #expect(error?.code == .resourceExhausted)
            #expect(error?.hint?.contains("importLimit") == true)
        }
        #expect(Files.names(in: spool.folder).isEmpty)
    }

    /// Accepts uploads of at most 10 bytes.
    private struct LimitedSpool: Service {
        let spool: Spool

        func register(on router: inout Router) {
            router.handle(Imports.upload) { request, _, reader in
                try await spool.receive(request, reader, limit: 10)
            }
        }
    }

    @Test(arguments: ["", "/../../dayline.sqlite", "a/b", "a\0b"])
    func `a handle with path characters is rejected`(handle: String) throws {
        let spool = Spool(folder: "/home/x/spool")

        #expect(throws: Status.self) { try spool.path(of: handle) }
        #expect(try spool.path(of: "Ab12Cd") == "/home/x/spool/upload-Ab12Cd")
    }
}
