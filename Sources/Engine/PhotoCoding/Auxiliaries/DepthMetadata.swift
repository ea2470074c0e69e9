import CaptureEngine
import PixelCoding

/// A file's description of its depth map: XMP in Apple's namespaces.
///
/// The names are those in Apple's own files; Apple, AVDepthData.dictionaryRepresentation(forAuxiliaryDataType:) passes
/// them to ImageIO and accepts them from it.
enum DepthMetadata {
    static func text(of map: DepthMap, kind: AuxiliaryPicture.Kind, range: ClosedRange<Float>) -> String {
        var attributes = [
            ("apdi:AuxiliaryImageType", kind == .disparity ? "disparity" : "depth"), ("apdi:NativeFormat", "L008"),
            ("apdi:StoredFormat", "L008"), ("depthData:Accuracy", map.isAbsolute ? "absolute" : "relative"),
            ("depthData:DepthDataVersion", "65541"), ("depthData:Filtered", map.isFiltered ? "true" : "false"),
            ("depthData:Quality", map.isFiltered ? "high" : "low"), ("depthData:FloatMinValue", "\(range.lowerBound)"),
            ("depthData:FloatMaxValue", "\(range.upperBound)"),
        ]
        var body = ""
        if let calibration = map.calibration {
            attributes += [
                ("depthData:PixelSize", "\(calibration.pixelSize)"),
                ("depthData:IntrinsicMatrixReferenceWidth", "\(calibration.referenceDimensions.width)"),
                ("depthData:IntrinsicMatrixReferenceHeight", "\(calibration.referenceDimensions.height)"),
            ]
            let focal = calibration.focalLength
            let (x, y) = calibration.principalPoint
            // In column order.
            body = sequence("depthData:IntrinsicMatrix", [focal, 0, 0, 0, focal, 0, x, y, 1])
        }
        return packet(attributes, body)
    }

    static let matteText = packet(
        [
            ("apdi:AuxiliaryImageType", "portraitEffectsMatte"), ("apdi:NativeFormat", "L008"),
            ("apdi:StoredFormat", "L008"), ("portraitEffectsMatte:PortraitEffectsMatteVersion", "65536"),
        ], "")

    private static let nameSpaces = [
        ("apdi", "http://ns.apple.com/pixeldatainfo/1.0/"),
        ("depthData", "http://ns.apple.com/depthData/1.0/"),
        ("portraitEffectsMatte", "http://ns.apple.com/portraitEffectsMatte/1.0/"),
    ]

    private static func sequence(_ name: String, _ values: [Float]) -> String {
        let items = values.map { "     <rdf:li>\($0)</rdf:li>\n" }.joined()
        return "   <\(name)>\n    <rdf:Seq>\n\(items)    </rdf:Seq>\n   </\(name)>\n"
    }

    /// - Parameter attributes: names with their namespace prefix; the values need no escaping.
    private static func packet(_ attributes: [(String, String)], _ body: String) -> String {
        let used = nameSpaces.filter { space in attributes.contains { $0.0.hasPrefix(space.0 + ":") } }
        let lines =
            used.map { "    xmlns:\($0.0)=\"\($0.1)\"" } + attributes.map { "    \($0.0)=\"\($0.1)\"" }
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
            \(lines.joined(separator: "\n"))>
            \(body)  </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>

            """
    }
}
