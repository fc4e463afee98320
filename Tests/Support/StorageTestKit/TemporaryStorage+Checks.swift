package import Contracts
import Foundation
import RPC

extension TemporaryStorage {
    /// The checks of storage by name.
    package func checks(
        isRepairing: Bool = false, isQuick: Bool? = nil
    ) async throws -> [String: Checkups.Check] {
        let found = try await client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: isRepairing, isQuick: isQuick))
        return Dictionary(found.checks.map { ($0.name, $0) }) { first, _ in first }
    }

    package func state() async throws -> Checkups.StateResponse {
        try await client.call(Checkups.state, Empty())
    }

    /// Copies the files of the database to a new folder, except those with the suffixes.
    /// - Returns: The folder.
    package func copied(without suffixes: [String] = [], to folder: String? = nil) throws -> String
    {
        let folder = folder ?? NSTemporaryDirectory() + "dl-storage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for suffix in ["", "-wal", ".acknowledged"] where !suffixes.contains(suffix) {
            let target = "\(folder)/dayline.sqlite\(suffix)"
            guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
            try FileManager.default.copyItem(atPath: path + suffix, toPath: target)
        }
        return folder
    }
}
