internal import CLinux
internal import COpenCV

/// Finds the outlines of shapes in a picture of two colors.
package enum ContourFinder {
    /// A closed line along the outermost pixels of a shape, or along the pixels around a hole in one.
    package struct Contour: Sendable, Equatable {
        /// Where it turns, in pixels from the top left.
        package var points: [QuadrilateralFinder.Point]
        /// The place in the list of the one around it: a hole's shape, or the hole that a shape lies in.
        package var parent: Int?
    }

    /// - Parameter picture: what is not 0 belongs to a shape.
    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package static func contours(in picture: OpenCVPicture) throws(OpenCVError) -> [Contour] {
        try OpenCVLibrary.load()
        linux_begin_library_work()
        let found = ocv_contours_find(picture.picture)
        linux_end_library_work()
        guard let found else {
            throw OpenCVError(.failed, "OpenCV failed to search a picture of \(picture.width) pixels")
        }
        defer { ocv_contours_free(found) }
        return (0..<ocv_contours_count(found)).map { index in
            var count: Int32 = 0
            let points = UnsafeBufferPointer(start: ocv_contours_points(found, index, &count), count: Int(count))
            let parent = ocv_contours_parent(found, index)
            return Contour(
                points: points.map { QuadrilateralFinder.Point(x: Int($0.x), y: Int($0.y)) },
                parent: parent < 0 ? nil : Int(parent))
        }
    }
}
