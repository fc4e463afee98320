package import Contracts
package import HostFiles
package import PostgresClient
package import RPC
package import StorageCore

/// The services of the database on PostgreSQL. Several workers share a database; each profile has one owner
/// at a time.
package final class PostgresStorage: StorageOperations {
    /// The time for reaching the server, which may be restarted or replaced by a standby meanwhile. The
    /// callers of a call try again until their deadline.
    static let connectLimit = Duration.seconds(3)
    /// The time for a round trip.
    static let statementLimit = Duration.seconds(60)
    package let publisher: CommitPublisher
    package let zones: TimeZoneFiles
    /// The photos of the home; nil: none.
    let photos: PhotoFolder?
    let catalog: ZoneCatalog
    let pool: PostgresPool
    let ownership: ProfileOwnership
    /// Distinguishes the imports that this process stages from those of others.
    let instance = UInt64.random(in: 0...UInt64.max)
    /// The times of the last round trip of changes, with their commits.
    let commitHistogram = CommitHistogram()
    /// True if the storage never becomes the owner of a profile.
    let isReadOnly: Bool

    /// Checks the schema, and adds the default profile to a database without profiles.
    ///
    /// - Parameters:
    ///   - pool: Connections as the role of the workers.
    ///   - systemZone: IANA name of the default profile's zone.
    ///   - zones: The time zone files of the system.
    ///   - photos: The photos of the home; nil: none.
    ///   - reclaimDelay: The time after the loss of a profile to another worker in which this worker does not
    ///     claim the profile again. The broker meanwhile cancels the requests that this process received
    ///     before it was suspended.
    ///   - unpublished: For reading profiles while they are moved, by name, those that have no name in the
    ///     database yet; nil for a storage worker.
    ///   - now: The current time, in milliseconds since 1970.
    ///   - onChange: Called with committed changes, in the order of their numbers within a profile. Must
    ///     not block.
    /// - Throws: `PostgresError` if the database cannot be reached; FAILED_PRECONDITION if it has another
    ///   schema, or forgets commits.
    package init(
        _ pool: PostgresPool, systemZone: String, zones: TimeZoneFiles = TimeZoneFiles(),
        photos: PhotoFolder? = nil, reclaimDelay: Duration = .milliseconds(500),
        unpublished: [String: Int64]? = nil,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws {
        publisher = CommitPublisher(now: now, onChange: onChange)
        self.zones = zones
        self.photos = photos
        catalog = ZoneCatalog(files: zones)
        self.pool = pool
        isReadOnly = unpublished != nil
        ownership = ProfileOwnership(
            pool, publisher, instance: instance, reclaimDelay: reclaimDelay,
            ids: unpublished ?? [:])
        let hasProfiles = try await pool.withConnection(within: Self.connectLimit) { connection in
            try await PostgresMigrator.check(connection)
            let results = try await connection.run(
                [PostgresQuery("SELECT EXISTS (SELECT FROM dayline.profile_name)")],
                within: Self.statementLimit)
            return try results[0].first?.bool(0) ?? false
        }
        if !hasProfiles, !isReadOnly {
            do {
                try await insertProfile(
                    CallMetadata.defaultProfile, zone: systemZone)
            } catch StorageError.profileExists {
                // Another worker has added it at the same time.
            }
        }
    }

    /// Ends the calls that wait for fold tasks or for folded days, which would not end by themselves.
    package func stopFolding() async {
        await publisher.foldQueue.close()
    }

    package func checkWritable() {}

    /// Ends the connections. No other method may be called afterwards.
    package func close() {
        pool.close()
    }
}

extension PostgresStorage: Service {
    package func register(on router: inout Router) {
        let services = StorageServices(self)
        services.registerDatabase(on: &router)
        services.registerCohorts(on: &router)
        registerCheckups(on: &router)
        registerErase(on: &router)
        registerBackups(on: &router)
    }
}
