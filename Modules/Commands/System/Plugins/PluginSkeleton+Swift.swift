extension PluginSkeleton {
    /// The path of the built program in the package's folder.
    var swiftExecutable: String { ".build/release/\(typeName)" }

    /// Writes a package of the importer into a folder of its name.
    /// - Parameters:
    ///   - parent: The folder of the plugins.
    ///   - sources: The folder of Dayline's package, which has PluginKit.
    /// - Throws: ALREADY_EXISTS if the folder exists.
    func writeSwift(into parent: String, sources: String) throws {
        let folder = try createFolder(in: parent)
        let files = [
            manifest(executable: swiftExecutable),
            File(path: "Package.swift", text: swiftPackage(sources)),
            File(path: "Sources/\(typeName)/\(typeName).swift", text: swiftImporter),
            File(path: "Tests/\(typeName)Tests/\(typeName)Tests.swift", text: swiftTest),
        ]
        for file in files { try write(file, into: folder) }
    }

    /// The name of the type, such as `BottleLogImporter` for `bottle-log`.
    private var typeName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            + "Importer"
    }

    private func swiftPackage(_ sources: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let kit = Target.Dependency.product(name: "PluginKit", package: "dayline")

        let package = Package(
            name: "\(name)",
            dependencies: [.package(name: "dayline", path: "\(Self.quoted(sources))")],
            targets: [
                .executableTarget(name: "\(typeName)", dependencies: [kit]),
                .testTarget(name: "\(typeName)Tests", dependencies: ["\(typeName)", kit]),
            ]
        )

        """
    }

    /// The text escaped for a Swift string literal.
    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private var swiftImporter: String {
        """
        import PluginKit

        /// Reads lines of milliseconds since 1970 and millilitres of water: 1767225600000,250
        @main
        struct \(typeName): Importer {
            func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
                let water = try batches.series(
                    SeriesDescription(metric: "dietaryWater", unit: "mL", source: "\(name)"))
                for part in try file.parts() {
                    try part.readLines { line in
                        let fields = line.text.split(separator: ",")
                        guard fields.count == 2, let time = Int64(fields[0]),
                            let amount = Double(fields[1])
                        else {
                            return try batches.quarantine(
                                line, type: "dietaryWater", reason: "no time and amount")
                        }
                        try batches.append(
                            water, start: time, end: time, value: amount, from: line)
                    }
                }
            }
        }

        """
    }

    private var swiftTest: String {
        """
        import PluginKit
        import Testing

        @testable import \(typeName)

        @Test func `lines become samples and damage is quarantined`() throws {
            let trial = try ImportTrial(
                of: \(typeName)(), reading: "1767225600000,250\\nnonsense\\n1767229200000,300\\n")

            #expect(trial.samples.map(\\.value) == [250, 300])
            #expect(trial.quarantined.map(\\.location.line) == [2])
        }

        """
    }
}
