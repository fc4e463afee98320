import CivilTime
import Contracts
import GRDB
import Glibc
import HostFiles
import RPC
import StorageCore

extension StorageService {
    func registerErase(on router: inout Router) {
        router.handle(Profiles.erase) { [self] request, context in
            try await erase(request, context)
        }
    }

    private func erase(
        _ request: Profiles.RemoveRequest, _ context: CallContext
    ) async throws -> Profiles.EraseResponse {
        let profile = try await file.read { db in
            try ErasedProfile(named: request.name, db)
        }
        let photos = try await photosNamedAnywhere()
        _ = try await services.change(Profiles.erase.name, request, context) {
            try await eraseRows(of: profile.name, $0)
        }
        let path = file.path
        var response = try await Self.runOnThread {
            var remaining: [String] = []
            let replaced = ReplacedDatabases(database: path).paths
            for copy in replaced {
                do {
                    try ProfileEraser.erase(profile, fromReplaced: copy)
                } catch {
                    remaining.append(copy)
                }
            }
            // A restore that was refused cannot be read, so nothing can be removed from it.
            let refused = path + Home.restoreSuffix + ".refused"
            if access(refused, F_OK) == 0 { remaining.append(refused) }
            remaining += SupersededChanges.erase(profile, besideDatabase: path)
            Backup.removeCopies(ofDatabase: path)
            try ProfileEraser.compact(path)
            return Profiles.EraseResponse(
                photos: 0, remainingFiles: remaining, earlierNames: profile.earlierNames)
        }
        if response.remainingFiles.isEmpty {
            response.photos = try await removePhotos(
                ofErased: profile.name, namedBefore: photos)
        }
        await addSnapshots(of: [profile.name] + profile.earlierNames, to: &response)
        return response
    }

    private func eraseRows(
        of name: String, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        try await change(call) { db, effects in
            let row = try ProfileRow.named(name, db)
            try ProfileEraser.remove(row, db)
            effects.removedProfile = row.id
            // Of the default profile, so that the newest acknowledged change is in the log and the default
            // profile is read again.
            effects.logEntries = [
                ChangeLog.Entry(
                    profile: try ProfileRow.named(CallMetadata.defaultProfile, db), who: "person",
                    kind: "profile", key: CallMetadata.defaultProfile, before: nil,
                    after: nil)
            ]
            return Empty()
        }
    }

    /// Adds the snapshots of the backup folder that have a profile of one of the names.
    private func addSnapshots(
        of names: [String], to response: inout Profiles.EraseResponse
    ) async {
        guard
            let state = try? await backups.state(
                Backups.ScheduleRequest(includesSnapshots: true))
        else { return }
        response.backupFolder = state.folder
        response.problem = state.problem
        response.snapshots = (state.snapshots ?? []).filter { snapshot in
            snapshot.profiles.contains { profile in
                names.contains { ExistingProfiles.isSame($0, profile) }
            }
        }.map(\.at)
    }
}
