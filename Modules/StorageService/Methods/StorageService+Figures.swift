package import Contracts
import StorageCore

extension StorageService: FigureOperations {
    package var commitTimes: StorageFigures.CommitTimes { file.commitTimes }

    /// One process has the file.
    package var ownerChanges: (gained: Int, lost: Int)? { nil }

    /// Replicas of a home are followed by their own state.
    package func standbys() async throws -> [StorageFigures.Standby]? { nil }
}
