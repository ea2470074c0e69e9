import CoreImage
import CoreVideo
import Foundation

// On Apple's systems Core Image has these; here it lies beneath AVFoundation.

extension CIImage {
    /// Depth as a gray picture of one value for each pixel: meters, or 1/meters.
    ///
    /// Linux: 16-bit values are converted to 32 bits; options count as for a pixel buffer.
    public convenience init?(depthData data: AVDepthData, options: [CIImageOption: Any]? = nil) {
        let isDepth = [kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32].contains(data.depthDataType)
        let wanted = isDepth ? kCVPixelFormatType_DepthFloat32 : kCVPixelFormatType_DisparityFloat32
        self.init(cvPixelBuffer: data.converting(toDepthDataType: wanted).depthDataMap, options: options)
    }

    /// A matte as a gray picture: white where there is a person. The spelling is Apple's.
    public convenience init?(portaitEffectsMatte matte: AVPortraitEffectsMatte, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: matte.mattingImage, options: options)
    }

    /// A matte as a gray picture: white where there is what it shows.
    public convenience init?(
        semanticSegmentationMatte matte: AVSemanticSegmentationMatte, options: [CIImageOption: Any]? = nil
    ) {
        self.init(cvPixelBuffer: matte.mattingImage, options: options)
    }
}
