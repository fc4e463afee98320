import CivilTime
import Contracts
import HabitApps
import HostFiles
package import RPC
import Texts
import Tracker

/// A database of Loop Habit Tracker with the habits of a profile: its checkboxes and numbers.
///
/// Properties of a Loop habit that no activity has, such as its question, come from the import.
package struct LoopFile: Sendable {
    private let client: Client
    private let options: CallOptions

    package init(client: Client, options: CallOptions) {
        self.client = client
        self.options = options
    }

    /// The rows of a written database.
    package struct Counts: Codable, Hashable, Sendable {
        package var habits = 0
        package var marks = 0
        /// The names of activities that Loop has no form for.
        package var omitted: [String] = []
    }

    /// Writes the database, which replaces the file.
    package func write(to path: String) async throws -> Counts {
        let habits = try await habits()
        let database = try ExportDatabase(replacing: path, version: LoopSchema.version)
        do {
            return try await write(habits, to: database)
        } catch {
            database.discard()
            throw error
        }
    }

    private func write(
        _ source: LoopHabits, to database: ExportDatabase
    ) async throws -> Counts {
        try database.run(LoopSchema.tables)
        let insertHabit = try database.statement(
            inserting: LoopSchema.habitColumns.count, into: "Habits")
        let insertMark = try database.statement(inserting: 5, into: "Repetitions")
        var counts = Counts()
        for activity in source.activities {
            guard let habit = source.habit(of: activity) else {
                counts.omitted.append(activity.name)
                continue
            }
            counts.habits += 1
            let id = Int64(counts.habits)
            try insertHabit.run(habit.row(id))
            for (day, mark) in try await marks(of: habit).sorted(by: { $0.key < $1.key }) {
                counts.marks += 1
                try insertMark.run([
                    .integer(Int64(counts.marks)), .integer(id),
                    .integer(Int64(day.days) * LoopSchema.millisecondsOfDay),
                    .integer(mark.value), .text(mark.notes),
                ])
            }
        }
        insertHabit.finalize()
        insertMark.finalize()
        try database.close()
        return counts
    }

    /// The marks of a habit by day.
    private func marks(of habit: LoopHabitRow) async throws -> [CivilDate: LoopMark] {
        var marks: [CivilDate: LoopMark] = [:]
        try await client.forEachEntryPage(of: habit.activity, options) { page in
            for entry in page {
                marks[entry.date, default: LoopMark(habit)].add(entry)
            }
        }
        for (day, text) in habit.annotations {
            marks[day, default: LoopMark(habit)].add(note: text)
        }
        for day in habit.failedDays {
            marks[day, default: LoopMark(habit)].isFailed = true
        }
        return marks.filter { !$0.value.isEmpty }
    }

    private func habits() async throws -> LoopHabits {
        let activities = try await client.call(Activities.list, .init(), options).activities
        let annotations = try await client.call(
            Statistics.annotations, Statistics.AsOfRequest(), options
        ).annotations
        let settings = try await client.call(Settings.list, Empty(), options).values
        var attributes: [String: [String: String]] = [:]
        var request = TrackerRecords.DocumentsRequest(kinds: [ImportedRecord.kind])
        repeat {
            let page = try await client.call(TrackerRecords.documents, request, options)
            for document in page.documents {
                let record = try JSONBody.decode(ImportedRecord.self, from: Bytes(document.body))
                attributes[document.id] = record.attributes
            }
            request.after = page.next
        } while request.after != nil
        return LoopHabits(
            activities: activities.filter { $0.deleted == nil }, attributes: attributes,
            annotations: annotations, settings: settings)
    }
}
