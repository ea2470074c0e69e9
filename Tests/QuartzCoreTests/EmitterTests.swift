import Foundation
import QuartzCore
import Testing

/// Particles at given times of a clock that moves only where a test says so. Layers begin at 100 seconds.
@Suite struct EmitterTests {
    private let clock = LayerClock(standingAt: 100)

    /// A layer whose only cell is "spark": ten particles in a second, each of which lives for one.
    private func emitter(_ setUp: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterLayer {
        let (layer, cell) = (CAEmitterLayer(), CAEmitterCell())
        (cell.name, cell.birthRate, cell.lifetime) = ("spark", 10, 1)
        setUp(cell)
        layer.emitterCells = [cell]
        layer.beginTime = 100
        return layer
    }

    /// What shows some seconds later.
    private func particles(_ layer: CAEmitterLayer, after seconds: CFTimeInterval) -> [EmittedParticle] {
        LayerClock.$current.withValue(clock) {
            clock.advance(by: seconds)
            guard let shown = layer.presented() as? CAEmitterLayer else { return [] }
            return layer.particles(as: shown, at: clock.now)
        }
    }

    private func counts(_ layer: CAEmitterLayer, after steps: [CFTimeInterval]) -> [Int] {
        steps.map { particles(layer, after: $0).count }
    }

    private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

    @Test func whatIsNotSetIsAsOnApplesSystems() {
        let (layer, cell) = (CAEmitterLayer(), CAEmitterCell())
        #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.velocity == 0 && cell.scale == 1)
        #expect(cell.isEnabled && cell.contents == nil && cell.color == CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(layer.birthRate == 1 && layer.lifetime == 1 && layer.velocity == 1 && layer.scale == 1)
        #expect(layer.emitterShape == .point && layer.emitterMode == .volume && layer.renderMode == .unordered)
        #expect(layer.emitterCells == nil && layer.seed == 0)
    }

    // MARK: How many

    @Test func particlesBeginAtTheirRateAndEndAfterTheirLives() {
        let layer = emitter()
        // At 0.05, 0.25, 0.55, 1.05 and 10.05 seconds.
        #expect(counts(layer, after: [0.05, 0.2, 0.3, 0.5, 9]) == [0, 2, 5, 10, 10])
        let births = particles(layer, after: 0).map(\.birth)
        #expect(births.count == 10 && isNear(births[0], 9.1) && isNear(births[9], 10))
        // Rates and lives are multiplied.
        let other = emitter()
        (other.birthRate, other.lifetime, other.beginTime) = (2, 0.25, clock.now)
        #expect(counts(other, after: [0.12, 0.91]) == [2, 5])
        #expect(counts(emitter { $0.isEnabled = false }, after: [1]) == [0])
    }

    @Test func aLayerWithoutABeginIsFullOfParticles() {
        let layer = emitter()
        layer.beginTime = 0
        #expect(counts(layer, after: [0.05]) == [10])
    }

    @Test func particlesLiveOnWhenNoMoreBegin() {
        let layer = emitter()
        #expect(counts(layer, after: [0.55]) == [5])
        // The change counts from when it was made, not from the next picture on.
        clock.advance(by: 0.2)
        LayerClock.$current.withValue(clock) { layer.birthRate = 0 }
        // At 0.95, 1.35 and 2 seconds, of those that began at 0.1 to 0.7.
        #expect(counts(layer, after: [0.2, 0.4, 0.65]) == [7, 4, 0])
        LayerClock.$current.withValue(clock) { layer.birthRate = 1 }
        // The half of one that was under way is not lost.
        #expect(counts(layer, after: [0.22]) == [2])
    }

    @Test func aCellEmitsInItsTime() {
        let layer = emitter { ($0.beginTime, $0.duration) = (1, 0.55) }
        // At 1.25, 1.75 and 2.25 seconds.
        #expect(counts(layer, after: [1.25, 0.5, 0.5, 1]) == [2, 5, 3, 0])
    }

    @Test func theClockFollowsALayerWhileItHasParticles() {
        final class Drawer: LayerDrawer, @unchecked Sendable {  // One test's, on its thread.
            func layer(_ layer: CALayer, changed change: LayerChange) {}
            func layer(_ layer: CALayer, begins transition: CATransition) {}
        }
        let (layer, drawer) = (emitter(), Drawer())
        layer.drawer = drawer
        _ = particles(layer, after: 0.55)
        #expect(clock.tick())
        // Without the action of the change, which would take a while.
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        LayerClock.$current.withValue(clock) { layer.birthRate = 0 }
        CATransaction.commit()
        _ = particles(layer, after: 0.5)
        #expect(clock.tick())
        _ = particles(layer, after: 1)
        #expect(!clock.tick() && !clock.hasWork && layer.drawer === drawer)
    }

    // MARK: What they are like

    @Test(arguments: [1, 2] as [Double]) func particlesFlyTurnGrowAndFade(factor: Double) {
        let layer = emitter { cell in
            (cell.birthRate, cell.lifetime) = (1, 10)
            (cell.velocity, cell.yAcceleration) = (20, 10)
            (cell.spin, cell.scale, cell.scaleSpeed) = (2, 0.5, 0.25)
            (cell.redSpeed, cell.greenSpeed, cell.alphaSpeed) = (-0.25, 1, -0.125)
            cell.color = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 1)
        }
        layer.emitterPosition = CGPoint(x: 10, y: 20)
        (layer.velocity, layer.scale, layer.spin) = (Float(factor), Float(factor), Float(factor))
        // They began at 1, 2 and 3 seconds.
        let all = particles(layer, after: 3)
        #expect(all.count == 3)
        guard let first = all.first, let last = all.last else { return }
        #expect(isNear(first.position.x, 10 + 40 * factor) && isNear(first.position.y, 20 + 20))
        #expect(isNear(first.rotation, 4 * factor) && isNear(first.scale, 0.5 * factor + 0.5))
        #expect(first.color == SIMD4(0.5, 1, 0.25, 0.75))
        #expect(last.position == CGPoint(x: 10, y: 20) && last.rotation == 0 && isNear(last.scale, 0.5 * factor))
        layer.renderMode = .oldestLast
        #expect(particles(layer, after: 0).map(\.birth) == [3, 2, 1])
    }

    @Test func chanceStaysWithinItsRanges() {
        let layer = emitter { cell in
            cell.birthRate = 200
            (cell.velocity, cell.velocityRange) = (100, 50)
            (cell.emissionLongitude, cell.emissionRange) = (.pi / 2, .pi / 2)
            (cell.lifetimeRange, cell.scaleRange, cell.alphaRange) = (0.5, 0.25, 0.5)
        }
        // Those of the first half second all live.
        let all = particles(layer, after: 0.501)
        #expect(all.count == 100)
        let angles = all.map { atan2($0.position.y, $0.position.x) - .pi / 2 }
        #expect(angles.allSatisfy { abs($0) <= .pi / 4 + 1e-6 })
        #expect(angles.contains { $0 < -0.4 } && angles.contains { $0 > 0.4 })
        let speeds = all.map { Double(hypot($0.position.x, $0.position.y)) / (0.501 - $0.birth) }
        #expect(speeds.allSatisfy { $0 > 49.999 && $0 < 150.001 } && speeds.contains { $0 < 75 })
        #expect(speeds.contains { $0 > 125 })
        #expect(all.allSatisfy { $0.scale >= 0.75 && $0.scale <= 1.25 } && Set(all.map(\.scale)).count == 100)
        // More than opaque is opaque.
        #expect(all.allSatisfy { $0.color.w >= 0.5 } && all.contains { $0.color.w < 0.9 })
        #expect(all.filter { $0.color.w == 1 }.count > 25)
        // Lives are from half a second to one and a half.
        let later = particles(layer, after: 1)
        #expect(later.contains { 1.501 - $0.birth > 1.2 })
        #expect(later.filter { 1.501 - $0.birth > 0.5 }.count < 190 && later.count > 100)
    }

    @Test func theSameSeedGivesTheSameParticles() {
        func layer(_ seed: UInt32) -> CAEmitterLayer {
            let layer = emitter { ($0.velocity, $0.velocityRange, $0.emissionRange) = (100, 50, 2 * CGFloat.pi) }
            layer.seed = seed
            return layer
        }
        let (one, same, other) = (layer(7), layer(7), layer(8))
        // One is looked at often.
        for _ in 0..<9 { _ = particles(one, after: 0.1) }
        let expected = particles(one, after: 0.05).map(\.position)
        #expect(expected.count == 9 && Set(expected.map(\.x)).count == 9)
        #expect(particles(same, after: 0).map(\.position) == expected)
        #expect(particles(other, after: 0).map(\.position) != expected)
    }

    @Test(
        arguments: [
            (.point, .volume), (.line, .volume), (.rectangle, .volume), (.rectangle, .outline), (.rectangle, .points),
            (.circle, .volume), (.circle, .outline),
        ] as [(CAEmitterLayerEmitterShape, CAEmitterLayerEmitterMode)])
    func particlesBeginInTheirShape(shape: CAEmitterLayerEmitterShape, mode: CAEmitterLayerEmitterMode) {
        let layer = emitter { $0.birthRate = 400 }
        layer.emitterPosition = CGPoint(x: 50, y: 30)
        layer.emitterSize = CGSize(width: 40, height: 20)
        (layer.emitterShape, layer.emitterMode) = (shape, mode)
        let places = particles(layer, after: 1.001).map {
            (x: Double($0.position.x - 50), y: Double($0.position.y - 30))
        }
        #expect(places.count > 390)
        func reach(_ numbers: [Double]) -> Double { (numbers.max() ?? 0) - (numbers.min() ?? 0) }
        let (across, down) = (reach(places.map(\.x)), reach(places.map(\.y)))
        let distances = places.map { hypot($0.x, $0.y) }
        switch shape {
        case .line: #expect(across > 38 && across <= 40 && down == 0)
        case .rectangle:
            #expect(across > 38 && across <= 40.001 && down > 18 && down <= 20.001)
            let onEdge = places.filter { isNear(abs($0.x), 20) || isNear(abs($0.y), 10) }.count
            let atCorners = places.filter { isNear(abs($0.x), 20) && isNear(abs($0.y), 10) }.count
            #expect((onEdge == places.count) == (mode != .volume) && (atCorners == places.count) == (mode == .points))
        case .circle:
            #expect(across > 70 && down > 70 && distances.allSatisfy { $0 <= 40.001 })
            #expect(distances.contains { $0 < 30 } == (mode == .volume))
        default: #expect(across == 0 && down == 0)
        }
    }

    @Test func particlesFlyOutwardsFromTheOutlineOfACircle() {
        let layer = emitter { $0.velocity = 10 }
        (layer.emitterSize.width, layer.emitterShape, layer.emitterMode) = (20, .circle, .outline)
        let all = particles(layer, after: 0.95)
        #expect(all.count == 9)
        #expect(all.allSatisfy { isNear(Double(hypot($0.position.x, $0.position.y)), 20 + 10 * (0.95 - $0.birth)) })
    }

    @Test func particlesEmitParticlesWhereTheyAre() {
        let trail = CAEmitterCell()
        (trail.birthRate, trail.lifetime, trail.beginTime) = (10, 0.5, 0.5)
        let layer = emitter { rocket in
            (rocket.birthRate, rocket.lifetime, rocket.velocity) = (1, 2, 10)
            rocket.emitterCells = [trail]
        }
        #expect(counts(layer, after: [1.25]) == [1])
        // Two rockets of 1 and 2 seconds, and what the first one left from 1.6 on.
        let all = particles(layer, after: 0.8)
        let left = all.filter { $0.birth > 1.5 && isNear($0.position.x, 10 * ($0.birth - 1)) }
        #expect(all.count == 7 && left.count == 5)
    }

    // MARK: Values by name

    @Test func aCellIsChangedByItsName() {
        let layer = emitter()
        layer.setValue(20, forKeyPath: "emitterCells.spark.birthRate")
        #expect(layer.emitterCells?.first?.birthRate == 20)
        #expect(layer.value(forKeyPath: "emitterCells.spark.birthRate") as? Double == 20)
        layer.setValue(CGColor.red, forKeyPath: "emitterCells.spark.color")
        #expect(layer.emitterCells?.first?.color == .red)
        #expect(counts(layer, after: [0.27]) == [5])
        layer.setValue(CGPoint(x: 3, y: 4), forKeyPath: "emitterPosition")
        #expect(layer.emitterPosition == CGPoint(x: 3, y: 4))
    }

    /// The usual flash: a rate that is there only while its animation is.
    @Test func anAnimationOfARateIsAFlash() {
        let layer = emitter { $0.birthRate = 0 }
        let flash = CABasicAnimation(keyPath: "emitterCells.spark.birthRate")
        (flash.fromValue, flash.toValue, flash.duration) = (100, 100, 0.2)
        LayerClock.$current.withValue(clock) { layer.add(flash, forKey: nil) }
        #expect(counts(layer, after: [0, 0.105, 0.1]) == [0, 10, 20])
        #expect(layer.animationKeys() == nil && layer.emitterCells?.first?.birthRate == 0)
        #expect(counts(layer, after: [0.5, 1]) == [20, 0])
    }

    // MARK: Drawing

    /// A white square of 4 pixels, or its upper half.
    private func square(isHalf: Bool = false) -> CGImage? {
        let rows = (0..<4).flatMap { row in [UInt8](repeating: isHalf && row > 1 ? 0 : 255, count: 16) }
        return CGImage(width: 4, height: 4, bytesPerRow: 16, rgba: Data(rows), alphaInfo: .premultipliedLast)
    }

    /// In 40 by 20 points: one particle at a time, which flies to the right from (10, 10) for half a second.
    private func stage(_ cells: (CAEmitterCell) -> Void...) -> CAEmitterLayer {
        let layer = CAEmitterLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        layer.emitterPosition = CGPoint(x: 10, y: 10)
        layer.emitterCells = cells.map { setUp in
            let cell = CAEmitterCell()
            (cell.birthRate, cell.lifetime, cell.velocity) = (1, 0.5, 20)
            cell.contents = square()
            setUp(cell)
            return cell
        }
        return layer
    }

    @Test func particlesAreDrawnWhereTheyAre() throws {
        let layer = stage { $0.color = .red }
        let painted = try PaintedLayer(layer, at: 1.25)
        #expect(painted[15, 10] == [255, 0, 0, 255] && painted[13, 8] == [255, 0, 0, 255])
        #expect(
            painted[12, 10] == [0, 0, 0, 0] && painted[17, 10] == [0, 0, 0, 0] && painted[15, 12] == [0, 0, 0, 0])
        #expect(try PaintedLayer(layer, at: 1.75)[25, 10] == [0, 0, 0, 0])
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        let larger = try PaintedLayer(stage { ($0.scale, $0.color) = (2, red) }, at: 1.25)
        #expect(larger[12, 7] == larger[15, 10] && larger[15, 10][1] == 0 && abs(Int(larger[15, 10][3]) - 128) <= 1)
        // `render(in:)` knows no time.
        #expect(try PaintedLayer(layer)[15, 10] == [0, 0, 0, 0])
    }

    @Test func picturesStandUprightUntilTheyTurn() throws {
        let half = square(isHalf: true)
        let upright = try PaintedLayer(stage { $0.contents = half }, at: 1.25)
        #expect(upright[15, 8] == [255, 255, 255, 255] && upright[15, 11] == [0, 0, 0, 0])
        // Half a turn in a quarter of a second.
        let turned = try PaintedLayer(stage { ($0.contents, $0.spin) = (half, 4 * CGFloat.pi) }, at: 1.25)
        #expect(turned[15, 8][3] < 64 && turned[15, 11][3] > 192)
    }

    @Test func colorsAreAdded() throws {
        let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        let layer = stage({ $0.color = .red }, { $0.color = green })
        let over = try PaintedLayer(layer, at: 1.25)[15, 10]
        #expect(over == [255, 0, 0, 255] || over == [0, 255, 0, 255])
        layer.renderMode = .additive
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        let painted = try PaintedLayer(layer, at: 1.25)
        #expect(painted[15, 10] == [255, 255, 255, 255] && painted[30, 10] == [0, 0, 255, 255])
    }
}
