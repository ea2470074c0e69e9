import CoreImage
import CoreVideo
import Foundation

/// The cost of filters on frames of 1920 by 1080: 420f in, BGRA out.
struct FilterMeasurement {
    var count: Int

    func run() throws -> [String: Double] {
        let frame = try Self.frame()
        let context = CIContext()
        var chains: [String: (CIImage) -> CIImage] = [
            "none": { $0 },
            "controls_sepia": {
                $0.applyingFilter(
                    "CIColorControls", parameters: [kCIInputContrastKey: 1.1, kCIInputSaturationKey: 0.8]
                ).applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 0.9])
            },
            "chrome": { $0.applyingFilter("CIPhotoEffectChrome") },
            "vibrance_vignette": {
                $0.applyingFilter("CIVibrance", parameters: [kCIInputAmountKey: 0.5])
                    .applyingFilter("CIVignette", parameters: [kCIInputIntensityKey: 0.8])
            },
            "turned": { $0.oriented(.right) },
            "half": { $0.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5)) },
            "blur_3": { $0.clampedToExtent().applyingGaussianBlur(sigma: 3).cropped(to: $0.extent) },
            "blur_10": { $0.clampedToExtent().applyingGaussianBlur(sigma: 10).cropped(to: $0.extent) },
            "lanczos_half": { $0.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.5]) },
        ]
        // Those that look at many pixels for each one, as they are at first.
        for name in Self.wide { chains[name] = { $0.applyingFilter(name).cropped(to: $0.extent) } }
        var result: [String: Double] = [:]
        for (name, chain) in chains {
            let image = chain(CIImage(cvPixelBuffer: frame))
            let target = try CVPixelBuffer(
                width: Int(image.extent.width), height: Int(image.extent.height),
                pixelFormat: kCVPixelFormatType_32BGRA)
            var (walls, costs): ([Double], [Double]) = ([], [])
            for _ in 0..<count {
                let (started, processor) = (Stopwatch.now(), Stopwatch.processor())
                context.render(chain(CIImage(cvPixelBuffer: frame)), to: target)
                walls.append(Stopwatch.now() - started)
                costs.append(Stopwatch.processor() - processor)
            }
            result["\(name)_wall_ms"] = Stopwatch.median(walls) * 1000
            result["\(name)_processor_ms"] = Stopwatch.median(costs) * 1000
        }
        return result
    }

    private static let wide = [
        "CIDiscBlur", "CIMotionBlur", "CIMedianFilter", "CINoiseReduction", "CIMorphologyGradient",
        "CIMorphologyRectangleMaximum", "CIHexagonalPixellate", "CIConvolution7X7", "CIZoomBlur",
    ]

    /// All hues and brightnesses.
    private static func frame() throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(
            width: 1920, height: 1080, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        buffer.withPlanes { planes in
            for (index, plane) in planes.enumerated() {
                for y in 0..<plane.height {
                    let row = (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    for x in 0..<1920 { row[x] = UInt8(truncatingIfNeeded: index == 0 ? (x + y) / 12 : 64 + x / 15) }
                }
            }
        }
        return buffer
    }
}
