package import HostFiles
import Memberwise
import RPC
import Synchronization

/// The user's settings for the processes of a home, in `settings.json`.
@Memberwise
package struct SupervisorSettings: Codable, Hashable, Sendable {
    /// The number of processes by worker.
    package var counts: [String: Int] = [:]
    /// The database server with the data; nil: the data is in the home.
    package var database: DatabaseServer? = nil

    private static let changeLock = Mutex(())

    /// Changes the settings in the file. Changes by this process are serialised.
    /// - Throws: As `read`, and if the file cannot be written.
    package static func change(in home: Home, _ body: (inout Self) -> Void) throws {
        try changeLock.withLock { _ in
            var settings = try read(home)
            body(&settings)
            try settings.write(to: home)
        }
    }

    /// - Throws: A `Status` with the path if the file exists and is invalid.
    package static func read(_ home: Home) throws -> Self {
        guard let bytes = try Files.readIfPresent(home.settings, limit: 1 << 20) else {
            return Self()
        }
        guard let settings = try? JSONBody.decode(Self.self, from: Bytes(bytes)),
            settings.counts.values.allSatisfy(Manifest.countRange.contains)
        else {
            throw Status(
                .failedPrecondition,
                "\(home.settings) must have the form {\"counts\": {\"aggregation\": 2}}, with "
                    + "numbers from \(Manifest.countRange.lowerBound) to "
                    + "\(Manifest.countRange.upperBound).",
                hint: "Correct the file, or remove it to use the default numbers.")
        }
        return settings
    }

    package func write(to home: Home) throws {
        let bytes = try JSONBody.encode(self)
        try Files.writeAtomically(bytes.array(of: UInt8.self), to: home.settings)
    }
}
