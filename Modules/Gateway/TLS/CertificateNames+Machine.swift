import Glibc

extension CertificateNames {
    /// The names of this machine, and its addresses in private networks.
    static var ofMachine: Self {
        var names = CertificateNames(
            hosts: ["localhost"],
            addresses: interfaceAddresses.filter { address in
                IPRange.privateNetworks.contains { $0.contains(address) }
            })
        names.addresses.insert(.loopback)
        if let host = hostName {
            names.insert(host)
            // The name of multicast DNS.
            if !host.contains(".") { names.insert("\(host).local") }
        }
        return names
    }

    /// The name of this machine; nil: it has none.
    static var hostName: String? {
        var bytes = [CChar](repeating: 0, count: hostLimit + 2)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    private static var interfaceAddresses: Set<IPAddress> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: Set<IPAddress> = []
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
            guard let address = entry?.pointee.ifa_addr else { continue }
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                let bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
                }
                addresses.insert(IPAddress(bytes: bytes))
            case AF_INET6:
                let bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
                }
                // Browsers reach a link-local address only with the name of an interface.
                if !(bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80) {
                    addresses.insert(IPAddress(bytes: bytes))
                }
            default: continue
            }
        }
        return addresses
    }
}
