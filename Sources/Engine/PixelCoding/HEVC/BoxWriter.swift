/// Builds QuickTime atoms ("boxes"): big-endian numbers inside nested, length-prefixed boxes.
///
/// Source: Apple, QuickTime File Format, "Atoms"; ISO/IEC 14496-12, 4.2.
package struct BoxWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func write(_ value: UInt8) {
        bytes.append(value)
    }

    package mutating func write(_ value: UInt16) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ value: UInt32) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ value: Int32) {
        write(UInt32(bitPattern: value))
    }

    package mutating func write(_ value: UInt64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func write(contentsOf data: [UInt8]) {
        bytes.append(contentsOf: data)
    }

    package mutating func writeZeros(_ count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }

    /// A count in 32 bits, as tables begin with.
    package mutating func write(count: Int) {
        write(UInt32(count))
    }

    /// A time or a duration: 32 bits in a version 0 box, 64 in a version 1 box.
    package mutating func write(time: Int64, version: UInt8) {
        if version == 0 {
            write(UInt32(clamping: time))
        } else {
            write(UInt64(clamping: time))
        }
    }

    /// A box of type `type`: four characters.
    package mutating func box(_ type: String, _ body: (inout BoxWriter) -> Void) {
        sized {
            $0.write(type)
            body(&$0)
        }
    }

    /// A box whose type is a number, such as an item of a metadata list.
    package mutating func box(_ type: UInt32, _ body: (inout BoxWriter) -> Void) {
        sized {
            $0.write(type)
            body(&$0)
        }
    }

    /// A box that begins with a version and flags.
    package mutating func fullBox(
        _ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout BoxWriter) -> Void
    ) {
        box(type) {
            $0.write(UInt32(version) << 24 | flags)
            body(&$0)
        }
    }

    /// Writes the length of what `body` appends, including itself, in front of it.
    private mutating func sized(_ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        writeZeros(4)
        body(&self)
        withUnsafeBytes(of: UInt32(bytes.count - start).bigEndian) { length in
            for index in 0..<4 { bytes[start + index] = length[index] }
        }
    }
}
