import Foundation
import Glibc
import Locking
package import OpenCV

/// A face in a picture.
package struct FoundFace: Sendable, Equatable {
    /// From (0, 0) at the top left of the picture to (1, 1) at the bottom right: from the brows to the chin.
    package var bounds: CGRect
    /// How many quarter turns clockwise the face is from upright: 0 … 3.
    package var quarterTurns: Int
    /// How many windows of the search agreed on it.
    package var votes: Int

    package init(bounds: CGRect, quarterTurns: Int = 0, votes: Int = 1) {
        self.bounds = bounds
        self.quarterTurns = quarterTurns
        self.votes = votes
    }
}

/// Looks for faces that look into the camera, with OpenCV and the cascade that Debian ships.
///
/// It finds a face that is up to about 20 degrees from upright, or from a quarter turn. Any thread; one search at a time.
package final class FaceFinder: Sendable {
    /// In Debian's package opencv-data. Of its frontal ones, the one with the most faces and fewest others
    /// (`docs/architecture.md` has the figures).
    private static let file = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml"

    /// A side of the smallest face, in parts of the picture's shorter side.
    private static let smallestPart = 12
    /// Smaller faces have no features to tell them by.
    private static let smallest = 24

    private struct State: @unchecked Sendable {  // used under the lock only
        var cascade: ObjectCascade?
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the library and its data are on this system; loads nothing.
    package static let isAvailable = OpenCVLibrary.isInstalled && access(file, R_OK) == 0

    /// - Parameters:
    ///   - quarterTurns: how many clockwise the faces may be from upright; the first at which there are any counts.
    /// - Returns: no two overlapping, from the left.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package func faces(in picture: GrayPicture, quarterTurns: [Int]) throws(OpenCVError) -> [FoundFace] {
        for turns in quarterTurns {
            let found = try faces(in: picture, at: turns)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func faces(in picture: GrayPicture, at turns: Int) throws(OpenCVError) -> [FoundFace] {
        let upright = picture.turned(-turns)
        let smallest = max(min(picture.width, picture.height) / Self.smallestPart, Self.smallest)
        let found = try state.withLock { state throws(OpenCVError) in
            let cascade: ObjectCascade
            if let known = state.cascade { cascade = known } else { cascade = try ObjectCascade(file: Self.file) }
            state.cascade = cascade
            return try upright.withPicture { picture throws(OpenCVError) in
                try cascade.objects(in: picture, step: 1.2, votes: 4, smallest: smallest)
            }
        }
        let size = (width: Double(upright.width), height: Double(upright.height))
        let faces = found.map { object in
            let bounds = CGRect(
                x: Double(object.x) / size.width, y: Double(object.y) / size.height,
                width: Double(object.width) / size.width, height: Double(object.height) / size.height)
            return FoundFace(bounds: bounds.turned(turns), quarterTurns: turns, votes: object.votes)
        }
        return Self.distinct(faces).sorted { $0.bounds.minX < $1.bounds.minX }
    }

    /// Of faces that overlap, the one with the most votes.
    package static func distinct(_ faces: [FoundFace]) -> [FoundFace] {
        faces.sorted { $0.votes > $1.votes }.reduce(into: []) { kept, face in
            let center = CGPoint(x: face.bounds.midX, y: face.bounds.midY)
            let isKnown = kept.contains { other in
                other.bounds.contains(center)
                    || face.bounds.contains(CGPoint(x: other.bounds.midX, y: other.bounds.midY))
            }
            if !isKnown { kept.append(face) }
        }
    }
}

extension CGRect {
    /// A rectangle in a picture of 1 by 1, after quarter turns of the picture clockwise.
    func turned(_ quarterTurns: Int) -> CGRect {
        switch ((quarterTurns % 4) + 4) % 4 {
        case 1: CGRect(x: 1 - maxY, y: minX, width: height, height: width)
        case 2: CGRect(x: 1 - maxX, y: 1 - maxY, width: width, height: height)
        case 3: CGRect(x: minY, y: 1 - maxX, width: height, height: width)
        default: self
        }
    }
}
