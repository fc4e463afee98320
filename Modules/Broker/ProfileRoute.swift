import RPC
import ZeroMQ

/// The choice of one of several workers for the calls of a profile, by rendezvous hashing: with each change
/// of the workers only the profiles of those that left or returned move.
enum ProfileRoute {
    /// The worker with the greatest hash of its name and the profile; nil without workers. Names outlive
    /// restarts of processes.
    static func worker(
        for profile: String, among workers: some Sequence<RegisteredWorker>
    ) -> RegisteredWorker? {
        workers.max { left, right in
            let hashes = [left, right].map { hash($0.announcement.name, profile) }
            return hashes[0] == hashes[1]
                ? left.announcement.instance < right.announcement.instance
                : hashes[0] < hashes[1]
        }
    }

    /// The profile of a request, with ASCII letters in lower case, since names that differ in their case are
    /// the same.
    ///
    /// - Parameter content: The frames from the route on.
    /// - Returns: Nil if the header cannot be read, which the worker refuses.
    static func profile(in content: FrameList) -> String? {
        guard content.count > 1 else { return CallMetadata.defaultProfile }
        guard let header = try? Header(Bytes(copying: content.bytes(1))) else { return nil }
        return lowercased(header.profile ?? CallMetadata.defaultProfile)
    }

    private static func lowercased(_ name: String) -> String {
        String(decoding: name.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
    }

    /// FNV-1a, with a final mixing so that names which differ in their last byte are far apart.
    static func hash(_ worker: String, _ profile: String) -> UInt64 {
        var value: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in worker.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = value &* 0x100_0000_01b3
        for byte in profile.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        value = (value ^ value >> 33) &* 0xff51_afd7_ed55_8ccd
        value = (value ^ value >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return value ^ value >> 33
    }
}
