import Contracts

extension SeriesKey {
    /// The series of a source whose compared name is its shown name.
    static func of(
        _ metric: String, source: String, device: String = "", isEntered: Bool = false,
        resolution: Resolution = .raw
    ) -> SeriesKey {
        SeriesKey(
            metric: metric, unit: "", source: source, sourceKey: source, device: device,
            isEntered: isEntered, resolution: resolution)
    }
}
