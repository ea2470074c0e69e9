import Foundation
import Vision

/// A text or a code in what the camera sees. It keeps its ``id`` while it is seen.
///
/// Source: Apple, RecognizedItem.
public enum RecognizedItem: Identifiable, Sendable {
    case text(Text)
    case barcode(Barcode)

    /// The same one from frame to frame.
    public var id: UUID {
        switch self {
        case .text(let text): text.id
        case .barcode(let code): code.id
        }
    }

    /// Where it is now.
    public var bounds: Bounds {
        switch self {
        case .text(let text): text.bounds
        case .barcode(let code): code.bounds
        }
    }

    /// A line of text. Source: Apple, RecognizedItem.Text.
    public struct Text: Identifiable, Sendable {
        public let id: UUID
        public let bounds: Bounds
        /// What Vision found in the region of the frame that the scanner shows.
        public let observation: VNRecognizedTextObservation
        public let transcript: String
    }

    /// A code. Source: Apple, RecognizedItem.Barcode.
    public struct Barcode: Identifiable, Sendable {
        public let id: UUID
        public let bounds: Bounds
        /// What Vision found in the region of the frame that the scanner shows.
        public let observation: VNBarcodeObservation
        /// Its text; `nil` when its contents are not text.
        public var payloadStringValue: String? { observation.payloadStringValue }
    }

    /// Four corners in the coordinates of the scanner's view; a code's are its own, however it lies.
    ///
    /// Source: Apple, RecognizedItem.Bounds.
    public struct Bounds: Equatable, Hashable, Sendable {
        public let topLeft: CGPoint
        public let topRight: CGPoint
        public let bottomRight: CGPoint
        public let bottomLeft: CGPoint

        public init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
            (self.topLeft, self.topRight) = (topLeft, topRight)
            (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
        }
    }
}

extension RecognizedItem {
    /// What a person reads in it.
    var words: String? {
        switch self {
        case .text(let text): text.transcript
        case .barcode(let code): code.payloadStringValue
        }
    }

    /// The same item at another place, or with another identity.
    func moved(to bounds: Bounds? = nil, as id: UUID? = nil) -> RecognizedItem {
        switch self {
        case .text(let text):
            .text(
                Text(
                    id: id ?? text.id, bounds: bounds ?? text.bounds, observation: text.observation,
                    transcript: text.transcript))
        case .barcode(let code):
            .barcode(Barcode(id: id ?? code.id, bounds: bounds ?? code.bounds, observation: code.observation))
        }
    }
}

extension RecognizedItem.Bounds {
    /// Clockwise from the top left.
    var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// - Parameter corners: clockwise from the top left.
    init(_ corners: [CGPoint]) {
        self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// The upright rectangle around it.
    var box: CGRect {
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }

    var middle: CGPoint { CGPoint(x: corners.map(\.x).reduce(0, +) / 4, y: corners.map(\.y).reduce(0, +) / 4) }

    /// The farthest that one of its corners is from the same one of another place.
    func distance(to other: Self) -> CGFloat {
        zip(corners, other.corners).map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? 0
    }
}
