import Glibc
import RPC
import Testing

@testable import HostFiles

struct HomeTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test
    func `the argument precedes the environment, and that precedes the data folder`() throws {
        let environment = [
            "DAYLINE_HOME": "/a/b", "XDG_DATA_HOME": "/data", "HOME": "/home/ada",
        ]

        #expect(
            try Home.located(explicit: "/x//y/../z/", environment: environment).folder == "/x/z")
        #expect(try Home.located(environment: environment).folder == "/a/b")
        #expect(
            try Home.located(environment: ["XDG_DATA_HOME": "/data", "HOME": "/home/ada"]).folder
                == "/data/dayline")
        #expect(
            try Home.located(environment: ["XDG_DATA_HOME": "data", "HOME": "/home/ada"]).folder
                == "/home/ada/.local/share/dayline")
        #expect(
            try Home.located(environment: ["HOME": "/home/ada"]).runFolder
                == "/home/ada/.local/share/dayline/run")
    }

    @Test
    func `without HOME the home folder of the user account is used`() throws {
        #expect(try Home.located(environment: [:]).folder.hasSuffix("/.local/share/dayline"))
    }

    @Test
    func `each home has its own run folder in the runtime folder of the login session`() throws {
        let environment = ["XDG_RUNTIME_DIR": temporary.path]

        let one = try Home.located(explicit: "/a/one", environment: environment)
        let two = try Home.located(explicit: "/a/two", environment: environment)

        #expect(one.runFolder.hasPrefix("\(temporary.path)/dayline-"))
        #expect(one.runFolder != two.runFolder)
        #expect(try Home.located(explicit: "/a/one", environment: environment) == one)
    }

    @Test
    func `a runtime folder that does not exist is not used`() throws {
        let environment = ["XDG_RUNTIME_DIR": "\(temporary.path)/gone"]

        #expect(try Home.located(explicit: "/a", environment: environment).runFolder == "/a/run")
    }

    @Test
    func `a command without XDG_RUNTIME_DIR finds the sockets of a prepared home`() throws {
        let session = "\(temporary.path)/session"
        try Files.createPrivateFolder(session)
        let folder = "\(temporary.path)/home"
        let home = try Home.located(explicit: folder, environment: ["XDG_RUNTIME_DIR": session])
        try home.prepare()

        #expect(home.runFolder.hasPrefix(session))
        #expect(try Home.located(explicit: folder, environment: [:]) == home)
        #expect(
            try Home.located(explicit: folder, environment: ["XDG_RUNTIME_DIR": "/tmp"]) == home)
    }

    @Test
    func `a run link into an ended login session is replaced`() throws {
        let folder = "\(temporary.path)/home"
        try Files.createPrivateFolder(folder)
        symlink("\(temporary.path)/over", "\(folder)/run")

        let home = try Home.located(explicit: folder, environment: [:])
        try home.prepare()

        #expect(home.runFolder == "\(folder)/run")
        #expect(Files.linkTarget("\(folder)/run") == nil)
        #expect(permissions(of: home.runFolder) == 0o700)
    }

    @Test
    func `preparing creates private folders and restricts existing ones`() throws {
        let folder = "\(temporary.path)/home"
        mkdir(folder, 0o755)
        chmod(folder, 0o755)
        let home = try Home.located(explicit: folder, environment: [:])

        try home.prepare()
        try home.prepare()

        for path in [folder, home.runFolder, home.logFolder] {
            #expect(permissions(of: path) == 0o700)
        }
    }

    @Test
    func `a home that is a file is rejected with its path`() throws {
        try temporary.write("", to: "file")
        let path = "\(temporary.path)/file"

        #expect(throws: HostFileError.notAFolder(path: path)) {
            try Home.located(explicit: path, environment: [:]).prepare()
        }
    }

    /// A socket's path has at most 107 bytes; "/bus.sock" has nine.
    @Test(arguments: [(97, true), (98, true), (99, false), (200, false)])
    func `a socket path over the limit is an error with its length`(length: Int, fits: Bool) throws
    {
        let run = "/" + String(repeating: "r", count: length - 1)
        let home = Home(folder: "/h", runFolder: run)

        if fits {
            #expect(try home.busSocket == "\(run)/bus.sock")
        } else {
            let error = #expect(throws: HostFileError.self) { try home.busSocket }
            #expect(error?.status.code == .failedPrecondition)
            #expect(error?.status.message.contains("\(length + 9) bytes") == true)
        }
    }
}
