import Memberwise
import RPC

/// The files of a snapshot with the names of their blocks.
@Memberwise
package struct BackupFileList: Codable, Hashable, Sendable {
    var files: [File]

    @Memberwise
    package struct File: Codable, Hashable, Sendable {
        /// ``databasePath``, or `photos/` and the name of a photo.
        package var path: String
        package var bytes: Int64
        /// The names of the blocks one after the other, 64 digits each.
        var blocks: String

        /// The names of the blocks in the order of the file.
        var blockNames: [String] {
            let digits = Array(blocks.utf8)
            return stride(from: 0, to: digits.count, by: nameDigits).map {
                String(decoding: digits[$0..<min($0 + nameDigits, digits.count)], as: UTF8.self)
            }
        }
    }

    package static let databasePath = "dayline.sqlite"
    package static let photoFolder = "photos/"
    private static let nameDigits = 64

    /// The database.
    /// - Throws: DATA_LOSS if the list has none.
    package var database: File {
        get throws(Status) {
            guard let file = files.first(where: { $0.path == Self.databasePath }) else {
                throw Status(.dataLoss, "The list of files of the backup is damaged.")
            }
            return file
        }
    }

    package var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }

    /// The photos.
    package var photos: [File] { files.filter { $0.path.hasPrefix(Self.photoFolder) } }

    /// The names of all blocks.
    var blockNames: Set<String> { Set(files.flatMap(\.blockNames)) }
}
