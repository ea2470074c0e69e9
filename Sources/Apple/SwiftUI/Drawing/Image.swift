import UIKitCore

/// A picture. Source: Apple, Image.
public nonisolated struct Image: Equatable, Sendable {
    /// Source: Apple, Image.TemplateRenderingMode.
    public enum TemplateRenderingMode: Hashable, Sendable {
        case template
        case original
    }
    /// Source: Apple, Image.Interpolation.
    public enum Interpolation: Hashable, Sendable {
        case none, low, medium, high
    }
    /// Source: Apple, Image.ResizingMode.
    public enum ResizingMode: Hashable, Sendable {
        case tile
        case stretch
    }
    /// Source: Apple, Image.Scale.
    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }
    /// Source: Apple, Image.Orientation.
    public enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }

    enum Source: Equatable, Sendable {
        case symbol(String)
        case picture(UIImage)
        case named(String, bundle: String?)
    }
    let source: Source
    var isResizable = false
    var mode: TemplateRenderingMode?
    var label: String?
    var isDecorative = false
    var symbolMode: SymbolRenderingMode?
    var interpolation = Interpolation.medium

    public init(systemName: String) { source = .symbol(systemName) }
    public init(uiImage: UIImage) { source = .picture(uiImage) }
    public init(_ name: String, bundle: Bundle? = nil) { source = .named(name, bundle: bundle?.bundlePath) }
    public init(decorative name: String, bundle: Bundle? = nil) {
        self.init(name, bundle: bundle)
        isDecorative = true
    }
    public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {
        source = .picture(UIImage(cgImage: cgImage, scale: scale, orientation: orientation.uiOrientation))
        isDecorative = true
    }
    public init(_ cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, label: Text) {
        source = .picture(UIImage(cgImage: cgImage, scale: scale, orientation: orientation.uiOrientation))
        self.label = label.runs.map { $0.source.string(EnvironmentValues()) }.joined()
    }

    private func with(_ change: (inout Image) -> Void) -> Image {
        var image = self
        change(&image)
        return image
    }

    /// Lets the picture take any size.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        with { $0.isResizable = true }
    }
    /// How pixels become those of the screen. Linux: `none` leaves them square; the others are all alike.
    public func interpolation(_ interpolation: Interpolation) -> Image { with { $0.interpolation = interpolation } }
    /// Linux: without effect; edges that lie between pixels are smooth.
    public func antialiased(_ isAntialiased: Bool) -> Image {
        if !isAntialiased {
            NoEffectReport.add("Image.antialiased(_:)", "edges that lie between pixels are smooth")
        }
        return self
    }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { with { $0.symbolMode = mode } }
    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { with { $0.mode = renderingMode } }
}

extension Image.Orientation {
    fileprivate var uiOrientation: UIImage.Orientation {
        switch self {
        case .up: .up
        case .upMirrored: .upMirrored
        case .down: .down
        case .downMirrored: .downMirrored
        case .left: .left
        case .leftMirrored: .leftMirrored
        case .right: .right
        case .rightMirrored: .rightMirrored
        }
    }
}

extension Font {
    var uiFont: UIFont {
        if let platform { return platform }
        if let family, let font = UIFont(name: family, size: size) { return font }
        let weight = UIFont.Weight(rawValue: weight?.value ?? 0)
        if design == .monospaced { return .monospacedSystemFont(ofSize: size, weight: weight) }
        if hasMonospacedDigits { return .monospacedDigitSystemFont(ofSize: size, weight: weight) }
        return isItalic ? .italicSystemFont(ofSize: size) : .systemFont(ofSize: size, weight: weight)
    }
}

@MainActor extension Image: LeafView, Leaf {
    public typealias Body = Never

    func uiImage(_ environment: EnvironmentValues) -> UIImage? {
        switch source {
        case .picture(let image): return image
        case .named(let name, let bundle):
            return UIImage(named: name, in: bundle.flatMap { Bundle(path: $0) }, compatibleWith: nil)
        case .symbol(let name):
            var environment = environment
            if let symbolMode { environment.symbolRenderingMode = symbolMode }
            let colors = environment.symbolColors
            let font = environment.fontStyle.applied(to: environment.font ?? .body).uiFont
            let scale: UIImage.SymbolScale =
                switch environment.imageScale {
                case .small: .small
                case .medium: .medium
                case .large: .large
                }
            let configuration = UIImage.SymbolConfiguration(font: font, scale: scale)
            let variant = environment.symbolVariants.name(name)
            let shown = environment.isRightToLeft ? UIImage.mirroredSymbolName(variant) : variant
            return UIImage(systemName: shown, withConfiguration: colors.map(configuration.applying) ?? configuration)
        }
    }

    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize {
        let own = uiImage(item.environment)?.size ?? .zero
        return isResizable ? proposal.replacingUnspecifiedDimensions(by: own) : own
    }

    func makeSurface(_ item: LeafItem) -> Surface? { Surface() }

    func update(_ surface: Surface, _ item: LeafItem) {
        if case .symbol = source { surface.pose(item) }
        let environment = item.environment
        if environment.isRedacted { return surface.showPlaceholder(environment, lineHeight: nil) }
        guard let image = uiImage(environment), surface.size.width > 0, surface.size.height > 0 else {
            return surface.show(.nothing)
        }
        let isTemplate = mode == .template || mode == nil && image.isTemplate
        let keepsPixels = interpolation == .none && !image.isSymbolImage
        guard isTemplate || keepsPixels || image.imageOrientation != .up || image.cgImage == nil else {
            if let picture = image.cgImage { surface.show(picture: picture, scale: image.scale) }
            return
        }
        let color = environment.foreground.paint(environment).color
        let key = PictureKey(
            image: self, drawn: image, size: surface.size, color: color, scale: environment.displayScale)
        if surface.pictureKey != AnyHashable(key) {
            surface.pictureKey = AnyHashable(key)
            let tint = UIColor(
                red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue),
                alpha: CGFloat(color.opacity))
            let own = image.picture(color: tint, size: surface.size, scale: environment.displayScale)
            guard let picture = keepsPixels ? own?.enlarged(surface.size, environment.displayScale) : own else {
                return surface.show(.nothing)
            }
            surface.show(picture: picture, scale: environment.displayScale)
        }
    }
}

extension CGImage {
    /// The picture with as many pixels as the screen has for a size, each of one pixel's color.
    fileprivate func enlarged(_ size: CGSize, _ scale: CGFloat) -> CGImage? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return UIGraphicsImageRenderer(size: size, format: format).image { target in
            target.cgContext.interpolationQuality = .none
            UIImage(cgImage: self).draw(in: CGRect(origin: .zero, size: size))
        }.cgImage
    }
}

/// What a picture that was made for the screen depends on.
private struct PictureKey: Hashable {
    let image: Image
    /// The symbol in its colors.
    let drawn: UIImage
    let size: CGSize
    let color: Color.Resolved
    let scale: CGFloat

    func hash(into hasher: inout Hasher) {
        hasher.combine(size.width)
        hasher.combine(size.height)
        hasher.combine(color)
    }
}

extension EnvironmentValues {
    private struct SymbolScale: EnvironmentKey { static let defaultValue = Image.Scale.medium }

    /// The size of symbols beside texts.
    public var imageScale: Image.Scale {
        get { self[SymbolScale.self] }
        set { self[SymbolScale.self] = newValue }
    }
}

extension View {
    public nonisolated func imageScale(_ scale: Image.Scale) -> some View { environment(\.imageScale, scale) }
}

extension Image: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(importedContentType: .image) { data in
            guard let image = UIImage(data: data) else { throw CocoaError(.fileReadCorruptFile) }
            return Image(uiImage: image)
        }
        DataRepresentation(exportedContentType: .png) { image in
            let data = await MainActor.run { image.uiImage(EnvironmentValues())?.pngData() }
            guard let data else { throw CocoaError(.fileWriteUnknown) }
            return data
        }
    }
}
