/// The unit with which systemd starts the system for one user.
struct UserUnit {
    static let name = "dayline.service"
    /// The first line of units that `dayline up --install` writes and may replace.
    static let mark = "# Written by dayline up --install"

    /// The path of the supervisor.
    let supervisor: String
    /// The data folder; nil for the default one.
    let home: String?

    var text: String {
        let arguments = ([supervisor] + (home.map { ["--home", $0] } ?? [])).map(Self.quoted)
        return """
            \(Self.mark)
            [Unit]
            Description=Dayline, a tracker for activities and a server for health data
            Documentation=man:dayline(1)
            StartLimitIntervalSec=60
            StartLimitBurst=5

            [Service]
            Type=notify
            NotifyAccess=main
            ExecStart=\(arguments.joined(separator: " "))
            WatchdogSec=60
            Restart=on-failure
            RestartSec=2
            TimeoutStopSec=60
            # The supervisor drains the workers.
            KillMode=mixed
            UMask=0077
            LimitCORE=0
            NoNewPrivileges=yes
            # The system calls of the system unit.
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallFilter=~@privileged @resources
            # Importers restrict themselves further.
            SystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self
            # libzmq and libdispatch set the scheduling of their threads, within what the user may.
            SystemCallFilter=sched_setscheduler sched_setparam setpriority
            SystemCallErrorNumber=EPERM

            [Install]
            WantedBy=default.target

            """
    }

    /// A word of a command line in a unit, without specifiers and variables.
    private static func quoted(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("%", with: "%%").replacing("$", with: "$$")
        return escaped == word && !word.contains(" ") ? word : "\"\(escaped)\""
    }
}
