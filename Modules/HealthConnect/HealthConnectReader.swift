import CivilTime
import DeviceExports
package import PluginKit
import SQLiteFiles

/// Reads an export of Android's Health Connect: a zip or folder with its database, or the database.
package final class HealthConnectReader {
    let database: HealthConnectDatabase
    let origins: HealthConnectOrigins
    let workouts: HealthConnectWorkouts
    var batches: SampleBatches
    /// The UTC offsets of records in seconds, by day.
    private var offsets: [CivilDate: Int] = [:]

    private static let offsetLimit = 20_000

    /// Reads the database among the parts, and counts the other files.
    /// - Throws: An `ImportProblem` if the import has no readable database of Health Connect.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let databases = parts.filter(\.isDatabase)
        let named = databases.filter { $0.fileName.lowercased().contains("health_connect") }
        guard let part = named.first ?? databases.first else { throw unknown(file) }
        for other in parts where other.name != part.name {
            batches.countFiles([String(other.fileName): ItemCounts(ignored: 1)])
        }
        var progress = ExportProgress([part])
        progress.begin(part)
        let database = HealthConnectDatabase(
            try part.database(in: file, progress: progress, into: &batches))
        guard database.isExport else { throw unknown(file) }
        let reader = try HealthConnectReader(database, batches)
        reader.reportDamage(of: part.name)
        database.reportProgress = { [unowned reader] in
            try progress.report(part.size / 2, to: &reader.batches)
        }
        try reader.read()
        batches = reader.batches
    }

    private static func unknown(_ file: ImportFile) -> ImportProblem {
        ImportProblem(
            "\(file.name) has no database of Health Connect.",
            hint: "In the settings of Android choose Health Connect, Backup and restore, "
                + "Scheduled export, and import the zip.")
    }

    private init(_ database: HealthConnectDatabase, _ batches: SampleBatches) throws {
        self.database = database
        self.batches = batches
        origins = try HealthConnectOrigins(database)
        workouts = try HealthConnectWorkouts(database)
    }

    private func reportDamage(of file: String) {
        database.reportDamage = { [unowned self] table, reason in
            batches.reportTruncation("\(file): \(table) is not read further: \(reason)", at: 0)
        }
    }

    private func read() throws {
        for measure in HealthConnectMeasure.intervals { try readIntervals(measure) }
        try readIntervals(.distance) { [workouts] origin, start, end in
            workouts.type(origin, start, end).map(Self.distance)
        }
        for measure in HealthConnectMeasure.instants { try readInstants(measure) }
        for series in HealthConnectSeries.all { try readSeries(series) }
        try readNights()
        try readPressures()
        try readMeals()
        try readEvents()
        try readWorkouts()
        for table in database.otherTables {
            batches.ignore(try database.count(table), of: String(table.prefix(64)))
        }
        try batches.setUTCOffsets(
            Dictionary(uniqueKeysWithValues: offsets.map { ("\($0.key)", $0.value) }))
        batches.setFormat(
            "database of Health Connect, schema \(database.version)",
            untried: try untriedKinds())
    }

    /// The kinds of records that public exports have.
    private static let triedKinds: Set<String> = [
        "active_calories_burned", "basal_metabolic_rate", "blood_pressure", "body_fat", "distance",
        "heart_rate", "height", "oxygen_saturation", "sleep_session", "steps", "weight",
    ]

    /// The kinds of the records that are read and that no public export has.
    private func untriedKinds() throws -> [String] {
        try database.readRecordTables.filter { try database.count($0) > 0 }
            .map { String($0.dropLast(HealthConnectDatabase.recordSuffix.count)) }
            .filter { !Self.triedKinds.contains($0) }
            .map { $0.replacing("_", with: " ") }
    }

    /// The metric of a distance during a workout.
    static func distance(_ type: String) -> String {
        let metric = ActivityName.distanceStatistic(type)
        return metric == "distanceOther" ? HealthConnectMeasure.distance.metric : metric
    }

    // MARK: Numbers

    /// `metric` decides on the metric by the origin and the times; nil is that of the measure.
    private func readIntervals(
        _ measure: HealthConnectMeasure,
        metric: (HealthConnectOrigins.Origin, Int64, Int64) -> String? = { _, _, _ in nil }
    ) throws {
        try database.read(
            measure.table,
            ["row_id", "start_time", "end_time", "start_zone_offset", measure.column]
                + HealthConnectOrigins.columns
        ) { row in
            let location = Self.location(row, measure.table)
            guard let start = row.integer(1), let end = row.integer(2), let value = row.number(4)
            else { return try quarantine(location, measure.metric) }
            let origin = HealthConnectOrigins.Origin(row, at: 5)
            note(offset: row.integer(3), at: start)
            let name = metric(origin, start, end) ?? measure.metric
            try append(
                value / measure.divisor, name, measure.unit, origin, start..<max(start, end),
                endsBeforeStart: end < start, location)
            workouts.add(value / measure.divisor, of: name, origin, start, end)
        }
    }

    private func readInstants(_ measure: HealthConnectMeasure) throws {
        try database.read(
            measure.table,
            ["row_id", "time", "zone_offset", measure.column] + HealthConnectOrigins.columns
        ) { row in
            let location = Self.location(row, measure.table)
            guard let time = row.integer(1), let value = row.number(3) else {
                return try quarantine(location, measure.metric)
            }
            note(offset: row.integer(2), at: time)
            try append(
                value / measure.divisor, measure.metric, measure.unit,
                HealthConnectOrigins.Origin(row, at: 4), time..<time, location)
        }
    }

    private func readSeries(_ series: HealthConnectSeries) throws {
        guard
            let tables = series.tables.first(where: {
                database.has("parent_key", in: $0.values) && database.hasTable($0.records)
            })
        else { return }
        let name = series.kind.metric(during: nil)?.name ?? series.column
        try database.read(
            tables.values, ["rowid", "epoch_millis", series.column], with: tables.records,
            ["row_id"] + HealthConnectOrigins.columns
        ) { row in
            let location = Self.location(row, tables.values)
            guard row.integer(3) != nil, let time = row.integer(1), let value = row.number(2)
            else { return try quarantine(location, name) }
            let origin = HealthConnectOrigins.Origin(row, at: 4)
            let type = workouts.type(origin, time, time)
            guard let (metric, unit) = series.kind.metric(during: type) else {
                return batches.ignore(of: "\(series.column) outside of a workout")
            }
            try append(value, metric, unit, origin, time..<time, location)
            workouts.add(value, of: metric, origin, time, time)
        }
    }

    // MARK: Items

    func append(
        _ value: Double, _ metric: String, _ unit: String, _ origin: HealthConnectOrigins.Origin,
        _ times: Range<Int64>, endsBeforeStart: Bool = false, isPart: Bool = false,
        _ location: ItemLocation
    ) throws {
        guard !endsBeforeStart else {
            return try batches.quarantine(
                location, type: metric, reason: "it ends before it starts")
        }
        let series = try batches.series(origins.series(metric, unit, origin, isPart: isPart))
        try batches.append(
            series, start: times.lowerBound, end: times.upperBound, value: value, from: location)
    }

    func quarantine(_ location: ItemLocation, _ type: String) throws {
        try batches.quarantine(
            location, type: type, reason: "it has no time, value or record that it belongs to")
    }

    /// The location of a row whose first column is its number.
    static func location(_ row: SQLiteFile.Row, _ table: String) -> ItemLocation {
        ItemLocation(offset: 0, line: 0, text: "\(table), row \(row.integer(0) ?? 0)")
    }

    /// Notes the UTC offset of a day: that of its first record.
    func note(offset: Int64?, at instant: Int64) {
        guard let offset, offset.magnitude <= 18 * 3600, offsets.count < Self.offsetLimit,
            instant.magnitude < 1 << 53
        else { return }
        let day = CivilDate(
            clampingDays: floorDivision(floorDivision(instant, 1000) + offset, secondsPerDay))
        if offsets[day] == nil { offsets[day] = Int(offset) }
    }
}
