import Contracts
package import RPC

/// The limit of one import, which is also that of an upload.
package enum ImportLimit {
    /// The limit in bytes of a value of the setting `importLimit`; nil for the default.
    package static func bytes(of setting: String?) -> Int {
        let number = setting.flatMap { Int($0) } ?? Settings.importLimitDefault
        let range = Settings.importLimitRange
        return min(max(number, range.lowerBound), range.upperBound) * 1_000_000_000
    }

    package static func exceeded(_ limit: Int) -> Status {
        Status(
            .resourceExhausted,
            "The import is larger than \(limit / 1_000_000_000) GB, the limit of one import. "
                + "Nothing of it was stored.",
            hint: "Allow more, in GB, with: dayline settings set \(Settings.importLimit) 64")
    }
}
