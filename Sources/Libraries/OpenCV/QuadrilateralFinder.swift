internal import CLinux
internal import COpenCV

/// Finds outlines with four corners, by the edges in a picture.
package enum QuadrilateralFinder {
    /// In pixels from the top left.
    package struct Point: Sendable, Equatable {
        package var x: Int
        package var y: Int

        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// - Parameters:
    ///   - low: a weaker edge than this difference of levels is none.
    ///   - high: a stronger one is an edge by itself; one between is if it continues such an edge.
    ///   - smallest: the least area in pixels.
    /// - Returns: convex ones, four corners each, along the outline. One outline is often there twice, from inside and
    ///   outside.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package static func quadrilaterals(
        in picture: OpenCVPicture, low: Double, high: Double, smallest: Double
    ) throws(OpenCVError) -> [[Point]] {
        try OpenCVLibrary.load()
        var found = [ocv_quadrilateral](repeating: ocv_quadrilateral(), count: 512)
        linux_begin_library_work()
        let count = ocv_find_quadrilaterals(picture.picture, low, high, smallest, &found, Int32(found.count))
        linux_end_library_work()
        if count < 0 { throw OpenCVError(.failed, "OpenCV failed to search a picture of \(picture.width) pixels") }
        return found.prefix(Int(count)).map { quadrilateral in
            let corners = quadrilateral.corners
            return [corners.0, corners.1, corners.2, corners.3].map { Point(x: Int($0.x), y: Int($0.y)) }
        }
    }
}
