import CaptureEngine
import CoreVideo
import YUV

/// Turns frames into BGRA pictures for a screen: upright, and with no more pixels than are visible.
///
/// A frame is first cropped, then scaled, rotated and mirrored, and converted to BGRA last, so that every step except
/// the first works on as few pixels as the screen shows. High dynamic range becomes standard. Used by one thread at a
/// time; reuses its memory.
package final class FramePainter {
    /// How a picture fits a canvas of another shape.
    package enum Fit: Sendable {
        /// All of it is visible; it may be smaller than the canvas on one side.
        case inside
        /// The part outside the canvas is cut off.
        case filling
        /// All of it is visible, and it fills the canvas.
        case stretched
    }

    /// What a picture has to fit.
    package struct Canvas: Hashable, Sendable {
        /// In pixels of the screen.
        package var width: Int
        package var height: Int
        package var fit: Fit
        /// Clockwise degrees: 0, 90, 180, 270.
        package var rotation: Int
        /// Swaps left and right, after the rotation.
        package var isMirrored: Bool
        /// The part of the frame's width and height, around its middle, that is the picture: up to 1, which is all.
        package var view: Double

        package init(
            width: Int, height: Int, fit: Fit, rotation: Int = 0, isMirrored: Bool = false, view: Double = 1
        ) {
            self.width = width
            self.height = height
            self.fit = fit
            self.rotation = rotation
            self.isMirrored = isMirrored
            self.view = view
        }
    }

    private static let formats = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ]

    private let capacity: Int
    private var pool: (size: PixelSize, buffers: CVPixelBufferPool)?
    private var narrowed = PlaneMemory()
    private var scaled = PlaneMemory()
    private var turned = PlaneMemory()
    private var mirrored = PlaneMemory()

    /// - Parameter capacity: how many pictures can be in use at a time.
    package init(capacity: Int = 4) {
        self.capacity = capacity
    }

    /// - Returns: `nil` if all buffers are in use, or the canvas is empty.
    /// - Throws: ``CaptureError`` `formatUnsupported` for pixels that cannot be shown.
    package func picture(of frame: CVPixelBuffer, on canvas: Canvas) throws(CaptureError) -> CVPixelBuffer? {
        guard let cut = Cut(of: frame.pixelSize, on: canvas) else { return nil }
        guard let result = try makeBuffer(cut.rotation.turned(cut.size)) else { return nil }
        let color = FrameColors(frame)
        try result.withPlanes { (target) throws(CaptureError) in
            let target = MutablePlane(target[0].base, bytesPerRow: target[0].bytesPerRow)
            try paint(frame, cut, color, to: target)
        }
        return result
    }

    private func paint(
        _ frame: CVPixelBuffer, _ cut: Cut, _ color: FrameColors, to target: MutablePlane
    ) throws(CaptureError) {
        let format = CVPixelBufferGetPixelFormatType(frame)
        guard Self.formats.contains(format) else {
            throw CaptureError(.formatUnsupported, "Pixel format \(format) cannot be shown")
        }
        try frame.withPlanes { (planes) throws(CaptureError) in
            let planes = planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }
            do throws(YUVError) {
                switch format {
                case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
                    let part = cut.of(BiPlanar(luma: planes[0], chroma: planes[1]), bytesPerSample: 1)
                    try paint(part, cut, color, to: target)
                case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
                    let part = cut.of(BiPlanar(luma: planes[0], chroma: planes[1]), bytesPerSample: 2)
                    if let toScreen = color.toScreen {
                        return try paint(part, cut, color.coding, toScreen, to: target)
                    }
                    let eightBits = Self.biPlanar(&narrowed, cut.sourceSize)
                    YUVConversion.p010ToNV12(part, to: eightBits, size: cut.sourceSize)
                    try paint(eightBits.readOnly, cut, color, to: target)
                default:
                    try paint(planes[0].advanced(rows: cut.top, bytes: 4 * cut.left), cut, to: target)
                    color.toScreen?.apply(to: target, size: cut.rotation.turned(cut.size))
                }
            } catch {
                throw CaptureError(.formatUnsupported, "The frame cannot be shown", cause: error)
            }
        }
    }

    private func paint(
        _ source: BiPlanar<Plane>, _ cut: Cut, _ color: FrameColors, to target: MutablePlane
    ) throws(YUVError) {
        var (picture, size) = (source, cut.sourceSize)
        if size != cut.size {
            let result = Self.biPlanar(&scaled, cut.size)
            try Scaling.nv12(picture, size: size, to: result, size: cut.size, filter: cut.filter)
            (picture, size) = (result.readOnly, cut.size)
        }
        if cut.rotation != .none {
            let result = Self.biPlanar(&turned, cut.rotation.turned(size))
            try cut.rotation.nv12(picture, to: result, size: size)
            (picture, size) = (result.readOnly, cut.rotation.turned(size))
        }
        if cut.isMirrored {
            let result = Self.biPlanar(&mirrored, size)
            try Mirroring.nv12(picture, to: result, size: size)
            picture = result.readOnly
        }
        let (matrix, range) = (color.coding.matrix, color.coding.range)
        if let toScreen = color.toScreen {
            return toScreen.nv12ToBGRA(picture, matrix: matrix, range: range, to: target, size: size)
        }
        try YUVConversion.nv12ToBGRA(picture, matrix: matrix, range: range, to: target, size: size)
    }

    /// High dynamic range in 10 bits keeps them to the end: near white, a step of 8-bit chroma is 4 steps on the screen.
    private func paint(
        _ source: BiPlanar<Plane>, _ cut: Cut, _ color: ColorDescription, _ toScreen: ScreenColors,
        to target: MutablePlane
    ) throws(YUVError) {
        var (picture, size) = (source, cut.sourceSize)
        if size != cut.size {
            let result = Self.biPlanar(&scaled, cut.size, bytesPerSample: 2)
            Scaling.p010(picture, size: size, to: result, size: cut.size, filter: cut.filter)
            (picture, size) = (result.readOnly, cut.size)
        }
        if cut.rotation != .none {
            let result = Self.biPlanar(&turned, cut.rotation.turned(size), bytesPerSample: 2)
            try cut.rotation.p010(picture, to: result, size: size)
            (picture, size) = (result.readOnly, cut.rotation.turned(size))
        }
        if cut.isMirrored {
            let result = Self.biPlanar(&mirrored, size, bytesPerSample: 2)
            try Mirroring.p010(picture, to: result, size: size)
            picture = result.readOnly
        }
        toScreen.p010ToBGRA(picture, matrix: color.matrix, range: color.range, to: target, size: size)
    }

    private func paint(_ source: Plane, _ cut: Cut, to target: MutablePlane) throws(YUVError) {
        let turnedSize = cut.rotation.turned(cut.size)
        let scaledPixels = Self.bgra(&scaled, cut.size)
        try Scaling.bgra(source, size: cut.sourceSize, to: scaledPixels, size: cut.size, filter: cut.filter)
        guard cut.isMirrored else {
            return try cut.rotation.bgra(scaledPixels.readOnly, to: target, size: cut.size)
        }
        let turnedPixels = Self.bgra(&turned, turnedSize)
        try cut.rotation.bgra(scaledPixels.readOnly, to: turnedPixels, size: cut.size)
        try Mirroring.bgra(turnedPixels.readOnly, to: target, size: turnedSize)
    }

    // MARK: Memory

    private static func biPlanar(
        _ memory: inout PlaneMemory, _ size: PixelSize, bytesPerSample: Int = 1
    ) -> BiPlanar<MutablePlane> {
        let luma = PixelSize(width: size.width * bytesPerSample, height: size.height)
        let chroma = PixelSize(width: size.halved.width * 2 * bytesPerSample, height: size.halved.height)
        let planes = memory.planes([luma, chroma])
        return BiPlanar(luma: planes[0], chroma: planes[1])
    }

    private static func bgra(_ memory: inout PlaneMemory, _ size: PixelSize) -> MutablePlane {
        memory.planes([PixelSize(width: size.width * 4, height: size.height)])[0]
    }

    /// Buffers of one size only: a window that is being resized would leave many behind.
    private func makeBuffer(_ size: PixelSize) throws(CaptureError) -> CVPixelBuffer? {
        if let pool, pool.size == size { return pool.buffers.makeBuffer() }
        do {
            let buffers = try CVPixelBufferPool.make(
                width: size.width, height: size.height, pixelFormat: kCVPixelFormatType_32BGRA, capacity: capacity,
                initialCount: 1)
            pool = (size, buffers)
            return buffers.makeBuffer()
        } catch {
            throw CaptureError(.formatUnsupported, "There is no memory for pictures of the preview", cause: error)
        }
    }
}

/// What a frame's numbers mean.
private struct FrameColors {
    let coding: ColorDescription
    /// `nil` for standard dynamic range.
    let toScreen: ScreenColors?

    init(_ frame: CVPixelBuffer) {
        coding = ColorDescription(frame)
        toScreen = ScreenColors(frame)
    }
}

/// The visible part of a frame, in the sensor's orientation, and its size before rotation.
private struct Cut {
    var left = 0
    var top = 0
    var sourceSize: PixelSize
    var size: PixelSize
    let rotation: Rotation
    let isMirrored: Bool

    init?(of frame: PixelSize, on canvas: FramePainter.Canvas) {
        guard canvas.width >= 2, canvas.height >= 2, frame.width >= 2, frame.height >= 2 else { return nil }
        let picture = PixelSize(
            width: Self.even(Double(frame.width) * canvas.view, atMost: frame.width),
            height: Self.even(Double(frame.height) * canvas.view, atMost: frame.height))
        rotation = Rotation(rawValue: (canvas.rotation % 360 + 360) % 360) ?? .none
        isMirrored = canvas.isMirrored
        // The canvas in the sensor's orientation.
        let canvasSize = rotation.turned(PixelSize(width: canvas.width, height: canvas.height))
        let across = Double(canvasSize.width) / Double(picture.width)
        let down = Double(canvasSize.height) / Double(picture.height)
        switch canvas.fit {
        case .stretched:
            sourceSize = picture
            size = canvasSize
        case .filling:
            let scale = max(across, down)
            sourceSize = PixelSize(
                width: Self.even(Double(canvasSize.width) / scale, atMost: picture.width),
                height: Self.even(Double(canvasSize.height) / scale, atMost: picture.height))
            size = canvasSize
        case .inside:
            let scale = min(across, down)
            sourceSize = picture
            size = PixelSize(
                width: min(max(1, Int((Double(picture.width) * scale).rounded())), canvasSize.width),
                height: min(max(1, Int((Double(picture.height) * scale).rounded())), canvasSize.height))
        }
        left = (frame.width - sourceSize.width) / 4 * 2
        top = (frame.height - sourceSize.height) / 4 * 2
    }

    private static func even(_ length: Double, atMost limit: Int) -> Int {
        min(max(2, Int((length / 2).rounded()) * 2), limit)
    }

    /// Bilinear is enough down to half the size; below that, detail would flicker.
    var filter: Scaling.Filter {
        size.width * 2 >= sourceSize.width && size.height * 2 + 1 >= sourceSize.height ? .bilinear : .box
    }

    func of(_ planes: BiPlanar<Plane>, bytesPerSample: Int) -> BiPlanar<Plane> {
        BiPlanar(
            luma: planes.luma.advanced(rows: top, bytes: left * bytesPerSample),
            chroma: planes.chroma.advanced(rows: top / 2, bytes: left * bytesPerSample))
    }
}
