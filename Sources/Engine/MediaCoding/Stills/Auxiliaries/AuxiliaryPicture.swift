import CaptureEngine
import CoreMedia
import CoreVideo

/// A picture that belongs to a photo and says something of each of its pixels: how far it is, whether a person is there.
///
/// It is grey in 8 bits; ``metadata`` says what black and white stand for.
///
/// Sources: Apple, AVDepthData, AVPortraitEffectsMatte, kCGImageAuxiliaryDataTypeDepth and its kin.
package struct AuxiliaryPicture: Sendable {
    package enum Kind: Sendable, Hashable {
        /// In metres.
        case depth
        /// In 1/metres: near is bright.
        case disparity
        case portraitMatte
    }

    package let kind: Kind
    /// `kCVPixelFormatType_OneComponent8`; in the orientation of the photo as it is stored.
    package let buffer: CVPixelBuffer
    /// What black and white stand for; `nil` when they are 0 and 1.
    package let range: ClosedRange<Float>?
    /// XMP, as Apple's cameras write it; `nil` when there is nothing to say.
    let metadata: String?

    /// How the file names the kind.
    ///
    /// Sources: ISO/IEC 23008-12, B.2.1 (depth and disparity); Apple's for the matte, as its files have it.
    var urn: String {
        switch kind {
        case .depth, .disparity: "urn:mpeg:hevc:2015:auxid:2"
        case .portraitMatte: "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
        }
    }

    /// How coarsely it may be compressed: measurements are spared, for they are small.
    var quantiser: Int { kind == .portraitMatte ? 20 : 14 }

    /// What a camera measured. The nearest and the farthest value become the ends of the scale; where nothing was
    /// measured it is farthest away.
    ///
    /// `nil` when nothing was measured anywhere.
    ///
    /// - Throws: ``CaptureError`` `formatUnsupported` when the map holds no depth.
    package init?(_ map: DepthMap) throws(CaptureError) {
        guard case .depth(let isDisparity)? = PixelFormatDescription(CVPixelBufferGetPixelFormatType(map.buffer))?.model
        else { throw CaptureError(.formatUnsupported, "This is not a depth map") }
        let values = DepthValues(map.buffer)
        guard let range = values.range else { return nil }
        kind = isDisparity ? .disparity : .depth
        self.range = range
        buffer = try values.grey(range, holes: isDisparity ? 0 : 255)
        metadata = DepthMetadata.text(of: map, kind: kind, range: range)
    }

    /// Which pixels belong to a person.
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
