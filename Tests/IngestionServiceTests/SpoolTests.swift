import Contracts
import Glibc
import HostFiles
import RPC
import TestKit
import Testing

@testable import IngestionService

struct SpoolTests {
    @Test func `an upload is imported like a file, and goes with its import`() async throws {
        let world = try ImportWorld { desk, job, _ in
            #expect(job.fileName == "from-afar.xml")
            try await desk.push(job) { try $0.appendHeartRate(0..<3) }
        }

        let uploaded = try await world.client.upload(
            Imports.upload, Imports.Upload(name: "from-afar.xml", bytes: 10)
        ) { writer in
            for part in ["<?xml", "<Data"] {
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(part))]))
            }
        }
        var status = stat()
        #expect(stat(uploaded.path, &status) == 0)
        let report = try await world.client.stream(
            Imports.run, Imports.Run(path: uploaded.path, name: "from-afar.xml")
        ) { _ in }

        #expect(uploaded.bytes == 10)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(report.file == "from-afar.xml")
        #expect(report.bytes == 10)
        #expect(access(uploaded.path, F_OK) != 0)
        #expect(access(world.file, F_OK) == 0)
    }

    @Test func `an upload that breaks off leaves nothing`() async throws {
        struct Broken: Error {}
        let world = try ImportWorld { _, _, _ in }

        await #expect(throws: Status.self) {
            try await world.client.upload(
                Imports.upload, Imports.Upload(name: "x", bytes: nil)
            ) { writer in
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes("abc"))]))
                throw Broken()
            }
        }

        try await eventually("an empty spool") {
            Files.names(in: "\(world.folder)/spool").isEmpty
        }
    }

    @Test func `only files of the spool are removed by it`() {
        let spool = Spool(folder: "/home/x/spool")

        #expect(spool.holds("/home/x/spool/upload-Ab12Cd"))
        #expect(!spool.holds("/home/x/spool/upload-/../../dayline.sqlite"))
        #expect(!spool.holds("/home/x/export.zip"))
    }
}
