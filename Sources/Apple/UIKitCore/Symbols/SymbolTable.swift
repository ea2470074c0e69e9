import Foundation
import Locking

/// The symbols by name, read from ``SymbolShapes``.
enum SymbolTable {
    struct Shape: @unchecked Sendable {  // the paths are complete
        var body: CGPath = CGMutablePath()
        var lines: CGPath = CGMutablePath()
        var details: CGPath = CGMutablePath()

        var bounds: CGRect {
            [body, lines, details].filter { !$0.isEmpty }.map(\.boundingBoxOfPath)
                .reduce(.null) { $0.union($1) }
        }
    }

    struct Entry: Sendable {
        let shape: Shape
        let variant: Symbol.Variant
    }

    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        var (names, shape) = ([String](), Shape())
        func add() {
            for (index, word) in names.enumerated() {
                let variant = index == 0 ? nil : Symbol.Variant(rawValue: word)
                entries[index == 0 ? word : "\(names[0]).\(word)"] = Entry(shape: shape, variant: variant ?? .plain)
            }
        }
        for line in SymbolShapes.text.split(separator: "\n") {
            guard line.hasPrefix("  ") else {
                add()
                (names, shape) = (line.split(separator: " ").map(String.init), Shape())
                continue
            }
            let layer = line.dropFirst(2)
            let path = path(String(layer.dropFirst()))
            switch layer.first {
            case "b": shape.body = path
            case "l": shape.lines = path
            default: shape.details = path
            }
        }
        add()
        return entries
    }()

    /// Says once on standard error that there is no such symbol.
    static func report(_ name: String) {
        guard reported.withLock({ $0.insert(name).inserted }) else { return }
        FileHandle.standardError.write(Data("UIImage: there is no symbol \"\(name)\" here.\n".utf8))
    }

    private static let reported = Mutex(Set<String>())

    /// A path from its steps.
    static func path(_ text: String) -> CGPath {
        let path = CGMutablePath()
        for step in steps(text) {
            let n = step.numbers
            func point(_ index: Int) -> CGPoint { CGPoint(x: n[index], y: n[index + 1]) }
            switch step.letter {
            case "M": path.move(to: point(0))
            case "L": path.addLine(to: point(0))
            case "Q": path.addQuadCurve(to: point(2), control: point(0))
            case "Z": path.closeSubpath()
            case "O": path.addEllipse(in: CGRect(x: n[0] - n[2], y: n[1] - n[2], width: 2 * n[2], height: 2 * n[2]))
            case "R":
                path.addRoundedRect(
                    in: CGRect(x: n[0], y: n[1], width: n[2], height: n[3]), cornerWidth: n[4], cornerHeight: n[4])
            default:
                let (start, sweep) = (n[3] * .pi / 180, (n[4] - n[3]) * .pi / 180)
                if step.letter == "A" {
                    path.move(to: CGPoint(x: n[0] + n[2] * cos(start), y: n[1] + n[2] * sin(start)))
                }
                path.addRelativeArc(center: point(0), radius: n[2], startAngle: start, delta: sweep)
            }
        }
        return path
    }

    /// How many numbers follow each letter.
    private static let counts: [Character: Int] = ["M": 2, "L": 2, "Q": 4, "Z": 0, "O": 3, "R": 5, "A": 5, "a": 5]

    private static func steps(_ text: String) -> [(letter: Character, numbers: [CGFloat])] {
        var steps: [(letter: Character, numbers: [CGFloat])] = []
        for word in text.split(separator: " ") {
            var word = word
            if let letter = word.first, counts[letter] != nil {
                steps.append((letter, []))
                word = word.dropFirst()
            }
            if let number = Double(word) { steps[steps.count - 1].numbers.append(CGFloat(number)) }
        }
        for step in steps {
            precondition(counts[step.letter] == step.numbers.count, "a step of a symbol: \(step)")
        }
        return steps
    }
}
