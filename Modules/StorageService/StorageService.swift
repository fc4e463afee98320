import GRDB
package import RPC

/// The one process that reads and writes a home's database.
package final class StorageService: Service {
    let database: Database
    let board = FoldBoard()

    /// Opens the database, makes the default profile, and clears what dead imports left.
    ///
    /// - Parameters:
    ///   - path: The database file; its folder exists.
    ///   - systemZone: IANA name of the zone that a first profile lives in.
    /// - Throws: What is wrong with the file, as a status.
    package init(path: String, systemZone: String) async throws {
        database = try Database(path: path)
        try await database.main.write { db in
            try ProfileRow.makeDefault(zone: systemZone, db)
            try ImportRow.clearStaged(db)
        }
        await board.add(try await database.main.read { db in try DirtyRow.allSlices(db) })
    }

    package func register(on router: inout Router) {
        registerProfiles(on: &router)
        registerStaging(on: &router)
        registerFolds(on: &router)
        registerDays(on: &router)
        registerSettings(on: &router)
    }

    /// A write that is on the disk when it returns.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (GRDB.Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.main.write(body)
        } catch let error as DatabaseError {
            throw StorageError(error, path: database.main.path)
        }
    }

    /// A write of what could be made again.
    func writeDerived<Value: Sendable>(
        _ body: @escaping @Sendable (GRDB.Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.derived.write(body)
        } catch let error as DatabaseError {
            throw StorageError(error, path: database.main.path)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (GRDB.Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.main.read(body)
        } catch let error as DatabaseError {
            throw StorageError(error, path: database.main.path)
        }
    }
}
