import Foundation
import Photos

/// A row of small pictures.
final class PictureRow: UITableViewCell {
    private(set) var buttons: [UIButton] = []
    private var columns = 1

    func show(_ assets: [PHAsset], of columns: Int, _ pick: @escaping @MainActor (PHAsset) -> Void) {
        self.columns = columns
        for button in buttons { button.removeFromSuperview() }
        buttons = assets.map { asset in
            let button = UIButton(type: .custom)
            button.accessibilityLabel = asset.mediaType == .video ? "Video" : "Photo"
            button.clipsToBounds = true
            button.addAction(UIAction { _ in pick(asset) }, for: .touchUpInside)
            contentView.addSubview(button)
            let size = CGSize(width: 240, height: 240)
            PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil)
            {
                [weak button] image, _ in
                Task { @MainActor in button?.setBackgroundImage(image, for: .normal) }
            }
            return button
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let side = bounds.width / CGFloat(columns)
        for (column, button) in buttons.enumerated() {
            button.frame = CGRect(x: CGFloat(column) * side + 1, y: 1, width: side - 2, height: bounds.height - 2)
        }
    }
}
