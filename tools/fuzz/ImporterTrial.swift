import PluginKit

/// Runs the reader of an importer on an input.
enum ImporterTrial {
    typealias Read = (ImportFile, inout SampleBatches) throws -> Void

    // Unchecked: the program has one thread.
    private nonisolated(unsafe) static var read: Read = { _, _ in }

    private struct CurrentImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try ImporterTrial.read(file, &batches)
        }
    }

    /// The items of a file; nil if the importer reports that the file cannot be read. Any other error
    /// ends the program.
    static func result(
        of bytes: [UInt8], named name: String, _ read: @escaping Read
    ) -> ImportTrial? {
        self.read = read
        do {
            return try ImportTrial(of: CurrentImporter(), reading: bytes, named: name, zone: "UTC")
        } catch is ImportProblem {
            return nil
        } catch {
            FuzzCase.fail("the importer throws \(error)")
        }
    }
}
