internal import CLinux
internal import COpenCV

/// Finds how one picture lies in relation to another one of the same thing.
package enum PictureMatching {
    /// A distance in samples: to the right, and down.
    package struct Shift: Sendable, Equatable {
        package var x: Double
        package var y: Double
        /// 1 for the same picture, near 0 for others.
        package var response: Double
    }

    /// A change of the point of view.
    package struct Homography: Sendable, Equatable {
        /// Three rows of three numbers, for columns of x, y and 1, in pixels from the middle of the one at the top left.
        package var rows: [[Double]]
        /// How many places look alike in both, and how many of them agree with this.
        package var matches: Int
        package var agreeing: Int
    }

    /// By phase correlation.
    ///
    /// - Parameters:
    ///   - from: `width * height` samples with a mean of 0, which fade out towards the edges.
    ///   - to: the same of the other picture.
    /// - Returns: how far the contents of `to` are from their places in `from`.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package static func shift(
        from: [Float], to: [Float], width: Int, height: Int
    ) throws(OpenCVError) -> Shift {
        precondition(from.count == width * height && to.count == width * height, "both pictures have this size")
        try OpenCVLibrary.load()
        var shift = ocv_shift()
        linux_begin_library_work()
        let status = ocv_find_shift(from, to, Int32(width), Int32(height), &shift)
        linux_end_library_work()
        if status < 0 { throw OpenCVError(.failed, "OpenCV failed to compare pictures of \(width) pixels") }
        return Shift(x: shift.x, y: shift.y, response: shift.response)
    }

    /// By places that stand out.
    ///
    /// - Parameter features: how many places are compared.
    /// - Returns: where places of `from` are in `to`; `nil` if they have too little in common.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package static func homography(
        from: OpenCVPicture, to: OpenCVPicture, features: Int
    ) throws(OpenCVError) -> Homography? {
        try OpenCVLibrary.load()
        var matrix = [Double](repeating: 0, count: 9)
        var matches: Int32 = 0
        linux_begin_library_work()
        let agreeing = ocv_find_homography(from.picture, to.picture, Int32(features), &matrix, &matches)
        linux_end_library_work()
        if agreeing < 0 { throw OpenCVError(.failed, "OpenCV failed to compare pictures of \(from.width) pixels") }
        if agreeing == 0 { return nil }
        return Homography(
            rows: (0..<3).map { Array(matrix[(3 * $0)..<(3 * $0 + 3)]) }, matches: Int(matches),
            agreeing: Int(agreeing))
    }
}
