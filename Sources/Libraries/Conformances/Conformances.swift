import Glibc

/// Finds the types of the program that conform to a protocol, in the tables that the compiler leaves for casts.
///
/// On Apple's systems a build step lists an app's intents and controls. Here the program looks for them when it starts.
/// Source: Swift, docs/ABI/TypeMetadata.rst; stdlib/public/runtime/ImageInspectionELF.cpp.
package enum Conformances {
    /// The types, without generic ones, in the order in which the linker left them.
    ///
    /// - Parameter existential: `(any SomeProtocol).self`, of a protocol without superclass.
    package static func types(of existential: Any.Type) -> [Any.Type] {
        let wanted = protocolDescriptor(existential)
        return sections().flatMap { section in
            stride(from: section.startIndex, to: section.endIndex, by: 4).compactMap { offset in
                let entry = section.baseAddress! + offset
                return conformingType(relative(entry), to: wanted)
            }
        }
    }

    /// Of an existential's metadata: kind, flags, the number of protocols, the first protocol.
    private static func protocolDescriptor(_ existential: Any.Type) -> UnsafeRawPointer {
        let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
        precondition(metadata.load(fromByteOffset: 12, as: UInt32.self) == 1, "one protocol: types(of:)")
        return metadata.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    }

    /// A conformance: its protocol, its type, its witness table, its flags.
    private static func conformingType(
        _ conformance: UnsafeRawPointer, to wanted: UnsafeRawPointer
    ) -> Any.Type? {
        guard indirect(conformance) == wanted else { return nil }
        let reference = conformance + 4
        let kind = (conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3) & 7
        let descriptor: UnsafeRawPointer
        switch kind {
        case 0: descriptor = relative(reference)
        case 1: descriptor = relative(reference).load(as: UnsafeRawPointer.self)
        default: return nil
        }
        // A generic type has no metadata before it gets its arguments.
        let isGeneric = descriptor.load(as: UInt32.self) & 0x80 != 0
        guard !isGeneric else { return nil }
        typealias Access = @convention(c) (UInt) -> UnsafeRawPointer
        let access = unsafeBitCast(relative(descriptor + 12), to: Access.self)
        return unsafeBitCast(access(0), to: Any.Type.self)
    }

    private static func relative(_ field: UnsafeRawPointer) -> UnsafeRawPointer {
        field + Int(field.load(as: Int32.self))
    }

    /// The lowest bit says that the place holds a pointer.
    private static func indirect(_ field: UnsafeRawPointer) -> UnsafeRawPointer {
        let offset = Int(field.load(as: Int32.self))
        guard offset & 1 == 1 else { return field + offset }
        return (field + (offset & ~1)).load(as: UnsafeRawPointer.self)
    }

    private final class Found {
        var sections: [UnsafeRawBufferPointer] = []
    }

    /// The tables of the program and of its libraries.
    private static func sections() -> [UnsafeRawBufferPointer] {
        let found = Found()
        enumerateSections(
            { sections, context in
                // Version, base address and two unused words; then the protocols, and the conformances.
                let start = sections.load(fromByteOffset: 48, as: UnsafeRawPointer?.self)
                let length = sections.load(fromByteOffset: 56, as: Int.self)
                let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
                if let start { found.sections.append(UnsafeRawBufferPointer(start: start, count: length)) }
                return true
            }, Unmanaged.passUnretained(found).toOpaque())
        return found.sections
    }
}

@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool, _ context: UnsafeMutableRawPointer)
