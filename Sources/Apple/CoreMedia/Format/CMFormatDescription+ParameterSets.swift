import MissingFoundation

extension CMFormatDescription {
    /// H.264, from what a stream sends ahead of its pictures.
    ///
    /// - Parameters:
    ///   - h264ParameterSets: at least one SPS and one PPS, without start codes.
    ///   - nalUnitHeaderLength: in how many bytes a sample's units say their lengths: 1, 2 or 4.
    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` as an `NSError`, also for an SPS that cannot be read.
    public convenience init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
        try self.init(.h264, h264ParameterSets, nalUnitHeaderLength, nil)
    }

    /// HEVC, from what a stream sends ahead of its pictures.
    ///
    /// - Parameters:
    ///   - hevcParameterSets: at least one VPS, one SPS and one PPS, without start codes.
    ///   - nalUnitHeaderLength: in how many bytes a sample's units say their lengths: 1, 2 or 4.
    ///   - extensions: what else the description has.
    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` as an `NSError`, also for an SPS that cannot be read.
    public convenience init(
        hevcParameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: Extensions? = nil
    ) throws {
        try self.init(.hevc, hevcParameterSets, nalUnitHeaderLength, extensions?.base)
    }

    fileprivate convenience init(
        _ codec: ParameterSets.Codec, _ units: [Data], _ lengthSize: Int, _ extensions: [String: Any]?
    ) throws {
        let sets = ParameterSets(codec, units.map(Array.init), lengthSize: lengthSize)
        guard let record = sets.record, let facts = sets.sequenceFacts else {
            throw NSError(coreMedia: kCMFormatDescriptionError_InvalidParameter)
        }
        var values = extensions ?? [:]
        values[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = [codec.box: Data(record)]
        self.init(
            mediaType: .video, mediaSubType: codec == .h264 ? .h264 : .hevc,
            dimensions: CMVideoDimensions(width: Int32(facts.width), height: Int32(facts.height)), extensions: values)
    }

    /// What a stream of H.264 or HEVC sends ahead of its pictures, without start codes; otherwise empty.
    public var parameterSets: [Data] { storedParameterSets?.units.map { Data($0) } ?? [] }

    /// In how many bytes a sample's units of H.264 or HEVC say their lengths; otherwise 0.
    public var nalUnitHeaderLength: Int { storedParameterSets?.lengthSize ?? 0 }
}

/// One of the parameter sets, their number, and how samples say the lengths of their units.
///
/// - `parameterSetIndex`: from 0; SPS come before PPS. Read only if a set's bytes or size are asked for.
/// - `parameterSetPointerOut`: the set without a start code; valid as long as the description.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for an index too large or a format that is not H.264,
///   `kCMFormatDescriptionError_ValueNotAvailable` for H.264 without sets.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
    _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
    parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    videoDesc.parameterSet(
        .h264, parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
        nalUnitHeaderLengthOut)
}

/// As ``CMVideoFormatDescriptionGetH264ParameterSetAtIndex(_:parameterSetIndex:parameterSetPointerOut:parameterSetSizeOut:parameterSetCountOut:nalUnitHeaderLengthOut:)``,
/// for HEVC, where VPS come first.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
    _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
    parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
    videoDesc.parameterSet(
        .hevc, parameterSetIndex, parameterSetPointerOut, parameterSetSizeOut, parameterSetCountOut,
        nalUnitHeaderLengthOut)
}

/// Describes H.264 by its parameter sets, which are copied.
///
/// - `parameterSetCount`: at least 2: an SPS and a PPS.
/// - `nalUnitHeaderLength`: in how many bytes a sample's units say their lengths: 1, 2 or 4.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter`, also for an SPS that cannot be read.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
    allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
    parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength: Int32,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) {
        let units = (0..<parameterSetCount).map { Data(bytes: parameterSetPointers[$0], count: parameterSetSizes[$0]) }
        return try CMFormatDescription(h264ParameterSets: units, nalUnitHeaderLength: Int(nalUnitHeaderLength))
    }
}

/// Describes HEVC by its parameter sets, which are copied: at least a VPS, an SPS and a PPS.
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter`, also for an SPS that cannot be read.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
    allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
    parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) {
        let units = (0..<parameterSetCount).map { Data(bytes: parameterSetPointers[$0], count: parameterSetSizes[$0]) }
        return try CMFormatDescription(
            hevcParameterSets: units, nalUnitHeaderLength: Int(nalUnitHeaderLength),
            extensions: .init(base: extensions))
    }
}

extension CMFormatDescription {
    fileprivate func parameterSet(
        _ codec: ParameterSets.Codec, _ index: Int, _ pointer: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ size: UnsafeMutablePointer<Int>?, _ count: UnsafeMutablePointer<Int>?,
        _ lengthSize: UnsafeMutablePointer<Int32>?
    ) -> OSStatus {
        guard mediaType == .video, ParameterSets.Codec(mediaSubType) == codec else {
            return kCMFormatDescriptionError_InvalidParameter
        }
        guard let sets = storedParameterSets, let bytes = parameterSetBytes else {
            return kCMFormatDescriptionError_ValueNotAvailable
        }
        count?.pointee = sets.units.count
        lengthSize?.pointee = Int32(sets.lengthSize)
        guard pointer != nil || size != nil else { return noErr }
        guard sets.units.indices.contains(index) else { return kCMFormatDescriptionError_InvalidParameter }
        let start = sets.units[..<index].reduce(0) { $0 + $1.count }
        pointer?.pointee = UnsafePointer(bytes.baseAddress!.advanced(by: start).assumingMemoryBound(to: UInt8.self))
        size?.pointee = sets.units[index].count
        return noErr
    }

    /// What the sample description of a movie or an encoder says.
    static func parameterSets(_ subType: MediaSubType, _ extensions: [String: Any]) -> ParameterSets? {
        guard let codec = ParameterSets.Codec(subType),
            let atoms = extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] as? [String: Any]
        else { return nil }
        let record = atoms[codec.box]
        let bytes = (record as? Data).map(Array.init) ?? (record as? NSData).map { Array(Data(referencing: $0)) }
        return bytes.flatMap { ParameterSets(codec, record: $0) }
    }
}

extension ParameterSets.Codec {
    fileprivate init?(_ subType: CMFormatDescription.MediaSubType) {
        switch subType.rawValue.letters {
        case "avc1", "avc3": self = .h264
        case "hvc1", "hev1": self = .hevc
        default: return nil
        }
    }
}
