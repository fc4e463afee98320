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
    func `the argument wins over the environment, and that over the data folder`() throws {
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
    func `without HOME the account's folder is used`() throws {
        #expect(try Home.located(environment: [:]).folder.hasSuffix("/.local/share/dayline"))
    }

    @Test
    func `sockets live in the session's folder, one for each home`() throws {
        let environment = ["XDG_RUNTIME_DIR": temporary.path]

        let one = try Home.located(explicit: "/a/one", environment: environment)
        let two = try Home.located(explicit: "/a/two", environment: environment)

        #expect(one.runFolder.hasPrefix("\(temporary.path)/dayline-"))
        #expect(one.runFolder != two.runFolder)
        #expect(try Home.located(explicit: "/a/one", environment: environment) == one)
    }

    @Test
    func `a session folder that does not exist is not used`() throws {
        let environment = ["XDG_RUNTIME_DIR": "\(temporary.path)/gone"]

        #expect(try Home.located(explicit: "/a", environment: environment).runFolder == "/a/run")
    }

    @Test
    func `a command without the session's variable finds the sockets of a prepared home`() throws {
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
    func `a link into a session that is over is replaced`() throws {
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
    func `preparing makes folders for the owner alone, and narrows what is there`() throws {
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
    func `a file where the home should be is refused by name`() throws {
        try temporary.write("", to: "file")
        let path = "\(temporary.path)/file"

        #expect(throws: HostFileError.notAFolder(path: path)) {
            try Home.located(explicit: path, environment: [:]).prepare()
        }
    }

    /// A socket's address takes 107 bytes; "/bus.sock" is nine of them.
    @Test(arguments: [(97, true), (98, true), (99, false), (200, false)])
    func `a socket's path fits, or the error says so`(length: Int, fits: Bool) throws {
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
