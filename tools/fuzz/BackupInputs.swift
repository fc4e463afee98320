import BackupFolders
import FoundationEssentials
import Glibc
import RPC

/// Inputs of the target that reads encrypted backups.
enum BackupInputs {
    /// Files without contents and with 16 bytes, encrypted to the key below.
    static let files = [
        """
        ZGF5bGluZS1lbmNyeXB0ZWQtYmFja3VwLTEKt8MrXBQswIeC/Rbp98XEPIEIlgkKJ3wqsZI/P3NdOhs+JkJR4tUYshsS\
        Qy2LOtCOt0Kjv8xgBdP7QALV4eq574kssXJPc0XVGWdetc1U6dAsukAPQ6fpUAusbmE6jTfnnjCEfS46MjPGuxnXwX2l\
        eE7Z2qBPdlHUaA==
        """,
        """
        ZGF5bGluZS1lbmNyeXB0ZWQtYmFja3VwLTEKmgtk68iC3pa/nR/xV9zi6ftaMNp0sjQIppyAKXaogX1Tc203zhC0DdV2\
        uW6olzLPQTK8BitiBNOKZ1uXOn+CNdhR+63E/T6pTBTv+C0dhGAREb3PGOhpGtfAVIkRCXA2Ev4vgt4jhsgSbaHvkGDw\
        N1tORPYdIi8UNtD+KzLl1rP3pU83QYQNj4U=
        """,
    ].map { Array(Data(base64Encoded: $0) ?? Data()) }

    private static let contents: [[UInt8]] = [[], Array("SQLite format 3\0".utf8)]
    private static let keyText =
        "dayline-backup-secret-key-1\nAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA\n"

    /// The temporary folder, the key in it, and the paths of a trial.
    private static let setting: (key: BackupSecretKey, source: String, target: String)? = {
        var template = Array("/tmp/dayline-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let folder = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = "\(folder)/key"
        defer { unlink(path) }
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(keyText.utf8), attributes: [.posixPermissions: 0o600]),
            let key = try? BackupSecretKey(file: path)
        else { return nil }
        return (key, "\(folder)/source", "\(folder)/target")
    }()

    /// Checks that only an unchanged file is decrypted, and that another one leaves no file.
    static func encryptedFile(_ bytes: UnsafeRawBufferPointer) {
        guard let setting,
            FileManager.default.createFile(atPath: setting.source, contents: Data(bytes))
        else { FuzzCase.fail("the temporary files cannot be written") }
        do {
            try EncryptedFile.decrypt(setting.source, to: setting.target, with: setting.key)
        } catch {
            guard let status = error as? Status, !status.message.isEmpty else {
                FuzzCase.fail("an error without a message: \(error)")
            }
            guard access(setting.target, F_OK) != 0 else {
                FuzzCase.fail("an invalid backup leaves a file")
            }
            return
        }
        let decrypted = FileManager.default.contents(atPath: setting.target).map { Array($0) }
        unlink(setting.target)
        guard let number = files.firstIndex(of: Array(bytes)), decrypted == contents[number] else {
            FuzzCase.fail("a changed backup is accepted")
        }
    }
}
