// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

let package = Package(
    name: "dayline",
    platforms: [.macOS(.v15)],
    products: [
        // What importers outside this tree are made with.
        .library(name: "PluginKit", targets: ["PluginKit"])
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // The macros: a program that the compiler runs, outside the layers.
        .macro(
            name: "MemberwiseMacro", path: "Modules/MemberwiseMacro",
            swiftSettings: .strict + [.unsafeFlags(["-I", .syntaxLibraries])],
            linkerSettings: [
                .unsafeFlags([
                    "-L", .syntaxLibraries, "-Xlinker", "-rpath", "-Xlinker", .syntaxLibraries,
                ])
            ]),

        // Layer 0, the domain: values and pure functions.
        .module("Memberwise", "MemberwiseMacro"),
        .module("JSON", "Memberwise"),
        .module("Texts"),
        .module("DelimitedText"),
        .module("CivilTime", "Memberwise Texts"),
        .module("NaturalInput", "CivilTime Texts"),
        .module("HealthMetrics", "Memberwise Texts"),
        .systemLibrary(name: "CXXHash", path: "Modules/CXXHash"),
        .module("Samples", "CXXHash Memberwise", exclude: ["README.md"]),
        .module("Tracker", "CivilTime Memberwise HealthMetrics Texts"),
        .module(
            "Aggregation", "CivilTime Memberwise HealthMetrics Tracker", exclude: ["README.md"]),
        .module("Associations", "Memberwise"),
        .module("HabitApps", "Tracker"),
        .module("Windows", "CivilTime"),
        .module("TrackerRules", "CivilTime Memberwise Tracker"),
        .module("Milestones", "CivilTime Memberwise Texts"),
        .module("Notifications", "CivilTime Memberwise Milestones Texts Tracker"),
        .module("Workouts", "Memberwise"),
        .module("FIT"),
        .module("AppleHealth", "CivilTime HealthMetrics Workouts", exclude: ["README.md"]),
        .module(
            "TrackerDocuments",
            "CivilTime DelimitedText JSON Memberwise HealthMetrics Texts Tracker Workouts"),
        .module("Charts", "Aggregation CivilTime Memberwise TrackerRules Texts Windows Workouts"),

        // Layer 1, the wire: what one process may say to another.
        .module("RPC", "JSON Memberwise"),
        .module(
            "Contracts",
            "Memberwise RPC CivilTime HealthMetrics Milestones NaturalInput Texts Tracker Workouts"),

        // Layer 2, the transport: bytes between processes.
        .systemLibrary(name: "CZeroMQ", path: "Modules/CZeroMQ"),
        .module("CZeroMQOnDemand"),
        .module("CLinux"),
        .module("ZeroMQ", "CZeroMQ CLinux"),
        .module("ZeroMQTransport", "RPC ZeroMQ"),

        // Layer 3, the runtime: what every worker and every importer starts from, and the texts and
        // pictures of responses.
        .module("HostFiles", "CLinux CivilTime Contracts Memberwise RPC Texts"),
        .module("Processes", "CLinux Contracts Memberwise RPC"),
        .module("Broker", "CLinux CivilTime Contracts HostFiles RPC Texts ZeroMQ ZeroMQTransport"),
        .module("WorkerKit", "CLinux RPC Contracts ZeroMQ ZeroMQTransport HostFiles .logging"),
        .module(
            "Folding",
            "Aggregation CivilTime Contracts Memberwise HealthMetrics RPC Samples Tracker"),
        .module(
            "Correcting",
            "Aggregation CivilTime Contracts Folding Memberwise HealthMetrics RPC Samples"),
        .systemLibrary(name: "CZlib", path: "Modules/CZlib"),
        .systemLibrary(name: "CSodium", path: "Modules/CSodium"),
        .module(
            "BackupFolders", "CLinux CSodium CivilTime Contracts HostFiles Memberwise RPC Texts"),
        .module(
            "StorageCore",
            "BackupFolders CXXHash CZlib CivilTime Contracts Correcting HealthMetrics HostFiles",
            "Memberwise RPC Texts Tracker .crypto"),
        .systemLibrary(name: "CZip", path: "Modules/CZip"),
        .systemLibrary(name: "CSQLiteHooks", path: "Modules/CSQLiteHooks"),
        .module("CInflate", links: ["isal"]),
        .module("CDeflate", links: ["isal"]),
        .module("CRaster"),
        .systemLibrary(name: "CCurl", path: "Modules/CCurl"),
        .module("CDesktopBus"),
        .module("CMosquitto"),
        .systemLibrary(name: "CLibPQ", path: "Modules/CLibPQ"),
        .module("PostgresClient", "CLibPQ CLinux HostFiles RPC Texts"),
        .module(
            "Presentation",
            "CRaster Charts CivilTime Contracts HealthMetrics JSON Milestones RPC Texts Tracker",
            "TrackerRules Windows"),
        .module(
            "Exports",
            "CivilTime Contracts HabitApps HostFiles JSON Milestones RPC Texts Tracker .sqlite"),
        .module(
            "WebPages",
            "Charts CivilTime Contracts HostFiles Memberwise Milestones NaturalInput Presentation RPC",
            "Texts Tracker Windows Workouts"),
        .module("Uploads", "Contracts HostFiles RPC"),
        .module("ResponseCaching", "Contracts HostFiles RPC"),
        .module(
            "PluginKit",
            "CInflate CZip CivilTime Contracts HostFiles Memberwise HealthMetrics RPC Tracker",
            "Workouts ZeroMQ ZeroMQTransport"),
        .module("DeviceExports", "CivilTime DelimitedText JSON PluginKit"),
        .module("SQLiteFiles", "DeviceExports PluginKit .sqlite"),
        .module(
            "HabitExports", "DelimitedText DeviceExports HabitApps PluginKit SQLiteFiles Tracker"),
        .module("WorkoutFiles", "CivilTime DeviceExports FIT PluginKit Workouts"),
        .module("Withings", "CivilTime DelimitedText DeviceExports HealthMetrics JSON PluginKit"),
        .module("GoogleFit", "CivilTime DelimitedText DeviceExports JSON PluginKit WorkoutFiles"),
        .module(
            "SamsungHealth", "CivilTime DelimitedText DeviceExports JSON PluginKit WorkoutFiles"),
        .module("Fitbit", "CivilTime DelimitedText DeviceExports JSON PluginKit"),
        .module(
            "HealthConnect",
            "CivilTime DeviceExports HealthMetrics PluginKit SQLiteFiles WorkoutFiles"),
        .module("GarminExport", "CivilTime DeviceExports JSON PluginKit WorkoutFiles"),
        .module("Oura", "CivilTime DelimitedText DeviceExports JSON PluginKit"),
        .module(
            "HealthAutoExport", "CivilTime DeviceExports HealthMetrics JSON PluginKit WorkoutFiles"),

        // Layer 4, the services: one per worker, each testable without a process.
        .module(
            "StorageService",
            "BackupFolders CLinux Contracts CivilTime Correcting CSQLiteHooks CSodium CXXHash",
            "Folding HostFiles JSON HealthMetrics Memberwise RPC StorageCore Texts Tracker .grdb",
            ".sqlite",
            resources: [.embedInCode("Schema")]),
        .module(
            "PostgresStorage",
            "CivilTime Contracts Correcting Folding HealthMetrics HostFiles PostgresClient RPC",
            "StorageCore Tracker",
            resources: [.embedInCode("Schema")]),
        .module(
            "AggregationService",
            "Aggregation Associations Contracts CivilTime Folding HostFiles HealthMetrics",
            "NaturalInput RPC ResponseCaching Samples Texts Tracker Windows Workouts .logging"),
        .module(
            "TrackerService",
            "CivilTime Contracts HostFiles HealthMetrics JSON Milestones NaturalInput RPC",
            "ResponseCaching TrackerRules Texts TrackerDocuments Tracker Workouts .logging"),
        .module(
            "IngestionService",
            "CLinux CXXHash CZlib CivilTime Contracts Folding HostFiles HealthMetrics PluginKit",
            "Processes RPC Samples Texts TrackerDocuments Tracker Uploads ZeroMQ ZeroMQTransport",
            ".crypto .logging"),
        .module(
            "NotifierService",
            "CCurl CDesktopBus CLinux CMosquitto CivilTime Contracts HostFiles Memberwise",
            "Milestones Notifications Processes RPC Texts Tracker .crypto .logging"),
        .module(
            "Gateway",
            "CDeflate CLinux CSodium CZlib CivilTime Contracts Exports HostFiles JSON Presentation",
            "RPC Texts Tracker TrackerDocuments Uploads WebPages .asn1 .certificates .crypto",
            ".hummingbird .hummingbirdHTTP2 .httpTypes .nioCore .nioPosix .nioSSL .logging"),
        .module(
            "Supervision",
            "CLinux Contracts HostFiles Memberwise Processes RPC ZeroMQ ZeroMQTransport"),

        // Layer 5, the programs: mains only.
        .module(
            "Commands",
            "BackupFolders CLinux CRaster Charts CivilTime Contracts Exports HostFiles",
            "HealthMetrics JSON Milestones NaturalInput Presentation Processes RPC TrackerRules",
            "Supervision Texts TrackerDocuments Tracker Windows ZeroMQ ZeroMQTransport .arguments"),
        .program("dayline", "Commands CZeroMQOnDemand", linking: .fastStart),
        .program("daylined", "Supervision"),
        .program(
            "dayline-postgres",
            "Contracts HostFiles PostgresClient PostgresStorage RPC StorageCore StorageService",
            "Supervision .arguments"),
        .plugin("BrokerWorker", "Broker RPC WorkerKit ZeroMQ ZeroMQTransport .logging"),
        .plugin("WebGateway", "Gateway HostFiles RPC WorkerKit", exclude: ["Assets"]),
        .plugin(
            "StorageWorker",
            "Contracts HostFiles RPC StorageService WorkerKit ZeroMQ ZeroMQTransport .logging"),
        .plugin(
            "PostgresStorageWorker",
            "Contracts HostFiles PostgresClient PostgresStorage RPC WorkerKit"),
        .plugin("AggregationWorker", "AggregationService HostFiles RPC WorkerKit"),
        .plugin("Notifier", "HostFiles NotifierService RPC WorkerKit"),
        .plugin("TrackerWorker", "HostFiles RPC TrackerService WorkerKit"),
        .plugin("IngestionWorker", "HostFiles IngestionService RPC WorkerKit"),
        .plugin("AppleHealthImporter", "AppleHealth PluginKit Workouts"),
        .plugin("WorkoutFileImporter", "PluginKit WorkoutFiles"),
        .plugin("HealthAutoExportImporter", "HealthAutoExport PluginKit"),
        .plugin("WithingsImporter", "PluginKit Withings"),
        .plugin("SamsungHealthImporter", "PluginKit SamsungHealth"),
        .plugin("GarminImporter", "GarminExport PluginKit"),
        .plugin("GoogleFitImporter", "GoogleFit PluginKit"),
        .plugin("OuraImporter", "Oura PluginKit"),
        .plugin("FitbitImporter", "Fitbit PluginKit"),
        .plugin("HealthConnectImporter", "HealthConnect PluginKit SQLiteFiles"),
        .plugin("LoopHabitImporter", "HabitExports PluginKit"),
        .plugin("HabitAppsImporter", "HabitExports PluginKit"),

        // Layer 6, test support and tools: no program of the user links them.
        .support("Randomness"),
        .support("FITWriter"),
        .support("SQLiteWriter", ".sqlite"),
        .support("ZipWriter"),
        .support("TestKit", "CLinux .logging"),
        .support("PostgresServer", "PostgresClient"),
        .support("BusTestKit", "Memberwise RPC Randomness ZeroMQ ZeroMQTransport"),
        .support(
            "MemoryStorage",
            "Aggregation CivilTime Contracts Correcting Folding HealthMetrics HostFiles RPC",
            "Tracker"),
        .support(
            "StorageTestKit",
            "CivilTime Contracts HostFiles MemoryStorage PostgresClient PostgresServer",
            "PostgresStorage RPC StorageService TestKit Tracker .grdb"),
        .support("ImporterTestKit", "Contracts HostFiles IngestionService PluginKit Processes RPC"),
        .support(
            "StorageSimulation",
            "AggregationService CivilTime Contracts Folding HostFiles ImporterTestKit",
            "IngestionService PluginKit RPC Randomness Samples StorageService Tracker .grdb",
            ".logging .sqlite"),
        .support("ScheduleProof", "CivilTime Memberwise Randomness TrackerRules Tracker"),
        .support(
            "Conformance",
            "Aggregation CivilTime HostFiles JSON Memberwise HealthMetrics Milestones",
            "TrackerRules TrackerDocuments Tracker Windows Workouts"),
        .tool("dayline-busbench", "Broker RPC ZeroMQ ZeroMQTransport", path: "tools/busbench"),
        .tool(
            "dayline-healthbench",
            "Aggregation AppleHealth CivilTime Contracts HostFiles PluginKit RPC Samples ZeroMQ",
            "ZeroMQTransport",
            path: "tools/healthbench"),
        .tool(
            "dayline-storm",
            "Contracts HostFiles RPC Randomness Supervision ZeroMQ ZeroMQTransport",
            path: "tools/storm"),
        .tool("dayline-simulation", "StorageSimulation .arguments", path: "tools/simulation"),
        .tool(
            "dayline-fuzz",
            "AppleHealth BackupFolders CivilTime Contracts DelimitedText FIT FITWriter Fitbit",
            "GarminExport Gateway GoogleFit HabitExports HealthAutoExport HealthConnect HostFiles",
            "IngestionService HealthMetrics JSON Oura PluginKit RPC Randomness SamsungHealth",
            "SQLiteWriter Samples Texts TrackerService TrackerDocuments Tracker Withings WorkoutFiles",
            "ZipWriter .httpTypes .hummingbird",
            path: "tools/fuzz",
            exclude: ["run"]),
        .tool("dayline-conformance", "Conformance", path: "tools/conformance"),
        .tool(
            "dayline-scheduleproof",
            "CivilTime ScheduleProof Tracker",
            path: "tools/scheduleproof"),
        .tool(
            "dayline-schedulebench",
            "CivilTime Contracts HostFiles RPC TrackerRules Tracker ZeroMQ ZeroMQTransport",
            path: "tools/schedulebench"),
        .tool(
            "dayline-storagebench",
            "CivilTime Contracts PostgresClient PostgresServer PostgresStorage RPC StorageService",
            "Tracker",
            path: "tools/storagebench"),
        .tool("dayline-zonedays", "CivilTime HostFiles", path: "tools/zonedays"),

        .tests(of: "Memberwise"),
        .tests(of: "HostFiles", "Contracts RPC Randomness"),
        .tests(
            of: "Commands",
            "CivilTime Contracts HostFiles Milestones Presentation RPC TestKit Texts Tracker",
            ".arguments"),
        .tests(of: "Exports", "CivilTime Contracts HostFiles RPC .sqlite"),
        .tests(of: "Presentation", "Charts CivilTime Contracts Milestones Tracker"),
        .tests(of: "WebPages", "CivilTime Contracts Milestones Presentation RPC Tracker"),
        .tests(
            of: "Gateway",
            "CZlib Contracts HostFiles RPC TestKit Texts Tracker Uploads WebPages .asn1",
            ".certificates .crypto .hummingbird .httpTypes .nioCore .nioPosix .logging"),
        .tests(of: "Processes", "CLinux Contracts RPC"),
        .tests(of: "PostgresClient", "PostgresServer RPC"),
        .tests(
            of: "PostgresStorage",
            "CivilTime Contracts PostgresClient PostgresServer RPC Randomness StorageCore",
            "StorageService StorageTestKit TestKit Tracker .sqlite"),
        .tests(
            of: "Supervision",
            "Contracts HostFiles Processes RPC Randomness TestKit ZeroMQ ZeroMQTransport daylined"),
        .tests(
            of: "WorkerKit",
            "BrokerWorker CLinux Contracts HostFiles Processes RPC ZeroMQ ZeroMQTransport",
            ".logging"),
        .tests(of: "JSON", "Randomness"),
        .tests(of: "Texts"),
        .tests(of: "DelimitedText", "Randomness"),
        .tests(of: "Contracts", "CivilTime RPC Tracker"),
        .tests(of: "CivilTime", "Randomness"),
        .tests(of: "NaturalInput", "CivilTime"),
        .tests(of: "Windows", "CivilTime"),
        .tests(of: "Associations", "Randomness", exclude: ["Golden"]),
        .tests(of: "Aggregation", "CivilTime Randomness Tracker"),
        .tests(
            of: "Folding",
            "Aggregation CivilTime Contracts HealthMetrics RPC Randomness Samples Tracker"),
        .tests(
            of: "Correcting", "CivilTime Contracts Folding HealthMetrics RPC Randomness Samples"),
        .tests(
            of: "Broker",
            "BusTestKit Contracts HostFiles Memberwise RPC Randomness TestKit ZeroMQ",
            "ZeroMQTransport"),
        .tests(of: "RPC", "BusTestKit Memberwise Randomness", exclude: ["Golden"]),
        .tests(of: "ZeroMQ", "CLinux Randomness"),
        .tests(of: "ZeroMQTransport", "BusTestKit RPC TestKit ZeroMQ"),
        .tests(of: "Samples", "Randomness", exclude: ["Golden"]),
        .tests(of: "Tracker", "CivilTime"),
        .tests(of: "TrackerRules", "CivilTime Randomness ScheduleProof TestKit Tracker"),
        .tests(of: "Milestones", "CivilTime"),
        .tests(of: "Notifications", "CivilTime Milestones Randomness TestKit Tracker"),
        .tests(of: "Workouts"),
        .tests(of: "FIT", "FITWriter Randomness"),
        .tests(of: "WorkoutFiles", "FITWriter PluginKit ZipWriter"),
        .tests(of: "DeviceExports"),
        .tests(of: "HealthAutoExport", "PluginKit"),
        .tests(of: "Withings", "PluginKit ZipWriter"),
        .tests(of: "GoogleFit", "PluginKit ZipWriter"),
        .tests(of: "Fitbit", "PluginKit ZipWriter"),
        .tests(of: "HealthConnect", "PluginKit SQLiteFiles SQLiteWriter ZipWriter"),
        .tests(of: "BackupFolders", "CivilTime Contracts HostFiles RPC Randomness"),
        .tests(of: "SamsungHealth", "PluginKit ZipWriter"),
        .tests(of: "Oura", "PluginKit ZipWriter"),
        .tests(of: "SQLiteFiles", ".sqlite"),
        .tests(of: "HabitExports", "PluginKit SQLiteFiles ZipWriter .sqlite"),
        .tests(of: "GarminExport", "FITWriter PluginKit ZipWriter"),
        .tests(of: "Charts", "CivilTime Randomness Windows Workouts"),
        .tests(of: "TrackerDocuments", "CivilTime JSON Randomness TestKit Tracker"),
        .tests(of: "Conformance", "JSON"),
        .tests(of: "HealthMetrics"),
        .tests(
            of: "IngestionService",
            "CivilTime Contracts HostFiles PluginKit Processes RPC Randomness SQLiteWriter",
            "Samples TestKit Uploads ZeroMQ ZipWriter .logging"),
        .tests(of: "PluginKit", "CZip Contracts RPC Randomness ZipWriter", exclude: ["Vectors"]),
        .tests(
            of: "AggregationService",
            "CivilTime Contracts HostFiles MemoryStorage Milestones RPC Randomness Samples",
            "TestKit TrackerService Tracker .logging"),
        .tests(
            of: "StorageService",
            "BackupFolders CivilTime Contracts Folding HostFiles RPC Randomness Samples",
            "StorageCore StorageTestKit TestKit Tracker .crypto .grdb .sqlite"),
        .tests(
            "StorageContractTests",
            "CivilTime Contracts HealthMetrics HostFiles RPC Randomness StorageTestKit TestKit",
            "Tracker .crypto"),
        .tests(of: "StorageSimulation", "Contracts RPC Randomness Tracker"),
        .tests(of: "StorageCore", "Contracts RPC Randomness StorageTestKit"),
        .tests(
            of: "TrackerService",
            "CivilTime Contracts HostFiles JSON MemoryStorage Milestones RPC TestKit",
            "TrackerDocuments Tracker"),
        .tests(
            of: "NotifierService",
            "CivilTime Contracts HostFiles MemoryStorage Notifications RPC Randomness TestKit",
            "Texts TrackerService Tracker .crypto .logging"),
        .tests(of: "AppleHealth", "CivilTime HealthMetrics Randomness Workouts"),
        .tests(
            "HealthDataTests",
            "AggregationService AppleHealthImporter CivilTime Contracts HostFiles ImporterTestKit",
            "IngestionService HealthMetrics PluginKit RPC Randomness TestKit TrackerService",
            "StorageService ZipWriter .grdb .logging"),
        .tool("MisbehavingImporter", "PluginKit", path: "Tests/Support/MisbehavingImporter"),
        .tests(
            "SystemTests",
            "dayline daylined dayline-postgres dayline-storm MisbehavingImporter dayline-zonedays",
            "BrokerWorker PostgresStorageWorker StorageWorker AggregationWorker IngestionWorker",
            "TrackerWorker Notifier AppleHealthImporter HealthAutoExportImporter",
            "SamsungHealthImporter WithingsImporter WorkoutFileImporter BusTestKit Contracts",
            "PostgresClient PostgresServer PostgresStorage RPC Randomness TestKit ZeroMQ",
            "ZeroMQTransport ZipWriter",
            exclude: ["Golden"]),
    ]
)

extension Target {
    /// A library under Modules/. Lists of dependencies are names separated by spaces: targets, and products
    /// of `Target.Dependency.products`.
    static func module(
        _ name: String, _ dependencies: String..., exclude: [String] = [],
        resources: [Resource] = [], links libraries: [String] = []
    ) -> Target {
        .target(
            name: name, dependencies: Dependency.named(dependencies), path: "Modules/\(name)",
            exclude: exclude, resources: resources, swiftSettings: .strict,
            linkerSettings: libraries.map { .linkedLibrary($0) })
    }

    /// A library of tests and tools, under Tests/Support.
    static func support(_ name: String, _ dependencies: String...) -> Target {
        .target(
            name: name, dependencies: Dependency.named(dependencies),
            path: "Tests/Support/\(name)", swiftSettings: .strict)
    }

    /// A program a person starts: a main of a few lines under Modules/.
    static func program(
        _ name: String, _ dependencies: String..., linking: [LinkerSetting] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: Dependency.named(dependencies), path: "Modules/\(name)",
            swiftSettings: .strict, linkerSettings: linking)
    }

    /// A program for those who work on the project, under tools/.
    static func tool(
        _ name: String, _ dependencies: String..., path: String, exclude: [String] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: Dependency.named(dependencies), path: path,
            exclude: exclude, swiftSettings: .strict)
    }

    /// A process under Plugins/, described to the supervisor by its plugin.json.
    static func plugin(
        _ name: String, _ dependencies: String..., exclude: [String] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: Dependency.named(dependencies), path: "Plugins/\(name)",
            exclude: ["plugin.json"] + exclude, swiftSettings: .strict)
    }

    /// The tests of one target, under Tests/.
    static func tests(
        of name: String, _ dependencies: String..., exclude: [String] = []
    ) -> Target {
        tests(named: "\(name)Tests", [name] + dependencies, exclude: exclude)
    }

    /// The tests of several targets, under Tests/.
    static func tests(
        _ name: String, _ dependencies: String..., exclude: [String] = []
    ) -> Target {
        tests(named: name, dependencies, exclude: exclude)
    }

    private static func tests(
        named name: String, _ dependencies: [String], exclude: [String]
    ) -> Target {
        .testTarget(
            name: name, dependencies: Dependency.named(dependencies), path: "Tests/\(name)",
            exclude: exclude, swiftSettings: .strict)
    }
}

extension Target.Dependency {
    /// The products of other packages, by their names in lists of dependencies.
    private static var products: [String: Self] {
        [
            ".arguments": .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ".asn1": .product(name: "SwiftASN1", package: "swift-asn1"),
            ".certificates": .product(name: "X509", package: "swift-certificates"),
            ".crypto": .product(name: "Crypto", package: "swift-crypto"),
            ".grdb": .product(name: "GRDB", package: "GRDB.swift"),
            ".httpTypes": .product(name: "HTTPTypes", package: "swift-http-types"),
            ".hummingbird": .product(name: "Hummingbird", package: "hummingbird"),
            ".hummingbirdHTTP2": .product(name: "HummingbirdHTTP2", package: "hummingbird"),
            ".logging": .product(name: "Logging", package: "swift-log"),
            ".nioCore": .product(name: "NIOCore", package: "swift-nio"),
            ".nioPosix": .product(name: "NIOPosix", package: "swift-nio"),
            ".nioSSL": .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ".sqlite": .product(name: "GRDBSQLite", package: "GRDB.swift"),
        ]
    }

    /// The dependencies of lists of names. A name that begins with a dot is a product.
    static func named(_ lists: [String]) -> [Self] {
        lists.joined(separator: " ").split(separator: " ").map(String.init).map { name in
            guard name.hasPrefix(".") else { return .byName(name: name) }
            guard let product = products[name] else {
                fatalError("\(name) is not in the list of products in Package.swift.")
            }
            return product
        }
    }
}

extension String {
    /// The folder of the libraries with which the compiler expands its own macros: those of
    /// swift-syntax, built for this compiler. It is beside the folder of the standard library.
    static var syntaxLibraries: String {
        let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
        let lines = String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasSuffix("/libswiftCore.so") }),
            let path = line.firstIndex(of: "/")
        else { fatalError("The folder of the Swift standard library was not found.") }
        let folder = URL(filePath: String(line[path...])).deletingLastPathComponent()
            .deletingLastPathComponent().appending(component: "host").path
        guard FileManager.default.fileExists(atPath: folder + "/libSwiftSyntax.so") else {
            fatalError(
                """
                This Swift has no libraries of swift-syntax in \(folder). \
                Use a toolchain from https://www.swift.org/install/linux/.
                """)
        }
        return folder
    }
}

extension [SwiftSetting] {
    static var strict: Self {
        [
            .swiftLanguageMode(.v6),
            .treatAllWarnings(as: .error),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    }
}

extension [LinkerSetting] {
    /// The linking of a program that starts with the libraries that it always needs. Only in release builds,
    /// since tests link every program into one that needs the libraries.
    static var fastStart: [LinkerSetting] {
        // FoundationEssentials needs the two archives.
        let swift = ["-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections"]
        let cxx = [
            "-l:libstdc++.a", "-Xclang-linker", "-static-libgcc",
            "-Xlinker", "--remap-inputs=*/libstdc++.so=/dev/null",
        ]
        // Instead of the functions of libzmq, the program has those of CZeroMQOnDemand.
        let zeroMQ = ["-Xlinker", "--remap-inputs=*/libzmq.so=/dev/null"]
        let lld = [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-Xlinker", "--no-export-dynamic",
        ]
        return [
            .unsafeFlags(
                swift + cxx + zeroMQ + lld, .when(platforms: [.linux], configuration: .release))
        ]
    }
}
