package import PluginKit

extension SampleBatches {
    /// States the format, and the kinds of its data whose reading was not tried on a real file.
    package mutating func setFormat(_ format: String, untried kinds: [String]) {
        let kinds = kinds.joined(separator: ", ")
        setFormat(kinds.isEmpty ? format : "\(format); not tried on a real file: \(kinds)")
    }
}
