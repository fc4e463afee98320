import HabitExports
import PluginKit

/// Reads the databases of Loop Habit Tracker.
@main
struct LoopHabitImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try LoopReader.read(file, into: &batches)
    }
}
