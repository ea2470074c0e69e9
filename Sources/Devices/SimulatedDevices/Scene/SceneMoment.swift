import Foundation

/// Paints what differs from frame to frame over a fresh background.
struct SceneMoment: Sendable {
    /// Frames since the source started, dropped ones included.
    var frameNumber: UInt32
    /// When the frame was taken, on the capture clock, in milliseconds; wraps after 49 days.
    var milliseconds: UInt32
    /// When the frame was taken, in nanoseconds of the phone's time.
    var phoneNanoseconds: Int64
    /// The time that the clock in the picture shows, in milliseconds since midnight.
    var millisecondsOfDay: Int64
    /// Where the head is; `nil` for a camera that does not see it.
    var head: SceneHead?
    /// How the hand has moved the phone; `nil` if it stands still.
    var shake: HandShake.Motion?

    /// Whether the head is to be painted with what moves, not with the background.
    var headMoves: Bool { head != nil && head != .still }

    /// Whether the flash is on: for a tenth of a second from each whole second of the phone's time.
    var isFlashOn: Bool {
        phoneNanoseconds % 1_000_000_000 < Int64(SceneLayout.flashMilliseconds) * 1_000_000
    }

    /// Paints what moves in the scene.
    func paint(on canvas: SceneCanvas) {
        let charts = canvas.at(SceneLayout.chartDistance)
        charts.fill(SceneLayout.flash, isFlashOn ? .white : .gray(40))
        paintClock(on: charts)
        paintHead(on: canvas)
        paintBall(on: canvas.at(SceneLayout.ballDistance))
    }

    /// Paints the head alone, if it moves.
    func paintHead(on canvas: SceneCanvas) {
        guard headMoves, let x = head?.x(at: phoneNanoseconds) else { return }
        SceneFace.portrait(x: x).paint(on: canvas.at(SceneLayout.faceDistance, isPerson: true))
    }

    /// Writes the strip of blocks over the finished picture.
    func paintBlocks(on canvas: SceneCanvas) {
        canvas.fill(SceneLayout.blocks, .black)
        let height = canvas.height / BlockCode.rowsInFrame / 2 * 2
        for (row, value) in [frameNumber, milliseconds].enumerated() {
            let top = row * height
            for (column, isWhite) in BlockCode.encode(value).enumerated() where isWhite {
                let left = SceneLayout.blockEdge(column, frameWidth: canvas.width)
                let right = SceneLayout.blockEdge(column + 1, frameWidth: canvas.width)
                canvas.fill(PixelRectangle(x: left, y: top, width: right - left, height: height), .white)
            }
        }
    }

    private func paintClock(on canvas: SceneCanvas) {
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(digits - text.count, 0)) + text
        }
        let time = millisecondsOfDay
        let text =
            "\(padded(time / 3_600_000 % 24, 2)):\(padded(time / 60_000 % 60, 2)):\(padded(time / 1000 % 60, 2))"
            + ".\(padded(time % 1000, 3))"
        var line = SceneLayout.clock
        line.x += 0.01
        line.width -= 0.02
        line.y += 0.02
        line.height = 0.06
        canvas.write(text, in: line, SceneColor(hex: 0x7CFC8C))
    }

    private func paintBall(on canvas: SceneCanvas) {
        let track = canvas.pixels(SceneLayout.track)
        let radius = Double(track.height) * 0.34
        let phase = Double(phoneNanoseconds) / 1e9 / SceneLayout.ballPeriodSeconds
        let swing = 0.5 - 0.5 * cos(2 * .pi * (phase - phase.rounded(.down)))
        let x = Double(track.x) + radius * 1.3 + (Double(track.width) - 2.6 * radius) * swing
        let y = Double(track.y) + Double(track.height) * 0.42
        canvas.fillEllipse(x: x, y: y, radiusX: radius, radiusY: radius, SceneColor(hex: 0xF0503C))
        canvas.fillEllipse(
            x: x - radius * 0.3, y: y - radius * 0.3, radiusX: radius * 0.25, radiusY: radius * 0.25,
            SceneColor(hex: 0xFFD0C0))
    }
}
