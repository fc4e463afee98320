package import HostFiles
import RPC
import Synchronization

/// What a person has set about the processes of a home, in `settings.json`.
package struct SupervisorSettings: Codable, Hashable, Sendable {
    /// By worker, how many processes run.
    package var counts: [String: Int]

    package init(counts: [String: Int] = [:]) {
        self.counts = counts
    }

    private static let changeLock = Mutex(())

    /// Changes what the file says. Changes of this process come one after the other.
    /// - Throws: As `read`, and when the file cannot be written.
    package static func change(in home: Home, _ body: (inout Self) -> Void) throws {
        try changeLock.withLock { _ in
            var settings = try read(home)
            body(&settings)
            try settings.write(to: home)
        }
    }

    /// - Throws: A `Status` that names the file when it is there and makes no sense.
    package static func read(_ home: Home) throws -> Self {
        guard let bytes = try Files.readIfPresent(home.settings, limit: 1 << 20) else {
            return Self()
        }
        guard let settings = try? JSONBody.decode(Self.self, from: Bytes(bytes)),
            settings.counts.values.allSatisfy(Manifest.countRange.contains)
        else {
            throw Status(
                .failedPrecondition,
                "\(home.settings) must look like {\"counts\": {\"aggregation\": 2}}, with numbers "
                    + "from \(Manifest.countRange.lowerBound) to "
                    + "\(Manifest.countRange.upperBound).",
                hint: "Mend the file, or remove it to have the standard numbers.")
        }
        return settings
    }

    package func write(to home: Home) throws {
        let bytes = try JSONBody.encode(self)
        try Files.writeAtomically(bytes.array(of: UInt8.self), to: home.settings)
    }
}
