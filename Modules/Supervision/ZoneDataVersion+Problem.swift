package import RPC

extension ZoneDataVersion {
    /// The problem of a worker with this data in a home with the data `home`, as a sentence; nil if their
    /// rules are equal.
    package func problem(inHomeWith home: ZoneDataVersion) -> String? {
        guard hash != home.hash else { return nil }
        return "Its time zone data (\(releaseText)) is not that of this machine "
            + "(\(home.releaseText)), so its day totals can be wrong. Install the newest package "
            + "tzdata on both machines, and restart Dayline on both."
    }

    /// The release for people. A worker can send any text.
    private var releaseText: String {
        release.flatMap { Self.isRelease($0) ? $0 : nil } ?? "unknown release"
    }
}
