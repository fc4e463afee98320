package import RPC

/// The operations of an engine that has its data in a database.
package typealias DatabaseOperations = ProfileOperations & SettingOperations & ChangeLogOperations
    & TrackerRecordOperations & StagingOperations & ImportLogOperations & OriginalOperations
    & PhotoOperations & FoldOperations & DayOperations & SourceOperations & HealthRowOperations
    & CorrectionOperations & CheckupOperations & FigureOperations

extension StorageServices where Engine: DatabaseOperations {
    /// Registers the contracts that each engine with a database serves in the same way.
    package func registerDatabase(on router: inout Router) {
        registerProfiles(on: &router)
        registerSettings(on: &router)
        registerChanges(on: &router)
        registerTracker(on: &router)
        registerStaging(on: &router)
        registerImportLog(on: &router)
        registerOriginals(on: &router)
        registerPhotos(on: &router)
        registerFolds(on: &router)
        registerDays(on: &router)
        registerSources(on: &router)
        registerHealthRows(on: &router)
        registerCorrections(on: &router)
        registerRepairs(on: &router)
        registerFigures(on: &router)
    }
}
