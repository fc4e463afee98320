import Memberwise
package import RPC

/// Copies of a database in other homes, which follow its changes. Served by the storage worker of a home
/// with its data in a file.
///
/// A follower copies pages of the file. It first compares the hashes of blocks and fetches the blocks that
/// differ, each as of the time at which it is read. The pages that changed since the position of ``begin`` are then
/// sent as of one commit, after which the copy equals the file at that commit. The same call sends the pages
/// of later commits.
package enum Replication {
    package static let service = "dayline.storage.Replication"

    /// Returns the state of the database, and records changed pages from now on. FAILED_PRECONDITION if the
    /// home has been superseded or is itself a replica.
    package static let begin = Method<BeginRequest, Position>(
        service, "Begin", repeatable: true)
    /// Streams the hashes of all blocks of a range.
    package static let hashes = StreamMethod<HashesRequest, Packet<BlockHashes>, Empty>(
        service, "Hashes", repeatable: true)
    /// Streams the bytes of blocks, each as of the time at which it is read.
    package static let blocks = StreamMethod<BlocksRequest, Packet<Block>, Empty>(
        service, "Blocks", repeatable: true)
    /// Waits for a commit after a position, and streams the pages that changed since then, as of one commit.
    /// OUT_OF_RANGE if the position is unknown or too many pages have changed: the follower has to compare
    /// hashes.
    package static let changes = StreamMethod<ChangesRequest, Packet<ChangedPages>, Position>(
        service, "Changes", repeatable: true)
    /// Lists the names of the stored photos, ascending.
    package static let photoNames = Method<PhotoNamesRequest, PhotoNamesResponse>(
        service, "PhotoNames", repeatable: true)
    /// Streams the bytes of a stored photo in the column `data`. NOT_FOUND if there is no such photo.
    package static let photo = StreamMethod<PhotoRequest, Packet<Empty>, Empty>(
        service, "Photo", repeatable: true)
    /// Reports that another home was promoted. The home then refuses changes, also after a restart, and
    /// stores those that the promoted home does not have in a file.
    package static let supersede = Method<SupersedeRequest, SupersedeResponse>(
        service, "Supersede", repeatable: true)
    /// Returns the role of the home and, of a replica, the time of its data.
    package static let state = Method<Empty, StateResponse>(
        service, "State", repeatable: true, access: .scope(.read))

    /// The pages of a block.
    package static let blockPages: Int64 = 16
    /// The greatest number of blocks of a request.
    package static let blockLimit = 1024
    /// The greatest number of bytes of the changed pages of a response.
    package static let changedBytesLimit = 16 << 20
    /// The greatest number of bytes of an item.
    package static let itemBytes = 256 << 10
    /// The greatest number of names of a response.
    package static let nameLimit = 1000

    @Message
    package struct BeginRequest: Codable, Hashable, WireValue {
        /// The greatest epoch that the caller knows, 1 or more. A home with a smaller epoch has been
        /// superseded and refuses changes from now on.
        package var epoch: Int64
    }

    /// The state of a database after a commit.
    @Message
    package struct Position: Codable, Hashable, WireValue {
        /// The epoch of the home, 1 or more.
        package var epoch: Int64
        /// Identifies the record of changed pages, which begins again with each start of storage.
        package var instance: String
        /// The number of the commit in this record.
        package var number: Int64
        /// The size of a page in bytes.
        package var pageSize: Int64
        /// The number of pages of the file.
        package var pages: Int64
        /// The number of the newest change in the change log; 0: none.
        package var change: Int64
        /// The time at which the state was read, by the clock of the home, as RFC 3339 in UTC.
        @Field(.instant) package var at: String
        /// Differs after photos were stored or removed.
        package var photos: String
    }

    @Message
    package struct HashesRequest: Codable, Hashable, WireValue {
        /// The first block, 0 or more.
        package var first: Int64
        /// The number of blocks; those beyond the end of the file are left out.
        package var count: Int64
    }

    /// The hashes of blocks in ascending order: column `hash` u64 with two values for each block, the upper
    /// and lower half of the XXH3-128 of its bytes.
    @Message
    package struct BlockHashes: Codable, Hashable, Sendable {
        /// The first block of the item.
        package var first: Int64
    }

    @Message
    package struct BlocksRequest: Codable, Hashable, WireValue {
        /// The numbers of the blocks, ascending, at most ``blockLimit``. A block beyond the end of the file
        /// is left out.
        package var blocks: [Int64]
    }

    /// The bytes of a block, column `data`; the last block of the file may be shorter.
    @Message
    package struct Block: Codable, Hashable, Sendable {
        /// The number of the block.
        package var number: Int64
    }

    @Message
    package struct ChangesRequest: Codable, Hashable, WireValue {
        /// The greatest epoch that the caller knows; see ``BeginRequest/epoch``.
        package var epoch: Int64
        /// The instance of the position.
        package var instance: String
        /// The number of the position, 0 or more.
        package var number: Int64
        /// The longest wait for a commit in milliseconds, 0 to 60,000. Without a commit the response has the
        /// same number and a later time.
        package var waitMilliseconds: Int64
    }

    /// Changed pages: columns `page` i32 with their numbers from 1, and `data` with their bytes in the same
    /// order.
    @Message
    package struct ChangedPages: Codable, Hashable, Sendable {
        /// The number of pages of the item.
        package var count: Int64
    }

    @Message
    package struct PhotoNamesRequest: Codable, Hashable, WireValue {
        /// Names after this one; nil: from the first.
        package var after: String? = nil
    }

    @Message
    package struct PhotoNamesResponse: Codable, Hashable, WireValue {
        /// The names of stored photos, ascending, at most ``nameLimit``.
        package var names: [String]
        /// True if no names follow.
        package var isLast: Bool
    }

    @Message
    package struct PhotoRequest: Codable, Hashable, WireValue {
        /// The name of the stored photo.
        package var file: String
    }

    @Message
    package struct SupersedeRequest: Codable, Hashable, WireValue {
        /// The epoch of the promoted home.
        package var epoch: Int64
        /// The number of the newest change that the promoted home received from this one; 0: none.
        package var change: Int64
    }

    @Message
    package struct SupersedeResponse: Codable, Hashable, WireValue {
        /// The epoch of the home that was called, before the call.
        package var epoch: Int64
        /// The number of changes that only this home has.
        package var changes: Int64
        /// The name of the file in this home with these changes; nil: no changes.
        package var file: String?
    }
}
