import CaptureEngine
import CoreMedia
import CoreVideo
import PixelCoding

/// Finds the faces in the frames of a camera, one frame after the other, and follows them. Used by one thread.
struct FaceSearch {
    /// The longer side of what is searched. A face of a twelfth of the shorter side is found.
    private static let longestSide = 512
    /// After this time without frames, a face in the same place may be another person's.
    private static let longestPause = CMTime(value: 5, timescale: 1)
    /// While faces are known, one frame in this many is also searched in another direction.
    private static let framesPerOtherTurn = 8

    private let finder = FaceFinder()
    private var tracker = FaceTracker()
    private var camera: DeviceID?
    private var count = 0
    /// How many other directions were searched.
    private var otherTurns = 0

    /// - Parameters:
    ///   - picture: the frame's.
    ///   - camera: after another camera's frame, all faces are new.
    ///   - pause: the longest time between two frames since the last search; after more than five seconds all faces are
    ///     new. How rarely a busy machine searches is no pause: a person stays who they are.
    /// - Returns: from the left; none if the library fails.
    mutating func faces(in picture: CVPixelBuffer, from camera: DeviceID, after pause: CMTime) -> [FaceTracker.Face] {
        if camera != self.camera || pause > Self.longestPause { tracker.forget() }
        self.camera = camera
        guard let gray = GrayPicture(picture, longestSide: Self.longestSide) else { return [] }
        return tracker.follow((try? found(in: gray)) ?? [])
    }

    /// Faces keep their direction as long as they are seen; now and then another direction is searched, as what was found
    /// may be no face and hide those that are. Without known faces each frame is searched upright and in one of the other
    /// directions: a camera can be held in any.
    private mutating func found(in picture: GrayPicture) throws -> [FoundFace] {
        count += 1
        var turns = tracker.quarterTurns
        if turns.isEmpty { return try finder.faces(in: picture, quarterTurns: [0, otherTurn(among: [1, 2, 3])]) }
        if count % Self.framesPerOtherTurn == 0 {
            let others = (0..<4).filter { !turns.contains($0) }
            if !others.isEmpty { turns.append(otherTurn(among: others)) }
        }
        var faces: [FoundFace] = []
        for turn in turns { faces += try finder.faces(in: picture, quarterTurns: [turn]) }
        return FaceFinder.distinct(faces).sorted { $0.bounds.minX < $1.bounds.minX }
    }

    private mutating func otherTurn(among turns: [Int]) -> Int {
        defer { otherTurns += 1 }
        return turns[otherTurns % turns.count]
    }
}
