import Foundation

/// Which particles have begun, and what became of them.
///
/// Nothing is computed from frame to frame: a particle follows from its number and from what the emitter was like when it
/// began. So what is remembered is what the emitter was like, and when.
struct Emission: Sendable {
    /// A time in which the emitter did not change.
    private struct Stretch: Sendable {
        let start: CFTimeInterval
        var end = CFTimeInterval.infinity
        let emitter: Emitter
        /// Of each cell, how many particles had begun at the start; fractions are under way.
        let emitted: [Double]

        func births(_ index: Int) -> ParticleBirths {
            let cell = emitter.cells[index]
            return ParticleBirths(
                rate: cell.isEnabled ? cell.birthRate * emitter.birthRate : 0, begin: max(start, cell.beginTime),
                end: min(end, cell.beginTime + cell.duration), emitted: emitted[index])
        }

        func hasParticles(after time: CFTimeInterval) -> Bool {
            emitter.cells.indices.contains { index in
                let (all, life) = (births(index), emitter.cells[index].longestLife(emitter.lifetime))
                return all.rate > 0 && life > 0 && all.begin < all.end && time < all.end + life
            }
        }
    }

    private var stretches: [Stretch] = []
    private var changeTime: CFTimeInterval?

    /// The emitter changes. All times are in the layer's time.
    mutating func changes(at time: CFTimeInterval) {
        if !stretches.isEmpty, changeTime == nil { changeTime = time }
    }

    /// Follows the emitter, which has been as it is since its last change; at first since the layer's begin.
    mutating func advance(to time: CFTimeInterval, with emitter: Emitter) {
        defer { changeTime = nil }
        // Time goes back: what was before is not remembered.
        if let last = stretches.last, time < last.start { stretches = [] }
        guard let last = stretches.last else {
            stretches = [Stretch(start: 0, emitter: emitter, emitted: emitter.cells.map { _ in 0 })]
            return
        }
        guard last.emitter != emitter else { return }
        let start = min(max(changeTime ?? time, last.start), time)
        stretches[stretches.count - 1].end = start
        let emitted = emitter.cells.indices.map { index in
            last.emitted.indices.contains(index) ? last.births(index).count(until: start) : 0
        }
        stretches.removeAll { !$0.hasParticles(after: time) }
        stretches.append(Stretch(start: start, emitter: emitter, emitted: emitted))
    }

    /// Whether there are particles after a time, of an emitter that stays as it is.
    func hasParticles(after time: CFTimeInterval, with emitter: Emitter) -> Bool {
        guard let last = stretches.last else {
            return Stretch(start: 0, emitter: emitter, emitted: emitter.cells.map { _ in 0 }).hasParticles(after: time)
        }
        // What has changed is to be drawn.
        return last.emitter != emitter || stretches.contains { $0.hasParticles(after: time) }
    }

    /// Those that live at a time, the oldest first.
    func particles(at time: CFTimeInterval) -> [EmittedParticle] {
        var particles: [EmittedParticle] = []
        for stretch in stretches {
            let emitter = stretch.emitter
            for (index, cell) in emitter.cells.enumerated() {
                let seed = ParticleRandom.seed(UInt64(emitter.seed), index)
                emitter.emit(cell, stretch.births(index), seed, at: time, into: &particles) { emitter.birthplace(&$1) }
            }
        }
        return particles.sorted { $0.birth < $1.birth }
    }
}

/// When particles of one cell begin: one after the other, at equal distances.
struct ParticleBirths {
    /// Of the youngest; more would only cost time.
    private static let mostParticles = 20_000

    let rate: Double
    let begin: CFTimeInterval
    let end: CFTimeInterval
    /// Until the start.
    let emitted: Double

    /// How many have begun.
    func count(until time: CFTimeInterval) -> Double {
        rate > 0 ? emitted + rate * max(0, min(time, end) - begin) : emitted
    }

    /// The numbers of those that begin after a time, and not later than another one.
    func numbers(after first: CFTimeInterval, until last: CFTimeInterval) -> Range<Int> {
        // Doubles count further, but not exactly.
        guard rate > 0, rate < 1e6, count(until: last) < 1e15 else { return 0..<0 }
        let end = Int(count(until: last).rounded(.down)) + 1
        let start = Int(max(emitted, emitted + rate * (first - begin)).rounded(.down)) + 1
        return start < end ? max(start, end - Self.mostParticles)..<end : 0..<0
    }

    func time(of number: Int) -> CFTimeInterval { begin + (Double(number) - emitted) / rate }
}

extension Emitter {
    /// Adds a cell's particles of a time, with those that they emit.
    ///
    /// - Parameter place: where the particle that begins at a time does.
    fileprivate func emit(
        _ cell: EmitterCell, _ births: ParticleBirths, _ seed: UInt64, at time: CFTimeInterval,
        into particles: inout [EmittedParticle],
        _ place: (CFTimeInterval, inout ParticleRandom) -> Birthplace
    ) {
        for number in births.numbers(after: time - cell.longestLife(lifetime), until: time) {
            let seed = ParticleRandom.seed(seed, number)
            var random = ParticleRandom(seed: seed)
            let birth = births.time(of: number)
            let birthplace = place(birth, &random)
            let life = ParticleLife(cell, of: self, at: birthplace, birth, &random)
            if let particle = life.shown(at: time) { particles.append(particle) }
            for (index, inner) in cell.cells.enumerated() where inner.isEnabled {
                let begin = birth + inner.beginTime
                let births = ParticleBirths(
                    rate: inner.birthRate, begin: begin, end: min(life.end, begin + inner.duration), emitted: 0)
                emit(inner, births, ParticleRandom.seed(seed, index + 1), at: time, into: &particles) { birth, _ in
                    Birthplace(point: life.place(at: birth))
                }
            }
        }
    }
}
