// swift-tools-version: 6.2
import PackageDescription

let kit = Target.Dependency.product(name: "PluginKit", package: "dayline")

// An importer outside Dayline's package. `tools/test` builds it to prove that PluginKit's public
// declarations suffice for samples, sleep stages, workouts with routes, correlations and summaries.
let package = Package(
    name: "diary",
    dependencies: [.package(name: "dayline", path: "../..")],
    targets: [
        .executableTarget(name: "DiaryImporter", dependencies: [kit]),
        .testTarget(name: "DiaryImporterTests", dependencies: ["DiaryImporter", kit]),
    ]
)
