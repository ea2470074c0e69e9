import Foundation
import MissingGraphics

extension CGPath {
    /// Each part from its end to its start; a closed part stays closed.
    func reversed() -> CGPath {
        let new = CGMutablePath()
        var part = Part(start: .zero)
        for element in elements {
            switch element {
            case .move(let start):
                part.addReversed(to: new, closes: false)
                part = Part(start: start)
            case .close:
                part.addReversed(to: new, closes: true)
                // What follows without a move begins where the closed part began.
                part = Part(start: part.start)
            case .line, .quad, .curve:
                part.steps.append(element)
            }
        }
        part.addReversed(to: new, closes: false)
        return new
    }

    /// What is drawn without lifting the pen.
    private struct Part {
        let start: CGPoint
        var steps: [PathElement] = []

        func addReversed(to path: CGMutablePath, closes: Bool) {
            guard let end = steps.last?.points.last else { return }
            path.move(to: end)
            let ends = [start] + steps.dropLast().compactMap(\.points.last)
            for (step, end) in zip(steps, ends).reversed() {
                switch step {
                case .line: path.addLine(to: end)
                case .quad(_, let control): path.addQuadCurve(to: end, control: control)
                case .curve(_, let one, let two): path.addCurve(to: end, control1: two, control2: one)
                case .move, .close: break
                }
            }
            if closes { path.closeSubpath() }
        }
    }
}
