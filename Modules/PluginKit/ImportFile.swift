package import Contracts
import Glibc
import RPC

/// The input of an importer: a file, a zip archive or a folder, as a list of parts.
public struct ImportFile {
    /// The name of the file or folder that the person chose, without its path.
    public let name: String
    /// IANA name of the zone that the person gave with `--zone`, for formats without one; nil if none
    /// was given.
    public let zone: String?
    /// The text of the file that the person gave with `--mapping`; nil if none was given.
    public let mapping: String?
    /// The time zones of the profile, ascending by first day, for local times without a zone.
    public let profileZones: [ProfileZone]
    private let storage: Storage
    /// The descriptor of the scratch file; nil without one.
    let scratch: Int32?
    private let descriptor: Int32

    /// A time zone of a profile.
    public struct ProfileZone: Hashable, Sendable {
        /// The first day in the zone as `YYYY-MM-DD`, from 00:00 in that zone; nil: since the beginning.
        public let firstDay: String?
        /// The IANA name of the zone.
        public let name: String
    }

    private enum Storage {
        case single(FilePart)
        case archive(ZipArchive)
        /// An archive without a readable central directory.
        case brokenArchive(BrokenZip)
        case folder(Int32)
    }

    /// `scratch` is the descriptor of the scratch file; nil for the inherited one, if the job has one.
    package init(descriptor: Int32, job: ImportJob, scratch: Int32? = nil) throws {
        self.scratch = scratch ?? (job.hasScratch == true ? ImportDescriptors.scratch : nil)
        name = job.fileName
        zone = job.zone
        mapping = job.mapping
        self.descriptor = descriptor
        profileZones = job.zones.map { change in
            ProfileZone(firstDay: change.from.map { "\($0)" }, name: change.zone)
        }
        if job.isFolder {
            storage = .folder(descriptor)
        } else if ZipArchive.isArchive(descriptor) {
            storage =
                if let archive = ZipArchive(descriptor: descriptor, name: job.fileName) {
                    .archive(archive)
                } else {
                    .brokenArchive(try BrokenZip(descriptor: descriptor, name: job.fileName))
                }
        } else {
            let size = Int64(max(0, lseek(descriptor, 0, SEEK_END)))
            storage = .single(
                FilePart(name: job.fileName, size: size, sizeOnDisk: size) {
                    PlainBlocks(descriptor: descriptor)
                })
        }
    }

    /// True for a zip archive without a readable table of contents.
    package var isBrokenArchive: Bool {
        if case .brokenArchive = storage { true } else { false }
    }

    /// The open descriptor of a single file, for reading at any offset; nil for an archive or a folder.
    public var fileDescriptor: Int32? {
        if case .single = storage { descriptor } else { nil }
    }

    /// The file itself, or the files of the archive or the folder.
    /// - Throws: An `ImportProblem` if the folder cannot be read, or if there are too many files.
    public func parts() throws -> [FilePart] {
        switch storage {
        case .single(let part): [part]
        case .archive(let archive): try archive.parts()
        case .brokenArchive(let archive): archive.parts
        case .folder(let descriptor): try FolderParts(descriptor, name: name).parts()
        }
    }
}
