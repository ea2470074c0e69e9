import Foundation

extension UITableViewCell {
    /// Makes cells of subclasses that are only known at run time. Not Apple's.
    ///
    /// Its initializer is at the same place in a class's table as that of the cell. The class is open, or the compiler would
    /// call this initializer directly, as the only one.
    @_spi(Linux) open class Made: UITableViewCell {
        public required override init(style: CellStyle, reuseIdentifier: String?) {
            super.init(style: style, reuseIdentifier: reuseIdentifier)
        }
        public required init?(coder: NSCoder) { nil }
    }
}

extension UICollectionReusableView {
    /// Makes views of subclasses, as `UITableViewCell.Made` makes cells. Not Apple's.
    @_spi(Linux) open class Made: UICollectionReusableView {
        public required override init(frame: CGRect) { super.init(frame: frame) }
        public required init?(coder: NSCoder) { nil }
    }
}

extension UICollectionViewCell {
    /// As ``UICollectionReusableView/Made``; a cell of another static type would not count as a cell. Not Apple's.
    @_spi(Linux) open class MadeCell: UICollectionViewCell {
        public required override init(frame: CGRect) { super.init(frame: frame) }
        public required init?(coder: NSCoder) { nil }
    }
}
