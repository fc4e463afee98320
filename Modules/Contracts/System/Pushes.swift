import Memberwise
package import RPC

/// The pushed files of a profile that could not be imported. The default profile also has the files of
/// profiles that do not exist, such as after the restore of an older backup: they wait until the profile
/// exists again, or a person removes them. Served by the web gateway, which receives
/// pushes by POST `/push/health-auto-export`.
package enum Pushes {
    package static let service = "dayline.gateway.Pushes"

    /// Lists the newest 100 files that could not be imported, and all that wait for their profile, oldest
    /// first.
    package static let failed = Method<Empty, FailedResponse>(
        service, "Failed", repeatable: true, access: .scope(.read))
    /// Imports files again that could not be imported, and returns them. NOT_FOUND if the profile has no
    /// such file, or it was moved by an earlier call. FAILED_PRECONDITION for a file whose profile does not
    /// exist.
    package static let retry = Method<RetryRequest, FailedResponse>(
        service, "Retry", access: .scope(.push))
    /// Removes a file that could not be imported or waits for its profile, and returns it. NOT_FOUND if the profile has no such
    /// file, or it was removed by an earlier call.
    package static let remove = Method<RemoveRequest, FailedResponse>(
        service, "Remove", access: .scope(.admin))

    /// NOT_FOUND, because no failed push has the identifier.
    package static func unknown(_ id: String) -> Status {
        Status(
            .notFound, "There is no failed push \(id).",
            hint: "List them with: dayline imports pushes")
    }

    @Message
    package struct FailedResponse: Codable, Hashable, WireValue {
        /// The files, oldest first.
        package var pushes: [FailedPush]
    }

    /// A pushed file that could not be imported.
    @Message
    package struct FailedPush: Codable, Hashable, Sendable {
        /// The identifier of the push.
        package var id: String
        /// The time at which the file was received, RFC 3339 in the zone of the profile, or in UTC if storage
        /// does not answer.
        @Field(.instant) package var receivedAt: String
        /// The size of the file in bytes.
        package var bytes: Int64
        /// The failure of the import, or what the file waits for, as sentences.
        package var reason: String
        /// The profile of a file that waits because the profile does not exist; nil: the file could not be
        /// imported.
        package var missingProfile: String? = nil
    }

    @Message
    package struct RetryRequest: Codable, Hashable, WireValue {
        /// The identifier of any failed push; absent: the newest 100, which `Failed` lists.
        package var id: String?
    }

    @Message
    package struct RemoveRequest: Codable, Hashable, WireValue {
        /// The identifier of any failed push.
        package var id: String
    }
}
