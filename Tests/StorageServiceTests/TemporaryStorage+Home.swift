import Foundation
import GRDB
import Testing

extension TemporaryStorage {
    /// The folder of a home of an earlier schema, with what the statements put into it.
    static func home(schema version: Int, _ statements: String) async throws -> String {
        let folder = NSTemporaryDirectory() + "dl-storage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Modules/StorageService/Schema")
        let files = try FileManager.default.contentsOfDirectory(atPath: schema.path)
        let steps = try (1...version).map { number in
            let name = try #require(files.first { $0.hasPrefix("v\(number)_") })
            return try String(contentsOf: schema.appendingPathComponent(name), encoding: .utf8)
        }
        try await DatabaseQueue(path: "\(folder)/dayline.sqlite").write { db in
            db.add(
                function: DatabaseFunction("row_detail", argumentCount: 1, pure: true) { _ in "" })
            try db.execute(
                sql: steps.joined() + """
                    \(statements)
                    PRAGMA user_version = \(version);
                    """)
        }
        return folder
    }
}
