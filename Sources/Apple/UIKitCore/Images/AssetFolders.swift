import Foundation
import Locking

/// The asset catalogs of a program, as folders: nothing compiles them here.
struct AssetFolders: Sendable {
    private let roots: [URL]
    /// By the name of the set and its kind: `logo.imageset`.
    private let sets: [String: URL]

    /// Those of the main program, and of the packages beside it.
    static let main = AssetFolders(Bundle.main)

    init(_ bundle: Bundle) {
        let files = FileManager.default
        let resources = (bundle.resourceURL ?? bundle.bundleURL).resolvingSymlinksInPath()
        let neighbors = (try? files.contentsOfDirectory(at: resources, includingPropertiesForKeys: nil)) ?? []
        roots = [resources] + neighbors.filter { ["resources", "bundle"].contains($0.pathExtension) }
        let catalogs = roots.flatMap {
            ((try? files.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? [])
                .filter { $0.pathExtension == "xcassets" }
        }
        var sets: [String: URL] = [:]
        for catalog in catalogs {
            let places = files.enumerator(at: catalog, includingPropertiesForKeys: nil)
            while let place = places?.nextObject() as? URL {
                if ["imageset", "colorset"].contains(place.pathExtension) { sets[place.lastPathComponent] = place }
            }
        }
        self.sets = sets
    }

    /// The file of a picture, and its pixels per point.
    func picture(_ name: String, scale: CGFloat) -> (file: URL, scale: CGFloat)? {
        inCatalog(name, scale: scale) ?? loose(name, scale: scale)
    }

    private func inCatalog(_ name: String, scale: CGFloat) -> (file: URL, scale: CGFloat)? {
        guard let folder = sets["\(name).imageset"], let contents = Contents(folder) else { return nil }
        let files = (contents.images ?? []).compactMap { image -> (file: URL, scale: CGFloat)? in
            guard let file = image.filename, image.appearances == nil else { return nil }
            let scale = image.scale.flatMap { Double($0.dropLast()) } ?? 1
            return (folder.appendingPathComponent(file), CGFloat(scale))
        }.sorted { $0.scale < $1.scale }
        return files.first { $0.scale >= scale } ?? files.last
    }

    private func loose(_ name: String, scale: CGFloat) -> (file: URL, scale: CGFloat)? {
        let parts = name as NSString
        let types = parts.pathExtension.isEmpty ? ["png", "jpg", "jpeg", "heic"] : [parts.pathExtension]
        let scales: [(String, CGFloat)] = [("", 1), ("@2x", 2), ("@3x", 3)]
        let order = scales.filter { $0.1 >= scale } + scales.filter { $0.1 < scale }.reversed()
        for root in roots {
            for (suffix, scale) in order {
                for type in types {
                    let file = root.appendingPathComponent("\(parts.deletingPathExtension)\(suffix).\(type)")
                    if FileManager.default.fileExists(atPath: file.path) { return (file, scale) }
                }
            }
        }
        return nil
    }

    func color(_ name: String) -> UIColor? {
        guard let folder = sets["\(name).colorset"], let colors = Contents(folder)?.colors else { return nil }
        func color(isDark: Bool) -> UIColor? {
            colors.first { ($0.appearances?.contains { $0.value == "dark" } ?? false) == isDark }?.color?.value
        }
        guard let light = color(isDark: false), let dark = color(isDark: true) else { return color(isDark: false) }
        return UIColor { $0.userInterfaceStyle == .dark ? dark : light }
    }

    /// `Contents.json` of a set.
    private struct Contents: Decodable {
        struct Appearance: Decodable {
            var value: String
        }

        struct Image: Decodable {
            var filename: String?
            var scale: String?
            var appearances: [Appearance]?
        }

        struct Color: Decodable {
            struct Definition: Decodable {
                var components: [String: String]?
                var space: String?

                enum CodingKeys: String, CodingKey {
                    case components
                    case space = "color-space"
                }

                var value: UIColor? {
                    guard let components else { return nil }
                    let parts = components.mapValues(Self.number)
                    let alpha = parts["alpha"] ?? 1
                    if let white = parts["white"] { return UIColor(white: white, alpha: alpha) }
                    guard let red = parts["red"], let green = parts["green"], let blue = parts["blue"] else {
                        return nil
                    }
                    return space == "display-p3"
                        ? UIColor(displayP3Red: red, green: green, blue: blue, alpha: alpha)
                        : UIColor(red: red, green: green, blue: blue, alpha: alpha)
                }

                /// `0.5`, `128` or `0x80`.
                private static func number(_ text: String) -> Double {
                    if text.hasPrefix("0x") { return Double(Int(text.dropFirst(2), radix: 16) ?? 0) / 255 }
                    let number = Double(text) ?? 0
                    return text.contains(".") ? number : number / 255
                }
            }

            var color: Definition?
            var appearances: [Appearance]?
        }

        var images: [Image]?
        var colors: [Color]?

        init?(_ folder: URL) {
            guard let data = try? Data(contentsOf: folder.appendingPathComponent("Contents.json")),
                let contents = try? JSONDecoder().decode(Contents.self, from: data)
            else { return nil }
            self = contents
        }
    }
}

extension UIImage {
    /// A picture of the program's: of an asset catalog, or a file among its resources.
    ///
    /// Linux: catalogs are folders that end in `.xcassets`, in the program's resources or a package's.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        let folders = bundle.map(AssetFolders.init) ?? .main
        let scale = (traitCollection ?? .current).displayScale
        guard let found = folders.picture(name, scale: scale), let data = try? Data(contentsOf: found.file) else {
            return nil
        }
        self.init(data: data, scale: found.scale)
    }

    /// Linux: configurations say nothing of pictures.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: UIImage.Configuration?) {
        self.init(named: name, in: bundle, compatibleWith: nil)
    }
}

extension UIColor {
    /// A color of an asset catalog.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        guard let color = (bundle.map(AssetFolders.init) ?? .main).color(name) else { return nil }
        self.init(color.content)
    }
}
