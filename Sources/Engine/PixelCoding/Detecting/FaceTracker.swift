import Foundation

/// Gives each face a number that it keeps from one search to the next.
///
/// | a face | is |
/// | --- | --- |
/// | near one of the search before, of about its size | that one |
/// | elsewhere | new; it counts from the second search that finds it, as detectors err for a moment |
/// | not found for three searches | forgotten; when it returns it is new |
package struct FaceTracker: Sendable {
    package struct Face: Sendable, Equatable {
        /// From 1; never used again.
        package var id: Int
        package var face: FoundFace
    }

    private struct Track {
        var id: Int?
        var face: FoundFace
        var missed = 0
    }

    private static let allowedMisses = 2

    private var tracks: [Track] = []
    private var lastID = 0

    package init() {}

    /// The directions of the faces that it follows, in quarter turns from upright; ascending.
    package var quarterTurns: [Int] { Set(tracks.map(\.face.quarterTurns)).sorted() }

    /// Forgets all faces: the next picture does not continue the last one.
    package mutating func forget() { tracks = [] }

    /// - Parameter faces: of the newest search.
    /// - Returns: those of them that two searches have found.
    package mutating func follow(_ faces: [FoundFace]) -> [Face] {
        let known = matches(faces)
        let followed = zip(faces, known).map { face, known in
            guard let known else { return Track(face: face) }
            if tracks[known].id == nil { lastID += 1 }
            return Track(id: tracks[known].id ?? lastID, face: face)
        }
        let free = Set(tracks.indices).subtracting(known.compactMap { $0 }).sorted()
        // A face that was found only once may be an error: it gets no second chance.
        let missing = free.map { tracks[$0] }.filter { $0.id != nil && $0.missed < Self.allowedMisses }
        tracks =
            followed
            + missing.map { track in
                var track = track
                track.missed += 1
                return track
            }
        return followed.compactMap { track in track.id.map { Face(id: $0, face: track.face) } }
    }

    /// Which track each face continues. The nearest pair is matched first: one after the other, a face could take the
    /// number of its neighbor.
    private func matches(_ faces: [FoundFace]) -> [Int?] {
        let pairs = faces.indices.flatMap { face in
            tracks.indices.filter { Self.isSame(tracks[$0].face.bounds, faces[face].bounds) }
                .map { (face: face, track: $0, distance: distance(tracks[$0].face, faces[face])) }
        }
        var result = [Int?](repeating: nil, count: faces.count)
        var taken: Set<Int> = []
        for pair in pairs.sorted(by: { $0.distance < $1.distance }) where result[pair.face] == nil {
            if taken.insert(pair.track).inserted { result[pair.face] = pair.track }
        }
        return result
    }

    /// Whether a face can have moved and grown from one place to the other, in the time between two searches.
    private static func isSame(_ old: CGRect, _ new: CGRect) -> Bool {
        let ratio = new.width / max(old.width, 1e-6)
        return (0.6...1.7).contains(ratio) && abs(new.midX - old.midX) < 0.8 * max(old.width, new.width)
            && abs(new.midY - old.midY) < 0.8 * max(old.height, new.height)
    }

    private func distance(_ old: FoundFace, _ new: FoundFace) -> Double {
        let (x, y) = (new.bounds.midX - old.bounds.midX, new.bounds.midY - old.bounds.midY)
        return x * x + y * y
    }
}
