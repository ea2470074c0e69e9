import CoreMedia

extension BoxWriter {
    /// How a decoder of H.264 or HEVC is set up: the box `avcC` or `hvcC`.
    ///
    /// - Parameter sets: what an encoder made, so complete.
    package static func decoderConfiguration(_ sets: ParameterSets) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(sets.codec.box) { $0.write(contentsOf: sets.record!) }
        return writer.bytes
    }
}
