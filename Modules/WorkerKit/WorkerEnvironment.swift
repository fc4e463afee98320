import Contracts
import Glibc
package import HostFiles
package import Logging
package import RPC
package import ZeroMQTransport

/// The settings of a supervised process, from its environment variables.
package struct WorkerEnvironment: Sendable {
    package let home: Home
    /// The endpoint of the broker.
    package let bus: Endpoint
    /// The name of this process, such as `aggregation-2`.
    package let name: String
    /// Identifies this run of the process; never reused.
    package let instance: String
    /// Concurrent calls according to the manifest; nil uses the default of the worker.
    package let capacity: Int?
    package let logger: Logger
    /// Token of this start, or the secret itself for the broker; nil if started by hand.
    package let token: String?
    /// Socket of the supervisor; nil if started by hand.
    let supervisor: Int32?

    /// - Throws: A `Status` that names the missing or invalid variable.
    init(_ environment: [String: String]) throws(Status) {
        func value(_ variable: WorkerHandshake.Variable) -> String? {
            environment[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
        }
        func required(_ variable: WorkerHandshake.Variable) throws(Status) -> String {
            if let text = value(variable) { return text }
            throw Status(
                .failedPrecondition,
                "This program is started by daylined: \(variable.rawValue) is not set.",
                hint: "Start everything with: dayline up")
        }
        func number(
            _ variable: WorkerHandshake.Variable, _ range: ClosedRange<Int>
        ) throws(Status) -> Int? {
            guard let text = value(variable) else { return nil }
            guard let number = Int(text), range.contains(number) else {
                throw Status(
                    .invalidArgument,
                    "\(variable.rawValue) is \"\(text)\", which is not a number from "
                        + "\(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
        home = Home(
            folder: try required(.home), runFolder: try required(.run),
            readOnlyReason: value(.readOnly))
        bus = try Endpoint(
            parsing: required(.bus),
            key: value(.keyFile).map { path throws(Status) in try BusKey(file: path) })
        name = try required(.worker)
        instance = try required(.instance)
        capacity = try number(.capacity, Manifest.capacityRange)
        supervisor = try number(.supervisor, Self.descriptors).map(Int32.init)
        token = try number(.token, Self.descriptors).flatMap { Self.token(from: Int32($0)) }
        let level = value(.logLevel).flatMap(LogThreshold.Level.init(rawValue:)) ?? .info
        LogThreshold.process.level = level
        let name = name
        let format = value(.logFormat).flatMap(LogFormat.init(rawValue:)) ?? .text
        logger = Logger(label: name) { label in LineLogHandler(label: label, format: format) }
        CallLog.start(logger)
    }

    /// Reads the commit counter of storage; nil on another machine than storage, whose memory is not
    /// shared.
    package var commitCounter: CommitCounterReader? {
        bus.isRemote ? nil : CommitCounterReader(path: home.commitCounter)
    }

    /// The time zone data of this machine; nil on the machine of the home.
    package var zones: ZoneDataVersion? {
        bus.isRemote ? TimeZoneFiles().version() : nil
    }

    /// Maximum length of a token in bytes.
    private static let tokenLimit = 256

    /// The numbers of inherited descriptors, up to the most that Linux permits by default (fs.nr_open).
    private static let descriptors = 3...1_048_575

    /// Reads a token and closes the descriptor; nil if there is no data.
    private static func token(from descriptor: Int32) -> String? {
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: tokenLimit)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
