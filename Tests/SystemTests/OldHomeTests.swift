import Foundation
import Testing

/// Commands on a home with a database from before the first release.
@Suite(.serialized) struct OldHomeTests {
    @Test func `every command on a development schema reports how to move the data`() throws {
        let system = try DaylineSystem()
        try system.run("activity", "add", "Water")
        try system.run("down")
        let file = URL(fileURLWithPath: "\(system.home)/dayline.sqlite")
        var database = try Data(contentsOf: file)
        // SQLite's header has the user version at byte 60 and the application identifier at byte 68.
        database.replaceSubrange(60..<64, with: [0, 0, 0, 13])
        database.replaceSubrange(68..<72, with: [0, 0, 0, 0])
        try database.write(to: file)

        let up = try system.run("up", "--detach")
        let doctor = try system.run("doctor")
        let today = try system.run("today")
        let status = try system.run("status")

        #expect(up.status == 4)
        #expect(doctor.status != 0)
        #expect(today.status == 4)
        for outcome in [up, doctor, today, status] {
            let text = outcome.output + outcome.errors
            #expect(text.contains("the development schema 13, which is not supported."), "\(text)")
            #expect(text.contains("dayline export FILE"), "\(text)")
            #expect(text.contains("dayline import FILE --as dayline-json"), "\(text)")
        }
        #expect(try Data(contentsOf: file) == database)
    }
}
