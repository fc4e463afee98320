import Contracts
import Glibc
import HostFiles
import RPC
import Synchronization

/// A copy of the primary's database in a file beside that of the replica.
///
/// Blocks whose hashes differ are fetched, each as of another time. The pages that changed since the first
/// comparison are then fetched as of one commit. A copy that was interrupted continues with the blocks that
/// still differ.
struct ReplicaCopy {
    private let follower: ReplicaFollower
    private let path: String

    private static let suffix = ".copy"
    /// Blocks of a request.
    private static let group = 256

    init(_ follower: ReplicaFollower) {
        self.follower = follower
        path = Self.path(of: follower.database)
    }

    static func path(of database: String) -> String { database + suffix }

    /// Brings the copy up to date. Calls `report` with the share of blocks that are equal.
    /// - Returns: The position of the complete and synced copy.
    func run(_ report: @escaping @Sendable (Double) -> Void) async throws -> Replication.Position {
        if access(path, F_OK) != 0, access(follower.database, F_OK) == 0 {
            let (database, path) = (follower.database, path)
            try await StorageService.runOnThread { try Files.copyPrivate(database, to: path) }
        }
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw HostFileError.system(operation: "write", path: path, code: errno)
        }
        defer { close(file) }
        while true {
            let position = try await follower.client.call(
                Replication.begin, Replication.BeginRequest(epoch: follower.file.value.epoch))
            try follower.check(position)
            try await fetch(position, file, report)
            do {
                let last = try await follower.changes(since: position, wait: 0)
                try last.redo.write(to: file, path)
                guard fsync(file) == 0 else {
                    throw HostFileError.system(operation: "write", path: path, code: errno)
                }
                return last.position
            } catch {
                // Too much has changed meanwhile, or the primary was restarted.
                guard Status(describing: error).code == .outOfRange else { throw error }
            }
        }
    }

    private func fetch(
        _ position: Replication.Position, _ file: Int32, _ report: @Sendable (Double) -> Void
    ) async throws {
        let size = Int(Replication.blockPages * position.pageSize)
        let blocks = (position.pages + Replication.blockPages - 1) / Replication.blockPages
        let differing = try await differingBlocks(blocks, size, position, file)
        var equal = blocks - Int64(differing.count)
        var rest = differing[...]
        report(Double(equal) / Double(blocks))
        while !rest.isEmpty {
            let group = Array(rest.prefix(Self.group))
            rest = rest.dropFirst(group.count)
            let path = path
            _ = try await follower.client.stream(
                Replication.blocks, Replication.BlocksRequest(blocks: group),
                CallOptions(deadline: .after(ReplicaFollower.callLimit), window: 32)
            ) { item in
                let data = try item.columns.column("data", .bytes).array(of: UInt8.self)
                guard group.contains(item.body.number), data.count <= size else {
                    throw Status(.dataLoss, "The primary sent another block.")
                }
                try FileBlocks.write(
                    data[...], at: item.body.number * Int64(size), to: file, path)
            }
            equal += Int64(group.count)
            report(Double(equal) / Double(blocks))
        }
    }

    /// The numbers of the blocks whose hashes differ, ascending.
    private func differingBlocks(
        _ blocks: Int64, _ size: Int, _ position: Replication.Position, _ file: Int32
    ) async throws -> [Int64] {
        let bytes = position.pages * position.pageSize
        let differing = Mutex<[Int64]>([])
        _ = try await follower.client.stream(
            Replication.hashes, Replication.HashesRequest(first: 0, count: blocks),
            CallOptions(deadline: .after(ReplicaFollower.callLimit))
        ) { item in
            let hashes = try item.columns.column("hash", .uint64).array(of: UInt64.self)
            for index in 0..<(hashes.count / 2) {
                let (number, overflow) = item.body.first.addingReportingOverflow(Int64(index))
                guard !overflow, (0..<blocks).contains(number) else {
                    throw Status(.dataLoss, "The primary sent hashes of other blocks.")
                }
                let offset = number * Int64(size)
                let own = FileBlocks.hash(
                    at: offset, count: Int(min(Int64(size), bytes - offset)), of: file)
                if own[...] != hashes[(2 * index)...(2 * index + 1)] {
                    differing.withLock { $0.append(number) }
                }
            }
        }
        return differing.withLock { $0 }
    }
}
