package import CivilTime
package import RPC

extension CivilDate: FormattedText {
    package static var textFormat: JSONSchema.Format { .date }
}
