import Foundation

/// The requested size of a picture.
struct ImageSize: Hashable, Sendable {
    private var width: Int
    private var height: Int
    private var mode: PHImageContentMode
    private var resizing: PHImageRequestOptionsResizeMode

    init(_ size: CGSize, _ mode: PHImageContentMode, _ resizing: PHImageRequestOptionsResizeMode) {
        // Zero and negative sizes, such as the maximum size, mean no limit.
        width = size.width.isFinite ? Int(min(max(size.width.rounded(), 0), 1e6)) : 0
        height = size.height.isFinite ? Int(min(max(size.height.rounded(), 0), 1e6)) : 0
        self.mode = mode
        self.resizing = resizing
    }

    private var isOwn: Bool { width <= 0 || height <= 0 || resizing == .none }

    /// The size to scale an upright picture to; never enlarged unless the size must be exact.
    func scaled(width ownWidth: Int, height ownHeight: Int) -> (width: Int, height: Int) {
        if isOwn { return (ownWidth, ownHeight) }
        let (horizontal, vertical) = (Double(width) / Double(ownWidth), Double(height) / Double(ownHeight))
        var scale = mode == .aspectFit ? min(horizontal, vertical) : max(horizontal, vertical)
        if resizing != .exact { scale = min(scale, 1) }
        return (max(1, Int((Double(ownWidth) * scale).rounded())), max(1, Int((Double(ownHeight) * scale).rounded())))
    }

    /// The part of the scaled picture to return: its middle, or all of it.
    func visible(width: Int, height: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        guard !isOwn, resizing == .exact, mode == .aspectFill else { return (0, 0, width, height) }
        let (visibleWidth, visibleHeight) = (min(width, self.width), min(height, self.height))
        return ((width - visibleWidth) / 2, (height - visibleHeight) / 2, visibleWidth, visibleHeight)
    }
}
