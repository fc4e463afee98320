import Contracts
import Foundation
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct StagingLossTests {
    @Test func `a copy of the files made during an import shows no staged rows`()
        async throws
    {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage(Array(1...50), import: id)
        let copy = storage.folder + "-copy"
        try FileManager.default.copyItem(atPath: storage.folder, toPath: copy)

        let recovered = try await TemporaryStorage(folder: copy)

        #expect(try await recovered.publishedSegments().isEmpty)
    }

    @Test func `a copy of the files made after publishing shows the whole import`() async throws {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage(Array(1...50), import: id)
        try await storage.publish(id)
        let copy = storage.folder + "-copy"
        try FileManager.default.copyItem(atPath: storage.folder, toPath: copy)

        let recovered = try await TemporaryStorage(folder: copy)

        #expect(try await recovered.publishedSegments() == Array(1...50))
        let listing = try await recovered.client.call(ImportLog.list, ImportLog.ListRequest())
        #expect(listing.imports.count == 1)
    }
}
