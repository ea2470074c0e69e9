import Foundation
import Locking
import PixelCoding

/// Looks for upright faces, and follows them from one picture to the next if that is wanted.
final class FaceSearch: DetectorSearch {
    private struct State {
        var tracker = FaceTracker()
        var pictures: [Int: Int32] = [:]

        /// - Returns: the number of each face that has one.
        mutating func follow(_ faces: [FoundFace]) -> [(face: FoundFace, track: CIFaceFeature.Track)] {
            tracker.follow(faces).map { known in
                pictures[known.id, default: 0] += 1
                return (known.face, CIFaceFeature.Track(id: Int32(known.id), pictures: pictures[known.id] ?? 1))
            }
        }
    }

    /// Its data is read once for all detectors.
    private static let finder = FaceFinder()

    let longestSide: Int
    private let smallestPart: Double
    /// `nil`: faces are not followed.
    private let state: Mutex<State>?

    init(_ options: DetectorOptions) {
        longestSide = options.isThorough ? 960 : 480
        smallestPart = options.smallestPart ?? 0
        state = options.isTracking ? Mutex(State()) : nil
    }

    func features(in picture: SearchedImage, _ options: DetectorOptions) -> [CIFeature] {
        let (gray, smallest) = (picture.gray, smallestPart)
        let least = smallest * Double(min(gray.width, gray.height))
        let faces = ((try? Self.finder.faces(in: gray, quarterTurns: [0])) ?? []).filter {
            $0.bounds.width * Double(gray.width) >= least
        }
        let known = state.map { state in state.withLock { $0.follow(faces) } } ?? []
        return faces.map { face in
            CIFaceFeature(
                bounds: picture.corners(of: face.bounds).bounds, track: known.first { $0.face == face }?.track)
        }
    }
}
