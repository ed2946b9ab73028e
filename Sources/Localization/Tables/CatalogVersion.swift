internal import CICU

/// Names the content of a catalog.
enum CatalogVersion {
    /// 128 bits of a SHA-256 over everything that an answer can depend on, in hexadecimal.
    ///
    /// Each part is preceded by its length, so that no two contents read alike.
    static func version(of tables: [Table], options: CatalogOptions) -> String {
        var hash = SHA256()
        func add(_ bytes: some Collection<UInt8>) {
            var length = UInt64(bytes.count)
            var part: [UInt8] = []
            for _ in 0..<8 {
                part.append(UInt8(truncatingIfNeeded: length))
                length >>= 8
            }
            part.append(contentsOf: bytes)
            hash.update(part)
        }
        func add(_ text: String) { add(Array(text.utf8)) }

        add("tables 1")
        add(unsafe String(cString: parlance_icu_version()))
        add(options.timeZones?.version ?? "")
        add(options.defaultLocale.description)
        add(options.keepsEmptyStrings ? "keep" : "pass")
        add(options.messageSyntax.name)
        add(String(options.refused.count))
        for pair in options.refused {
            add(pair.desired)
            add(pair.supported)
        }
        add(String(options.fallbacks.count))
        for pair in options.fallbacks {
            add(pair.from.description)
            add(pair.to.description)
        }
        for table in tables {
            add(table.tag.description)
            add(String(table.files.count))
            for file in table.files {
                add(file.keyPrefix)
                add(file.digest.bytes)
            }
        }
        return hash.finish().hexadecimal(count: 16)
    }
}
