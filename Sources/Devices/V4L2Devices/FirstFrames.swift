import CaptureEngine
import LinuxVideo

/// Whether a camera that has just started sees as bright as it will. Webcams begin with frames that are nearly black, and
/// open up within some frames; a photo waits for that, unless the picture stays dark.
struct FirstFrames {
    /// Half a second at 30 frames a second.
    static let limit = 15
    /// Of 255. Black is 16 in most webcams' frames.
    private static let darkness = 32.0
    /// A frame that is brighter than the one before by more than this part is followed by a brighter one.
    private static let growth = 1.1

    private var left: Int
    private var last: Double?

    /// - Parameter mayBeDark: whether the camera is of a kind that begins so.
    init(mayBeDark: Bool) { left = mayBeDark ? Self.limit : 0 }

    /// USB cameras that set their exposure themselves.
    static func mayBeDark(_ driver: String, exposureMode: Int32?) -> Bool {
        driver == "uvcvideo" && exposureMode != V4L2ControlID.ExposureMode.manual
    }

    /// Notes a frame, and says whether a photo may be made of it.
    ///
    /// - Parameter level: the mean of luma, from 0 to 255; asked for while it matters.
    mutating func isSettled(_ level: @autoclosure () -> Double) -> Bool {
        if left == 0 { return true }
        let level = level()
        let isGrowing = last.map { level > $0 * Self.growth } ?? false
        last = level
        left = level >= Self.darkness && !isGrowing ? 0 : left - 1
        return left == 0
    }
}

extension CMSampleBuffer {
    /// The mean of luma, from 0 to 255, at a few places of the picture.
    var brightness: Double {
        guard let picture = imageBuffer, CVPixelBufferGetPlaneCount(picture) == 2 else { return 255 }
        let isDeep = CVPixelBufferGetPixelFormatType(picture).isDeep
        let columns = CVPixelBufferGetWidthOfPlane(picture, 0)
        let rows = CVPixelBufferGetHeightOfPlane(picture, 0)
        let side = 16
        return picture.withPlanes { planes in
            var sum = 0
            for row in 0..<side {
                let start = planes[0].base + (2 * row + 1) * rows / (2 * side) * planes[0].bytesPerRow
                for column in 0..<side {
                    let place = (2 * column + 1) * columns / (2 * side)
                    // Of ten bits in two bytes, the second has the upper eight.
                    sum += Int(start.load(fromByteOffset: isDeep ? 2 * place + 1 : place, as: UInt8.self))
                }
            }
            return Double(sum) / Double(side * side)
        }
    }
}

extension OSType {
    fileprivate var isDeep: Bool {
        [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange]
            .contains(self)
    }
}
