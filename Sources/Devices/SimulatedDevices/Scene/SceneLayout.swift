/// A rectangle in parts of the frame: 0 … 1 from left to right and from top to bottom.
package struct SceneRegion: Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Where it is in the picture of a camera that enlarges the scene's middle.
    package func seen(at scale: Double) -> SceneRegion {
        if scale == 1 { return self }
        return SceneRegion(
            x: (x - 0.5) * scale + 0.5, y: (y - 0.5) * scale + 0.5, width: width * scale, height: height * scale)
    }

    /// The pixels it covers, rounded to even positions so that luma and chroma change at the same place.
    package func pixels(inWidth frameWidth: Int, height frameHeight: Int) -> PixelRectangle {
        func even(_ position: Double, _ size: Int) -> Int { Int((position * Double(size) / 2).rounded()) * 2 }
        let left = even(x, frameWidth)
        let top = even(y, frameHeight)
        return PixelRectangle(
            x: left, y: top, width: even(x + width, frameWidth) - left, height: even(y + height, frameHeight) - top)
    }
}

package struct PixelRectangle: Sendable, Equatable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
}

/// Where the parts of the scene are, for the painter and the reader.
package enum SceneLayout {
    /// The two rows of ``BlockCode``.
    package static let blocks = SceneRegion(
        x: 0, y: 0, width: 1, height: Double(BlockCode.rows) / Double(BlockCode.rowsInFrame))
    /// Lights up for ``flashMilliseconds`` at every whole second of the phone's time, in step with the beep.
    package static let flash = SceneRegion(x: 0.84, y: 0.10, width: 0.12, height: 0.12)
    /// The dark frame around the flash.
    static let flashFrame = SceneRegion(x: 0.82, y: 0.08, width: 0.16, height: 0.16)
    /// ``SceneCode``, at the top left of this region.
    package static let code = SceneRegion(x: 0.84, y: 0.255, width: 0.10, height: 0.125)
    /// The running clock.
    static let clock = SceneRegion(x: 0.03, y: 0.20, width: 0.44, height: 0.10)
    static let title = SceneRegion(x: 0.03, y: 0.09, width: 0.5, height: 0.035)
    static let subtitle = SceneRegion(x: 0.03, y: 0.14, width: 0.5, height: 0.028)
    /// A checkered board close to the camera, at ``nearDistance``.
    package static let nearBoard = SceneRegion(x: 0.56, y: 0.10, width: 0.20, height: 0.20)
    package static let slantedEdge = SceneRegion(x: 0.04, y: 0.36, width: 0.20, height: 0.26)
    package static let colorChart = SceneRegion(x: 0.28, y: 0.36, width: 0.34, height: 0.26)
    package static let graySteps = SceneRegion(x: 0.04, y: 0.66, width: 0.58, height: 0.06)
    static let lines = SceneRegion(x: 0.66, y: 0.66, width: 0.30, height: 0.06)
    /// The ball moves back and forth in it.
    package static let track = SceneRegion(x: 0.03, y: 0.77, width: 0.94, height: 0.14)
    static let caption = SceneRegion(x: 0.03, y: 0.94, width: 0.94, height: 0.03)

    /// How far the board is, in meters; everything else is at least five times as far.
    package static let nearDistance: Float = 0.2
    /// How far the charts in the middle are, in meters.
    package static let chartDistance: Float = 2
    /// How far the ball is, in meters, a little before its track.
    package static let ballDistance: Float = 1
    /// How far the face in front of the front camera is, in meters.
    static let faceDistance: Float = 1

    /// How long flash and beep last.
    package static let flashMilliseconds = 100
    /// How long the ball takes to go back and forth once.
    static let ballPeriodSeconds = 4.0

    /// The inner part of one of the eleven gray steps, 0 black … 10 white.
    package static func grayStep(_ step: Int) -> SceneRegion {
        let width = graySteps.width / 11
        return SceneRegion(
            x: graySteps.x + (Double(step) + 0.25) * width, y: graySteps.y + graySteps.height * 0.25,
            width: width / 2, height: graySteps.height / 2)
    }

    /// The left edge of a column of blocks in pixels; even.
    static func blockEdge(_ column: Int, frameWidth: Int) -> Int {
        (column * frameWidth / BlockCode.columns + 1) / 2 * 2
    }

    /// One block.
    static func block(column: Int, row: Int) -> SceneRegion {
        let width = 1 / Double(BlockCode.columns)
        let height = 1 / Double(BlockCode.rowsInFrame)
        return SceneRegion(x: Double(column) * width, y: Double(row) * height, width: width, height: height)
    }
}
