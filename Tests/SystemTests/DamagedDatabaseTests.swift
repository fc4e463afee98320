import Foundation
import Testing

/// Commands on a damaged database file.
@Suite(.serialized) struct DamagedDatabaseTests {
    enum Damage: CaseIterable {
        case header
        case pages
        case zeros
        case cut

        func apply(to file: String) throws {
            var data = try Data(contentsOf: URL(fileURLWithPath: file))
            let noise = { (count: Int) in Data((0..<count).map { UInt8($0 * 37 & 0xFF) }) }
            switch self {
            case .header: data.replaceSubrange(0..<100, with: noise(100))
            case .pages: data.replaceSubrange(8192..<data.count, with: noise(data.count - 8192))
            case .zeros: data = Data(count: data.count)
            case .cut: data = data.prefix(10_000)
            }
            try data.write(to: URL(fileURLWithPath: file))
        }
    }

    @Test(arguments: Damage.allCases)
    func `every command reports a damaged database at once`(damage: Damage) throws {
        let system = try DaylineSystem()
        try system.run("activity", "add", "Water")
        try system.run("down")
        try damage.apply(to: "\(system.home)/dayline.sqlite")

        let up = try system.run("up", "--detach")

        #expect(up.status == 4)
        #expect(up.errors.contains("is damaged"), "\(up.errors)")
        for command in ["today", "trends stepCount", "log Water", "profile list"] {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline",
                ["--home", system.home] + command.split(separator: " ").map(String.init))
            #expect(outcome.status == 4)
            #expect(outcome.errors.contains("is damaged"), "\(command): \(outcome.errors)")
            #expect(outcome.errors.contains(" status"), "\(command): \(outcome.errors)")
        }
        #expect(try system.run("status").output.contains("is damaged"))
    }
}
