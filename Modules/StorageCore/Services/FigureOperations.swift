package import Contracts
import RPC

/// The figures for operators that an engine has.
package protocol FigureOperations: StorageOperations {
    /// The times of its commits.
    var commitTimes: StorageFigures.CommitTimes { get }
    /// The times that this process gained and lost the ownership of a profile; nil if it has all profiles.
    var ownerChanges: (gained: Int, lost: Int)? { get }
    /// The standbys of the database server; nil: unknown.
    func standbys() async throws -> [StorageFigures.Standby]?
}

extension StorageServices where Engine: FigureOperations {
    func registerFigures(on router: inout Router) {
        router.handle(StorageFigures.get) { [engine] _, _ in
            let folds = await engine.publisher.foldQueue.figures
            let owners = engine.ownerChanges
            return StorageFigures.GetResponse(
                commits: engine.commitTimes, waitingFolds: folds.waiting, leasedFolds: folds.leased,
                oldestFoldSeconds: folds.oldestJob.map { $0 / .seconds(1) },
                oldestLeaseSeconds: folds.oldestLease.map { $0 / .seconds(1) },
                gainedProfiles: owners?.gained, lostProfiles: owners?.lost,
                standbys: try await engine.standbys())
        }
    }
}
