import Glibc

/// An address of IPv4 or IPv6. An IPv4 address that is mapped into IPv6 equals its IPv4 form.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    let bytes: [UInt8]

    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    private static let textLimit = Int(INET6_ADDRSTRLEN)

    /// The address of a text such as `192.168.1.5` or `fe80::1`; nil if the text has another form.
    package init?(_ text: String) {
        guard text.utf8.count < Self.textLimit else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            let all = withUnsafeBytes(of: six) { Array($0) }
            bytes = all.starts(with: Self.mappedPrefix) ? Array(all[12...]) : all
        } else {
            return nil
        }
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Self.textLimit)
        let family = isVersion6 ? AF_INET6 : AF_INET
        inet_ntop(family, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    var isVersion6: Bool { bytes.count == 16 }

    /// True if only programs of this machine reach the address.
    var isLoopback: Bool {
        isVersion6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 : bytes[0] == 127
    }

    /// True if the address stands for all addresses of the machine.
    var isAny: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The part of the address that one network assigns freely: all of IPv4, half of IPv6.
    var network: [UInt8] { isVersion6 ? Array(bytes[..<8]) : bytes }

    /// The address as the host of a URL.
    var host: String { isVersion6 ? "[\(self)]" : description }
}
