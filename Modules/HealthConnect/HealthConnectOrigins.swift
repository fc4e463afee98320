import HealthMetrics
import PluginKit
import SQLiteFiles

/// The applications and devices of an export by the numbers of their rows.
struct HealthConnectOrigins {
    private var applications: [Int64: String] = [:]
    private var devices: [Int64: String] = [:]

    /// Rows of one of the two tables.
    private static let limit = 10_000

    /// The application, the device and the way of recording of a record, as columns of its table.
    struct Origin: Hashable {
        var application: Int64
        var device: Int64
        var isManual: Bool

        /// The number of `recording_method` of an entry by hand.
        private static let manual: Int64 = 3

        /// Reads three columns from `first`; NULL is 0.
        init(_ row: SQLiteFile.Row, at first: Int32) {
            application = row.integer(first) ?? 0
            device = row.integer(first + 1) ?? 0
            isManual = row.integer(first + 2) == Self.manual
        }
    }

    /// The columns of an origin in the order of ``Origin/init(_:at:)``.
    static let columns = ["app_info_id", "device_info_id", "recording_method"]

    init(_ database: HealthConnectDatabase) throws {
        var (applications, devices) = ([Int64: String](), [Int64: String]())
        try database.read(
            "application_info_table", ["row_id", "app_name", "package_name"]
        ) { row in
            guard let id = row.integer(0), applications.count < Self.limit else { return }
            applications[id] = row.text(1) ?? row.text(2)
        }
        try database.read(
            "device_info_table", ["row_id", "manufacturer", "model", "device_type"]
        ) { row in
            guard let id = row.integer(0), devices.count < Self.limit else { return }
            let names = [row.text(1), row.text(2)].compactMap(\.self)
            devices[id] = DeviceName.text(
                name: names.joined(separator: " "), manufacturer: row.text(1) ?? "",
                kind: row.integer(3).flatMap { Self.kinds[$0] } ?? "")
        }
        self.applications = applications
        self.devices = devices
    }

    /// The name of an application; that of the export without one.
    func source(_ origin: Origin) -> String {
        applications[origin.application] ?? "Health Connect"
    }

    /// The words for the values of `device_type` that tell the class of a source. A band (6) is worn as a
    /// watch is.
    private static let kinds: [Int64: String] = [1: "Watch", 2: "Phone", 6: "Watch"]

    /// The text of a device; empty if unknown.
    func device(_ origin: Origin) -> String { devices[origin.device] ?? "" }

    func series(
        _ metric: String, _ unit: String, _ origin: Origin, isPart: Bool = false
    ) -> SeriesDescription {
        SeriesDescription(
            metric: metric, unit: unit, source: source(origin), device: device(origin),
            isManualEntry: origin.isManual, isPart: isPart)
    }
}
