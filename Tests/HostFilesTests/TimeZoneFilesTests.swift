import Glibc
import Testing

@testable import HostFiles

struct TimeZoneFilesTests {
    let temporary: TemporaryFolder
    let files: TimeZoneFiles

    init() throws {
        temporary = try TemporaryFolder()
        for name in ["zones/Europe/Berlin", "zones/UTC", "zones/America/Indiana/Knox", "secret"] {
            try temporary.write("TZif2…", to: name)
        }
        try temporary.write("not a zone", to: "zones/tzdata.zi")
        try temporary.write("TZif2…", to: "zones/posix/UTC")
        files = TimeZoneFiles(folder: "\(temporary.path)/zones")
    }

    @Test(arguments: ["Europe/Berlin", "UTC", "America/Indiana/Knox"])
    func `a zone is read by its name`(name: String) throws {
        #expect(try files.bytes(of: name).starts(with: Array("TZif".utf8)))
    }

    @Test(arguments: [
        "", "/", "Europe", "Europe/", "/UTC", "../secret", "Europe/../../secret", "./UTC",
        "Europe//Berlin", "tzdata.zi", "Europe/Atlantis", "UTC\0", "U\u{308}TC",
        String(repeating: "a", count: 129),
    ])
    func `a name that is not a zone or leaves the folder is unknown`(name: String) {
        #expect(throws: HostFileError.unknownZone(name: name)) { try files.bytes(of: name) }
    }

    @Test
    func `on a system without zone files only UTC is known`() throws {
        let files = TimeZoneFiles(folder: "\(temporary.path)/none")

        #expect(!files.hasZones)
        #expect(files.names() == ["UTC"])
        for name in ["UTC", "Etc/UTC"] {
            #expect(try files.bytes(of: name).count == 114)
            _ = try ZoneCatalog(files: files).zone(name)
        }
        #expect(throws: HostFileError.unknownZone(name: "Europe/Berlin")) {
            try files.bytes(of: "Europe/Berlin")
        }
    }

    @Test
    func `the list has each zone once and no other file`() {
        #expect(files.names() == ["America/Indiana/Knox", "Europe/Berlin", "UTC"])
    }

    @Test(arguments: [
        ("UTC", "UTC"), (":Europe/Berlin", "Europe/Berlin"),
        ("/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
    ])
    func `TZ names the zone of this machine`(setting: String, zone: String) {
        #expect(files.zoneName(ofSetting: setting) == zone)
        #expect(files.systemZoneName(environment: ["TZ": setting]) == zone)
    }

    @Test(arguments: [
        "CET-1CEST", "/etc/elsewhere", "posix/UTC", "localtime", "europe/berlin", ":",
    ])
    func `if TZ names no zone, the link of the local time is used`(setting: String) {
        let link = "\(temporary.path)/localtime"
        symlink("/usr/share/zoneinfo/America/Indiana/Knox", link)

        #expect(files.zoneName(ofSetting: setting) == nil)
        #expect(
            files.systemZoneName(environment: ["TZ": setting], localTime: link)
                == "America/Indiana/Knox")
        #expect(files.zoneName(ofSetting: ":\(link)") == "America/Indiana/Knox")
    }

    @Test(arguments: [
        ("UTC", true), ("Europe/Berlin", true), ("posix/UTC", false), ("Europe", false),
        ("", false),
    ])
    func `zones of the posix and right copies are not listed`(name: String, isListed: Bool) {
        #expect(files.isListed(name) == isListed)
    }

    @Test
    func `without TZ the link of the local time is used`() {
        let link = "\(temporary.path)/localtime"
        symlink("/usr/share/zoneinfo/America/Indiana/Knox", link)

        #expect(
            files.systemZoneName(environment: ["TZ": ""], localTime: link)
                == "America/Indiana/Knox")
        #expect(files.systemZoneName(environment: [:], localTime: "/none") == nil)
    }

    @Test(.enabled(if: access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0))
    func `this system's zones are found`() throws {
        let system = TimeZoneFiles()

        let names = system.names()

        #expect(names.contains("America/New_York"))
        #expect(names.allSatisfy { (try? system.bytes(of: $0)) != nil })
    }
}
