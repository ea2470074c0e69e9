import Foundation
package import OpenCV

/// Finds how one picture lies in relation to another one of the same thing, with OpenCV.
package struct PictureAligner {
    /// In samples, from the top left.
    package struct Shift: Sendable, Equatable {
        package var x: Double
        package var y: Double
        /// 1 for the same picture, near 0 for others.
        package var likeness: Double
    }

    /// How many places of a picture are compared.
    private static let featureCount = 1000
    /// As many places may agree by chance.
    private static let fewAgreeing = 12
    /// A common part with a shorter side than this says nothing.
    private static let shortestSide = 16

    private let reference: GrayPicture

    package init(_ reference: GrayPicture) { self.reference = reference }

    /// How far the contents of a picture of the same size are from their places in the reference.
    ///
    /// Found twice: in the whole pictures, then in what they have in common, which is more exact and says how much alike
    /// they are.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package func shift(of picture: GrayPicture) throws(OpenCVError) -> Shift {
        let whole = try Self.shift(from: reference, to: picture)
        let (x, y) = (Int(whole.x.rounded()), Int(whole.y.rounded()))
        let (width, height) = (reference.width - abs(x), reference.height - abs(y))
        guard min(width, height) >= Self.shortestSide else {
            return Shift(x: whole.x, y: whole.y, likeness: whole.response)
        }
        let rest = try Self.shift(
            from: reference.part(max(-x, 0), max(-y, 0), width, height),
            to: picture.part(max(x, 0), max(y, 0), width, height))
        return Shift(x: Double(x) + rest.x, y: Double(y) + rest.y, likeness: rest.response)
    }

    private static func shift(
        from: GrayPicture, to: GrayPicture
    ) throws(OpenCVError) -> PictureMatching.Shift {
        let (width, height) = (Self.transformed(from.width), Self.transformed(from.height))
        return try PictureMatching.shift(
            from: from.faded(width, height), to: to.faded(width, height), width: width, height: height)
    }

    /// The least size from this one on that OpenCV transforms as it is, because it has no factors but 2, 3 and 5, and is
    /// even: version 4.6 is wrong by half a sample with odd ones.
    private static func transformed(_ side: Int) -> Int {
        func isFit(_ size: Int) -> Bool {
            var rest = size
            for factor in [2, 3, 5] {
                while rest % factor == 0 { rest /= factor }
            }
            return rest == 1 && size % 2 == 0
        }
        return (side...).first(where: isFit) ?? side
    }

    /// Where places of a picture are in the reference, as seen from another direction: three rows of three numbers, for
    /// columns of x, y and 1, in samples from the middle of the one at the top left.
    ///
    /// - Returns: `nil` if the pictures have too little in common.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package func homography(of picture: GrayPicture) throws(OpenCVError) -> PictureMatching.Homography? {
        let reference = reference
        let found = try picture.withPicture { from throws(OpenCVError) in
            try reference.withPicture { to throws(OpenCVError) in
                try PictureMatching.homography(from: from, to: to, features: Self.featureCount)
            }
        }
        guard let found, found.agreeing > Self.fewAgreeing, 4 * found.agreeing > found.matches else { return nil }
        return found
    }
}

extension GrayPicture {
    /// A part of the picture, in samples from the top left; inside of it.
    fileprivate func part(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> GrayPicture {
        var part: [UInt8] = []
        part.reserveCapacity(width * height)
        for y in top..<(top + height) {
            part += samples[(y * self.width + left)..<(y * self.width + left + width)]
        }
        return GrayPicture(width: width, height: height, samples: part)
    }

    /// The differences from the mean, which become less towards the edges (a Hann window), at the top left of a picture
    /// of a size that is not less.
    fileprivate func faded(_ fullWidth: Int, _ fullHeight: Int) -> [Float] {
        func window(_ count: Int) -> [Float] {
            (0..<count).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(count))) }
        }
        let (across, down) = (window(width), window(height))
        let mean = Float(samples.reduce(0) { $0 + Int($1) }) / Float(samples.count)
        var faded = [Float](repeating: 0, count: fullWidth * fullHeight)
        for y in 0..<height {
            for x in 0..<width {
                faded[y * fullWidth + x] = (Float(samples[y * width + x]) - mean) * across[x] * down[y]
            }
        }
        return faded
    }
}
