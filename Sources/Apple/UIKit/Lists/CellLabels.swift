import Foundation

/// What a table's cell shows unless it has a content configuration: a picture, a title and a detail, as its style says.
@MainActor
final class CellLabels {
    /// Before the first of them, and between the picture and the title.
    static let margin: CGFloat = 16
    /// Of the titles of the style `value2`.
    private static let titleWidth: CGFloat = 91

    let title = UILabel(frame: .zero)
    let detail = UILabel(frame: .zero)
    let picture = UIImageView(image: nil)
    private let style: UITableViewCell.CellStyle

    init(_ style: UITableViewCell.CellStyle) {
        self.style = style
        title.font = .systemFont(ofSize: style == .value2 ? 15 : 17)
        detail.font = .systemFont(ofSize: style == .subtitle ? 12 : style == .value2 ? 15 : 17)
        detail.textColor = style == .value2 ? .label : .secondaryLabel
        picture.contentMode = .scaleAspectFit
        for view in views { view.isAccessibilityElement = false }
    }

    var views: [UIView] { [picture, title, detail] }

    /// For screen readers.
    var texts: [String] {
        [title.text, style == .default ? nil : detail.text].compactMap { $0 }.filter { !$0.isEmpty }
    }

    private var hasSubtitle: Bool { style == .subtitle && detail.text?.isEmpty == false }

    // MARK: Layout

    /// - Parameters:
    ///   - bounds: the cell's.
    ///   - end: where they have to end.
    func layOut(in bounds: CGRect, to end: CGFloat) {
        let start = layOutPicture(in: bounds)
        let space = CGSize(width: max(0, end - start), height: 10_000)
        let (top, bottom) = (title.sizeThatFits(space), detail.sizeThatFits(space))
        switch style {
        case .subtitle where hasSubtitle:
            let y = bounds.midY - (top.height + bottom.height) / 2
            title.frame = CGRect(x: start, y: y, width: space.width, height: top.height)
            detail.frame = CGRect(x: start, y: y + top.height, width: space.width, height: bottom.height)
        case .value2:
            // The titles of all rows end at one line, where the values begin.
            let width = min(Self.titleWidth, space.width)
            title.frame = CGRect(x: start, y: 0, width: width, height: bounds.height)
            let x = start + width + 6
            detail.frame = CGRect(x: x, y: 0, width: max(0, end - x), height: bounds.height)
        case .value1:
            let width = min(top.width, space.width)
            title.frame = CGRect(x: start, y: 0, width: width, height: bounds.height)
            let rest = min(bottom.width, space.width - width)
            detail.frame = CGRect(x: end - rest, y: 0, width: rest, height: bounds.height)
        default:
            title.frame = CGRect(x: start, y: 0, width: space.width, height: bounds.height)
            detail.frame = .zero
        }
    }

    /// - Returns: where the title begins.
    private func layOutPicture(in bounds: CGRect) -> CGFloat {
        guard let image = picture.image else {
            picture.frame = .zero
            return Self.margin
        }
        let height = min(image.size.height, bounds.height - 8)
        let width = min(image.size.width * height / max(image.size.height, 1), 80)
        picture.frame = CGRect(x: Self.margin, y: bounds.midY - height / 2, width: width, height: height)
        return Self.margin + width + Self.margin
    }

    /// For a language that is written from right to left.
    ///
    /// - Parameter width: of the view that they are in.
    func mirror(width: CGFloat) {
        for view in views { view.frame.origin.x = width - view.frame.maxX }
    }

    /// How high the texts are.
    func height(width: CGFloat) -> CGFloat {
        let room = CGSize(width: width, height: 10_000)
        return title.sizeThatFits(room).height + (hasSubtitle ? detail.sizeThatFits(room).height : 0)
    }
}
