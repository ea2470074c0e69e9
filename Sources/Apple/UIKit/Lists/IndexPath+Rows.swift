import Foundation

extension IndexPath {
    /// Source: Apple, IndexPath.init(row:section:).
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// Source: Apple, IndexPath.init(item:section:).
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// Of a table view's. Source: Apple, IndexPath.section.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// Source: Apple, IndexPath.row.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// Source: Apple, IndexPath.item.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
