import AVFoundation
import Foundation
import UIKit

/// A recognized item on the screen: a line around it, and what screen readers find and press.
final class ItemView: UIView {
    private static let margin: CGFloat = 6

    private let outline = CAShapeLayer()
    private let activate: @MainActor () -> Void

    /// - Parameters:
    ///   - isDrawn: whether the line is seen.
    ///   - activate: a screen reader presses it.
    init(isDrawn: Bool, activate: @escaping @MainActor () -> Void) {
        self.activate = activate
        super.init(frame: .zero)
        isAccessibilityElement = true
        accessibilityTraits = .button
        outline.fillColor = nil
        outline.strokeColor = UIColor.systemYellow.cgColor
        outline.lineWidth = 3
        outline.lineJoin = .round
        if isDrawn { layer.addSublayer(outline) }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ item: RecognizedItem) {
        frame = item.bounds.box.insetBy(dx: -Self.margin, dy: -Self.margin)
        let middle = item.bounds.middle
        let path = UIBezierPath()
        for (index, corner) in item.bounds.corners.enumerated() {
            let distance = max(hypot(corner.x - middle.x, corner.y - middle.y), 1)
            let factor = 1 + (Self.margin - outline.lineWidth) / distance
            let point = CGPoint(
                x: middle.x + (corner.x - middle.x) * factor - frame.minX,
                y: middle.y + (corner.y - middle.y) * factor - frame.minY)
            index == 0 ? path.move(to: point) : path.addLine(to: point)
        }
        path.close()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        outline.frame = bounds
        outline.path = path.cgPath
        CATransaction.commit()
        accessibilityLabel = item.words ?? "Code"
    }

    override func accessibilityActivate() -> Bool {
        activate()
        return true
    }
}

/// What the camera sees.
final class ScannerPreview: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    var previewLayer: AVCaptureVideoPreviewLayer {
        guard let layer = layer as? AVCaptureVideoPreviewLayer else {
            preconditionFailure("the layer is of the class that the view asks for")
        }
        return layer
    }
}

/// A sentence on a dark ground, as wide as its text.
final class GuidanceLabel: UIView {
    private let label = UILabel()

    init(_ text: String) {
        super.init(frame: .zero)
        backgroundColor = UIColor(white: 0, alpha: 0.6)
        layer.cornerRadius = 18
        label.text = text
        label.textColor = .white
        label.font = .preferredFont(forTextStyle: .subheadline)
        label.textAlignment = .center
        addSubview(label)
        isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }

    /// Below the upper edge of an area.
    func place(in area: CGRect) {
        let size = label.sizeThatFits(CGSize(width: area.width - 64, height: 36))
        let width = min(size.width + 32, area.width - 32)
        frame = CGRect(x: area.midX - width / 2, y: area.minY + 16, width: width, height: 36)
        label.frame = bounds.insetBy(dx: 16, dy: 0)
    }
}
