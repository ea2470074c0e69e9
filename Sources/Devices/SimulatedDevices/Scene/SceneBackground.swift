/// Paints the parts of the scene that stand still.
struct SceneBackground {
    /// What one camera sees.
    struct View: Sendable {
        var title: String
        var sky: SceneColor
        var ground: SceneColor
        /// The front camera looks at a face instead of the charts.
        var showsPortrait: Bool
    }

    let view: View
    /// A second line of text: size and pixel format.
    let subtitle: String
    /// Whether the head in front of the front camera is left out, as ``SceneMoment`` paints it.
    var headMoves = false

    /// Paints all of it, with everything sharp.
    func paintAll(on canvas: SceneCanvas) {
        paint(on: canvas)
        paintNearBoard(on: canvas)
    }

    /// Paints all but the board that is close to the camera.
    func paint(on canvas: SceneCanvas) {
        paintWorld(on: canvas)
        let charts = canvas.at(SceneLayout.chartDistance)
        charts.write(view.title, in: SceneLayout.title, .white)
        charts.write(subtitle, in: SceneLayout.subtitle, .white)
        charts.fill(SceneLayout.flashFrame, .gray(24))
        charts.fill(SceneLayout.clock, .gray(16))
        paintCode(on: charts)
        if view.showsPortrait {
            let person = canvas.at(SceneLayout.faceDistance, isPerson: true)
            if !headMoves { SceneFace.portrait(x: 0.5).paint(on: person) }
        } else {
            paintSlantedEdge(on: charts)
            paintColorChart(on: charts)
            let people = canvas.at(1.5, isPerson: true)
            SceneFace(x: 0.73, y: 0.48, height: 0.24, skin: SceneColor(hex: 0xE8B998)).paint(on: people)
            SceneFace(x: 0.89, y: 0.50, height: 0.20, skin: SceneColor(hex: 0x8D5A3C)).paint(on: people)
        }
        paintGraySteps(on: charts)
        paintLines(on: charts)
        paintTrack(on: canvas.at(1.2))
        charts.write(
            "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789", in: SceneLayout.caption, .white)
    }

    /// Black and white squares, eight by six.
    func paintNearBoard(on canvas: SceneCanvas) {
        let canvas = canvas.at(SceneLayout.nearDistance)
        let board = SceneLayout.nearBoard
        canvas.fill(board, .gray(230))
        for index in 0..<48 where (index % 8 + index / 8) % 2 == 0 {
            canvas.fill(
                SceneRegion(
                    x: board.x + Double(index % 8) * board.width / 8, y: board.y + Double(index / 8) * board.height / 6,
                    width: board.width / 8, height: board.height / 6), .gray(30))
        }
    }

    /// Sky and ground, which continue beyond what a wide-angle lens sees.
    private func paintWorld(on canvas: SceneCanvas) {
        let sky = canvas.at(20)
        let ground = canvas.at(4)
        let darkest = view.ground.mixed(with: .black, 0.5)
        sky.fill(SceneRegion(x: -2, y: -2, width: 5, height: 2), view.sky)
        sky.fill(
            SceneRegion(x: -2, y: 0, width: 5, height: 0.64), from: view.sky, to: view.sky.mixed(with: .white, 0.6))
        ground.fill(SceneRegion(x: -2, y: 0.64, width: 5, height: 0.36), from: view.ground, to: darkest)
        ground.fill(SceneRegion(x: -2, y: 1, width: 5, height: 2), darkest)
    }

    /// A dark square turned by 5 degrees on white, as ISO 12233 measures resolution.
    private func paintSlantedEdge(on canvas: SceneCanvas) {
        canvas.fill(SceneLayout.slantedEdge, .gray(235))
        let area = canvas.pixels(SceneLayout.slantedEdge)
        let tangent = 0.0874887
        let center = (x: Double(area.x) + Double(area.width) / 2, y: Double(area.y) + Double(area.height) / 2)
        let half = 0.32 * Double(min(area.width, area.height))
        canvas.fillRows(from: center.y - half, to: center.y + half, .gray(40)) { row in
            let shift = (row - center.y) * tangent
            return (center.x + shift - half)...(center.x + shift + half)
        }
    }

    /// Six by four patches: skin, sky, leaf, primaries and grays, defined only by their sRGB values.
    private func paintColorChart(on canvas: SceneCanvas) {
        let colors: [UInt32] = [
            0x7A5244, 0xC89680, 0x5E7A9C, 0x5A6C40, 0x8480B0, 0x60BEAA,
            0xDC7C2C, 0x4858A8, 0xC45860, 0x5C3A6C, 0xA0BE3C, 0xE4A42C,
            0x283C98, 0x469648, 0xB03038, 0xECC81C, 0xBC5494, 0x0888A4,
            0xF4F4F2, 0xC8C8C8, 0xA0A0A0, 0x787878, 0x545454, 0x343434,
        ]
        let chart = SceneLayout.colorChart
        canvas.fill(chart, .gray(20))
        for (index, color) in colors.enumerated() {
            let cell = (width: chart.width / 6, height: chart.height / 4)
            let patch = SceneRegion(
                x: chart.x + (Double(index % 6) + 0.1) * cell.width,
                y: chart.y + (Double(index / 6) + 0.1) * cell.height,
                width: cell.width * 0.8, height: cell.height * 0.8)
            canvas.fill(patch, SceneColor(hex: color))
        }
    }

    /// Modules are squares of whole pixels, as large as there is room for.
    private func paintCode(on canvas: SceneCanvas) {
        let area = canvas.pixels(SceneLayout.code)
        let modules = SceneCode.size + 2 * SceneCode.quietZone
        let module = max(min(area.width, area.height) / modules, 1)
        let side = modules * module
        canvas.fill(PixelRectangle(x: area.x, y: area.y, width: side, height: side), .gray(235))
        for row in 0..<SceneCode.size {
            for column in 0..<SceneCode.size where SceneCode.isDark(column: column, row: row) {
                let place = PixelRectangle(
                    x: area.x + (SceneCode.quietZone + column) * module,
                    y: area.y + (SceneCode.quietZone + row) * module, width: module, height: module)
                canvas.fill(place, .gray(20))
            }
        }
    }

    private func paintGraySteps(on canvas: SceneCanvas) {
        let steps = 11
        let strip = SceneLayout.graySteps
        for step in 0..<steps {
            let width = strip.width / Double(steps)
            canvas.fill(
                SceneRegion(x: strip.x + Double(step) * width, y: strip.y, width: width, height: strip.height),
                .gray(Double(step) * 25.5))
        }
    }

    /// Upright lines of 1, 2, 3, 4, 6 and 8 pixels, at any zoom.
    private func paintLines(on canvas: SceneCanvas) {
        let area = canvas.pixels(SceneLayout.lines)
        canvas.fill(SceneLayout.lines, .white)
        let pitches = [1, 2, 3, 4, 6, 8]
        let group = area.width / pitches.count
        for (index, pitch) in pitches.enumerated() {
            let start = area.x + index * group
            for x in stride(from: start, to: start + group - 2 * pitch, by: 2 * pitch) {
                canvas.fill(PixelRectangle(x: x, y: area.y, width: pitch, height: area.height), .black)
            }
        }
    }

    private func paintTrack(on canvas: SceneCanvas) {
        let track = SceneLayout.track
        canvas.fill(track, SceneColor(hex: 0x26323C))
        let ticks = 20
        for tick in 0...ticks {
            let height = tick % 5 == 0 ? 0.035 : 0.018
            canvas.fill(
                SceneRegion(
                    x: track.x + track.width * (0.02 + 0.96 * Double(tick) / Double(ticks)) - 0.001,
                    y: track.y + track.height - height, width: 0.003, height: height), .gray(200))
        }
    }
}
