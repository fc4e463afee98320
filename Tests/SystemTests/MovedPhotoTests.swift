import Foundation
import PostgresServer
import Testing

/// The photos of a home that moves between its file and PostgreSQL, through the programs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MovedPhotoTests {
    /// Adds a photo of some size to an activity.
    /// - Returns: The identifier of the photo.
    private func addPhoto(_ size: Int, to activity: String, _ system: DaylineSystem) throws
        -> String
    {
        let file = "\(system.home)-\(size).png"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let drawing = try DaylineSystem.run(
            "/usr/bin/vips", ["gaussnoise", file, "\(size)", "\(size)"])
        try #require(drawing.status == 0, "\(drawing.errors)")
        let photo = try system.json("photo", "add", file, "--activity", activity)
        return try #require(photo["id"] as? String)
    }

    /// The stored bytes of a photo or of its thumbnail.
    private func content(
        _ id: String, _ system: DaylineSystem, _ options: String...
    ) throws -> Data {
        let file = "\(system.home)-saved"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try system.json(["photo", "save", id, "--output", file] + options)
        return try #require(FileManager.default.contents(atPath: file))
    }

    @Test func `photos move to PostgreSQL and back, and need no folder of the home there`()
        async throws
    {
        let server = try TemporaryPostgres(settings: ["fsync = on"])
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try DaylineSystem()
        let (photos, archive) = ("\(system.home)/photos", "\(system.home)-days.zip")
        defer { try? FileManager.default.removeItem(atPath: archive) }
        for name in ["Face", "Side"] { _ = try system.json("activity", "add", name, "--daily") }
        // Noise does not compress: more than one piece of 1 MiB.
        let first = try addPhoto(1500, to: "Face", system)
        let before = try content(first, system)

        let there = try system.json("move", "--to", address)
        try FileManager.default.removeItem(atPath: photos)
        let moved = try content(first, system)
        let thumbnail = try content(first, system, "--thumbnail")
        let second = try addPhoto(200, to: "Side", system)
        let added = try content(second, system)
        _ = try system.json("photo", "delete", second)
        _ = try system.json("undo")
        let restored = try content(second, system)
        _ = try system.json("export", archive)
        let folderOnServer = FileManager.default.fileExists(atPath: photos)
        let doctor = try system.run("doctor")
        let back = try system.json("move", "--to", "sqlite")

        #expect(before.count > 1 << 20)
        #expect((there["notes"] as? [String])?.first?.hasPrefix("1 photo is copied") == true)
        #expect(moved == before)
        #expect(thumbnail.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(restored == added)
        #expect(!folderOnServer)
        let exported = try FileManager.default.attributesOfItem(atPath: archive)
        #expect((exported[.size] as? Int ?? 0) > before.count)
        #expect(doctor.status == 0, "\(doctor.output)")
        #expect((back["notes"] as? [String])?.first?.hasPrefix("2 photos are copied") == true)
        #expect(try content(first, system) == before)
        #expect(try content(second, system) == added)
    }
}
