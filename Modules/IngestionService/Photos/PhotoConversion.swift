import Contracts
import Glibc
import HostFiles
import Processes
import RPC

/// Makes stored photos and thumbnails: upright, without metadata, in sRGB.
struct PhotoConversion: Sendable {
    let program: PhotoProgram

    private static let input = "input"
    private static let reduced = "reduced.jpg"
    /// The options of the writer by ending. `strip` leaves out EXIF, GPS, XMP and comments.
    private static let writerOptions = [
        "jpg": "[Q=90,strip,background=255]", "png": "[strip,compression=6]",
        "heic": "[Q=70,compression=hevc,effort=2,strip]",
        "avif": "[Q=65,compression=av1,effort=2,strip]",
    ]

    /// The width and height of a picture.
    struct Dimensions: Hashable {
        var width: Int
        var height: Int
    }

    /// A converted photo in a work folder.
    struct Result {
        var file: String
        var ending: String
        var dimensions: Dimensions
    }

    /// Converts a file, which is moved into the work folder.
    /// - Parameters:
    ///   - path: The file.
    ///   - name: The name of the file in errors.
    ///   - stored: The format of the result, unless the file is a PNG.
    ///   - pixels: The greatest length of a side of the result.
    ///   - folder: The folder for the work.
    /// - Returns: The converted photo.
    /// - Throws: INVALID_ARGUMENT for a file that is not a photo or is damaged, RESOURCE_EXHAUSTED
    ///   beyond the limits.
    func convert(
        _ path: String, named name: String, as stored: Settings.PhotoFormat, pixels: Int,
        in folder: WorkFolder
    ) async throws -> Result {
        guard rename(path, folder.file(Self.input)) == 0 else {
            throw HostFileError.system(operation: "read", path: path, code: errno).status
        }
        guard let format = PhotoFormat(head: Files.head(of: folder.file(Self.input))) else {
            throw Status(
                .invalidArgument, "\(name) is not a photo.",
                hint: "Use a file of the format JPEG, PNG, HEIC or AVIF.")
        }
        let size = try await dimensions(of: Self.input, named: name, in: folder)
        let (area, isHuge) = size.width.multipliedReportingOverflow(by: size.height)
        guard !isHuge, area <= PhotoFiles.pixelLimit else {
            throw Status(
                .resourceExhausted,
                "\(name) has \(size.width) × \(size.height) pixels, and a photo has up to "
                    + "\(PhotoFiles.pixelLimit / 1_000_000) million.",
                hint: "Make the photo smaller first.")
        }
        let ending = format.storedEnding(as: stored)
        let result = "photo.\(ending)"
        let options = Self.writerOptions[ending] ?? ""
        try await shrink(Self.input, to: result + options, pixels, named: name, in: folder)
        return Result(
            file: folder.file(result), ending: ending,
            dimensions: try await dimensions(of: result, named: name, in: folder))
    }

    /// The path of a JPEG of a stored photo, in a work folder. `pixels` is the greatest length of a side.
    func jpeg(of photo: [UInt8], pixels: Int, in folder: WorkFolder) async throws -> String {
        try Files.writeAtomically(photo, to: folder.file(Self.input))
        try await shrink(
            Self.input, to: Self.reduced + "[Q=80,strip,background=255]", pixels,
            named: "The stored photo", in: folder)
        return folder.file(Self.reduced)
    }

    private func shrink(
        _ input: String, to output: String, _ pixels: Int, named name: String,
        in folder: WorkFolder
    ) async throws {
        let outcome = try await program.run(
            "vips",
            [
                "thumbnail", input, output, String(pixels), "--height", String(pixels),
                "--size", "down", "--export-profile", "srgb", "--fail-on", "truncated",
            ], in: folder)
        guard outcome.isSuccess else { throw failure(of: outcome, name) }
    }

    private func dimensions(
        of file: String, named name: String, in folder: WorkFolder
    ) async throws -> Dimensions {
        let outcome = try await program.run("vipsheader", [file], in: folder)
        guard outcome.isSuccess, let size = Dimensions(header: outcome.output, of: file) else {
            throw failure(of: outcome, name)
        }
        return size
    }

    private func failure(of outcome: PhotoProgram.Outcome, _ name: String) -> Status {
        if outcome.isTimedOut || outcome.termination == .killed(signal: SIGXCPU) {
            return Status(
                .resourceExhausted, "\(name) takes too long to be read.",
                hint: "Make the photo smaller first.")
        }
        return Status(
            .invalidArgument, "\(name) is damaged or incomplete, so it was not stored.",
            hint: "Copy the file from the camera again.")
    }
}

extension PhotoConversion.Dimensions {
    /// The size in a line of `vipsheader`, such as `input: 64x32 uchar, 3 bands, srgb, jpegload`. Nil if
    /// there is no such line: warnings may precede it.
    init?(header: String, of file: String) {
        let lines = header.split(separator: "\n")
        guard let line = lines.last(where: { $0.hasPrefix("\(file): ") }),
            let size = line.dropFirst(file.utf8.count + 2).split(separator: " ").first
        else { return nil }
        let sides = size.split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
        else { return nil }
        self.init(width: width, height: height)
    }
}
