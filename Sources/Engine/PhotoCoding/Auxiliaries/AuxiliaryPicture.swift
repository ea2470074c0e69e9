import CaptureEngine
import CoreMedia
import CoreVideo

/// A picture that belongs to a photo and describes each of its pixels: how far away it is, whether it shows a person.
///
/// It is 8-bit gray; ``metadata`` says what black and white stand for.
///
/// Sources: Apple, AVDepthData, AVPortraitEffectsMatte, kCGImageAuxiliaryDataTypeDepth and similar ones.
package struct AuxiliaryPicture: Sendable {
    package enum Kind: Sendable, Hashable {
        /// In meters.
        case depth
        /// In 1/meters: near is bright.
        case disparity
        case portraitMatte
    }

    package let kind: Kind
    /// `kCVPixelFormatType_OneComponent8`, in the orientation of the stored photo.
    package let buffer: CVPixelBuffer
    /// The values of black and white; `nil` if they are 0 and 1.
    package let range: ClosedRange<Float>?
    /// XMP, as Apple's cameras write it; `nil` if there is nothing to say.
    let metadata: String?

    /// The kind's name in the file.
    ///
    /// Sources: ISO/IEC 23008-12, B.2.1 (depth and disparity); Apple's for the matte, as its files have it.
    var urn: String {
        switch kind {
        case .depth, .disparity: "urn:mpeg:hevc:2015:auxid:2"
        case .portraitMatte: "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
        }
    }

    /// How strongly it may be compressed: measurements less, because they are small anyway.
    var quantizer: Int { kind == .portraitMatte ? 20 : 14 }

    /// A camera's measurement. The nearest and the farthest value become the ends of the scale; places without a
    /// measurement count as farthest.
    ///
    /// `nil` if nothing was measured anywhere.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported` if the map holds no depth.
    package init?(_ map: DepthMap) throws(CaptureError) {
        guard case .depth(let isDisparity)? = PixelFormatDescription(CVPixelBufferGetPixelFormatType(map.buffer))?.model
        else { throw CaptureError(.formatUnsupported, "This is not a depth map") }
        let values = DepthValues(map.buffer)
        guard let range = values.range else { return nil }
        kind = isDisparity ? .disparity : .depth
        self.range = range
        buffer = try values.gray(range, holes: isDisparity ? 0 : 255)
        metadata = DepthMetadata.text(of: map, kind: kind, range: range)
    }

    /// Shows which pixels belong to a person.
    ///
    /// - Parameter portraitMatte: `kCVPixelFormatType_OneComponent8`.
    package init(portraitMatte: CVPixelBuffer) throws(CaptureError) {
        guard CVPixelBufferGetPixelFormatType(portraitMatte) == kCVPixelFormatType_OneComponent8 else {
            throw CaptureError(.formatUnsupported, "A portrait matte must have one component of 8 bits")
        }
        kind = .portraitMatte
        buffer = portraitMatte
        range = nil
        metadata = DepthMetadata.matteText
    }
}
