import Foundation

extension UIImage {
    /// How thick a symbol's lines are. Source: Apple, UIImage.SymbolWeight.
    public enum SymbolWeight: Int, Sendable {
        case unspecified = 0
        case ultraLight = 1
        case thin = 2
        case light = 3
        case regular = 4
        case medium = 5
        case semibold = 6
        case bold = 7
        case heavy = 8
        case black = 9

        /// In units of the symbols' grid.
        var line: CGFloat { [1.7, 0.7, 0.9, 1.3, 1.7, 1.95, 2.2, 2.5, 2.9, 3.3][rawValue] }

        /// The weight of a symbol beside a text.
        package init(_ weight: UIFont.Weight) { self = SymbolWeight(rawValue: weight.number / 100) ?? .regular }
    }

    /// The size of a symbol beside a text of the same font. Source: Apple, UIImage.SymbolScale.
    public enum SymbolScale: Int, Sendable {
        case `default` = -1
        case unspecified = 0
        case small = 1
        case medium = 2
        case large = 3

        var factor: CGFloat {
            switch self {
            case .small: 0.8
            case .large: 1.28
            case .default, .unspecified, .medium: 1
            }
        }
    }

    /// What an image depends on. Source: Apple, UIImage.Configuration.
    open class Configuration: NSObject, @unchecked Sendable {}  // without state

    /// How a symbol looks. Source: Apple, UIImage.SymbolConfiguration.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {  // constant
        fileprivate let pointSize: CGFloat?
        fileprivate let weight: SymbolWeight
        fileprivate let scale: SymbolScale
        fileprivate let coloring: Symbol.Coloring

        fileprivate init(
            _ pointSize: CGFloat?, _ weight: SymbolWeight, _ scale: SymbolScale, _ coloring: Symbol.Coloring = .single
        ) {
            self.coloring = coloring
            self.pointSize = pointSize
            self.weight = weight
            self.scale = scale
        }

        public convenience init(pointSize: CGFloat) { self.init(pointSize, .unspecified, .unspecified) }

        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) {
            self.init(pointSize, weight, .unspecified)
        }

        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight, scale: UIImage.SymbolScale) {
            self.init(Optional(pointSize), weight, scale)
        }

        public convenience init(weight: UIImage.SymbolWeight) { self.init(nil, weight, .unspecified) }

        public convenience init(scale: UIImage.SymbolScale) { self.init(nil, .unspecified, scale) }

        public convenience init(textStyle: UIFont.TextStyle) {
            self.init(font: .preferredFont(forTextStyle: textStyle))
        }

        public convenience init(textStyle: UIFont.TextStyle, scale: UIImage.SymbolScale) {
            self.init(font: .preferredFont(forTextStyle: textStyle), scale: scale)
        }

        /// With fainter second layers: what stands in a frame is a layer, and the frame another.
        public convenience init(hierarchicalColor: UIColor) {
            self.init(nil, .unspecified, .unspecified, .fading(hierarchicalColor))
        }

        /// With a color for each layer.
        public convenience init(paletteColors: [UIColor]) {
            self.init(nil, .unspecified, .unspecified, .palette(paletteColors))
        }

        /// Fainter second layers in the color of what is drawn.
        package static let fading = SymbolConfiguration(nil, .unspecified, .unspecified, .fading(nil))

        /// In the font's size and weight.
        public convenience init(font: UIFont) { self.init(font: font, scale: .unspecified) }

        public convenience init(font: UIFont, scale: UIImage.SymbolScale) {
            self.init(font.pointSize, SymbolWeight(font.weight), scale)
        }

        /// This configuration with what another one specifies.
        public func applying(_ otherConfiguration: UIImage.SymbolConfiguration) -> UIImage.SymbolConfiguration {
            let other = otherConfiguration
            return SymbolConfiguration(
                other.pointSize ?? pointSize, other.weight == .unspecified ? weight : other.weight,
                other.scale == .unspecified ? scale : other.scale,
                other.coloring == .single ? coloring : other.coloring)
        }

        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? SymbolConfiguration else { return false }
            return other.pointSize == pointSize && other.weight == weight && other.scale == scale
                && other.coloring == coloring
        }

        public override var hash: Int {
            var hasher = Hasher()
            hasher.combine(pointSize)
            hasher.combine(weight)
            hasher.combine(scale)
            hasher.combine(coloring)
            return hasher.finalize()
        }
    }

    /// A symbol in the size of body text.
    ///
    /// Linux: the symbols are drawn for this project, with the names of SF Symbols.
    ///
    /// - Returns: `nil` for a name that is not there, which standard error says once.
    /// Whether there is a symbol of a name.
    package static func hasSymbol(_ name: String) -> Bool { SymbolTable.entries[name] != nil }

    public convenience init?(systemName name: String) { self.init(systemName: name, withConfiguration: nil) }

    public convenience init?(systemName name: String, withConfiguration configuration: UIImage.Configuration?) {
        let symbols = configuration as? SymbolConfiguration
        let size = symbols?.pointSize ?? UIFont.preferredFont(forTextStyle: .body).pointSize
        guard
            var symbol = Symbol(
                name: name, pointSize: size, weight: symbols?.weight ?? .unspecified,
                scale: symbols?.scale ?? .unspecified)
        else { return nil }
        symbol.coloring = symbols?.coloring ?? .single
        self.init(Content(symbol: symbol, scale: 2))
    }

    public convenience init?(systemName name: String, compatibleWith traitCollection: UITraitCollection?) {
        let font = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traitCollection)
        self.init(systemName: name, withConfiguration: SymbolConfiguration(pointSize: font.pointSize))
    }

    /// The configuration of a symbol.
    public var symbolConfiguration: UIImage.SymbolConfiguration? {
        content.symbol.map { SymbolConfiguration($0.pointSize, $0.weight, $0.scale, $0.coloring) }
    }

    /// The symbol with what a configuration specifies; `nil` for another image.
    public func applyingSymbolConfiguration(_ configuration: UIImage.SymbolConfiguration) -> UIImage? {
        guard var symbol = content.symbol, let old = symbolConfiguration else { return nil }
        let new = old.applying(configuration)
        (symbol.pointSize, symbol.weight, symbol.scale) = (new.pointSize ?? symbol.pointSize, new.weight, new.scale)
        symbol.coloring = new.coloring
        var content = content
        content.symbol = symbol
        return UIImage(content)
    }

    /// The image itself if it is no symbol.
    public func withConfiguration(_ configuration: UIImage.Configuration) -> UIImage {
        (configuration as? SymbolConfiguration).flatMap { applyingSymbolConfiguration($0) } ?? self
    }

    /// The name of the symbol, for what a screen reader says.
    package var symbolName: String? { content.symbol?.name }
}
