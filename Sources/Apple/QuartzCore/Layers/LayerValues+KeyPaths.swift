import Foundation
import MissingGraphics

/// Values by the names that animations use.
extension LayerValues {
    subscript(keyPath: String) -> AnimatedValue? {
        get {
            if let value = plainValue(keyPath) { return value }
            if let path = Self.numberPaths[keyPath] { return .number(self[keyPath: path]) }
            if let part = Self.sublayerPart(keyPath) { return sublayerTransform[part] }
            return transform[keyPath]
        }
        set {
            guard let newValue else { return }
            if case .number(let number) = newValue, let path = Self.numberPaths[keyPath] {
                self[keyPath: path] = number
            } else if keyPath.hasPrefix("transform.") {
                transform[keyPath] = newValue
            } else if let part = Self.sublayerPart(keyPath) {
                sublayerTransform[part] = newValue
            } else {
                setPlainValue(newValue, keyPath)
            }
        }
    }

    /// `sublayerTransform.scale` has the part `transform.scale`.
    private static func sublayerPart(_ keyPath: String) -> String? {
        let prefix = "sublayerTransform."
        return keyPath.hasPrefix(prefix) ? "transform." + keyPath.dropFirst(prefix.count) : nil
    }

    private func plainValue(_ keyPath: String) -> AnimatedValue? {
        let clear = CGColor(red: 0, green: 0, blue: 0, alpha: 0)
        switch keyPath {
        case "bounds": return .rect(bounds)
        case "position": return .point(position)
        case "anchorPoint": return .point(anchorPoint)
        case "transform": return .transform(transform)
        case "sublayerTransform": return .transform(sublayerTransform)
        case "opacity": return .number(Double(opacity))
        case "hidden": return .number(isHidden ? 1 : 0)
        case "backgroundColor": return .color(backgroundColor ?? clear)
        case "borderColor": return .color(borderColor ?? clear)
        case "shadowColor": return .color(shadowColor ?? clear)
        case "shadowOpacity": return .number(Double(shadowOpacity))
        case "shadowOffset": return .size(shadowOffset)
        case "shadowPath": return shadowPath.map { .path($0) }
        case "contentsRect": return .rect(contentsRect)
        case "bounds.size": return .size(bounds.size)
        case "bounds.origin": return .point(bounds.origin)
        default: return nil
        }
    }

    private mutating func setPlainValue(_ value: AnimatedValue, _ keyPath: String) {
        switch (keyPath, value) {
        case ("bounds", .rect(let rect)): bounds = rect
        case ("position", .point(let point)): position = point
        case ("anchorPoint", .point(let point)): anchorPoint = point
        case ("transform", .transform(let value)): transform = value
        case ("sublayerTransform", .transform(let value)): sublayerTransform = value
        case ("opacity", .number(let number)): opacity = Float(max(0, min(1, number)))
        case ("hidden", .number(let number)): isHidden = number >= 0.5
        case ("backgroundColor", .color(let color)): backgroundColor = color
        case ("borderColor", .color(let color)): borderColor = color
        case ("shadowColor", .color(let color)): shadowColor = color
        case ("shadowOpacity", .number(let number)): shadowOpacity = Float(max(0, min(1, number)))
        case ("shadowOffset", .size(let size)): shadowOffset = size
        case ("shadowPath", .path(let path)): shadowPath = path
        case ("contentsRect", .rect(let rect)): contentsRect = rect
        case ("bounds.size", .size(let size)): bounds.size = size
        case ("bounds.origin", .point(let point)): bounds.origin = point
        default: break
        }
    }

    // Never changed, and key paths have no state.
    private nonisolated(unsafe) static let numberPaths: [String: WritableKeyPath<LayerValues, CGFloat>] = [
        "cornerRadius": \.cornerRadius, "borderWidth": \.borderWidth, "shadowRadius": \.shadowRadius,
        "blurRadius": \.blurRadius, "transitionPart": \.transitionPart,
        "zPosition": \.zPosition, "position.x": \.position.x, "position.y": \.position.y,
        "bounds.size.width": \.bounds.size.width, "bounds.size.height": \.bounds.size.height,
        "bounds.origin.x": \.bounds.origin.x, "bounds.origin.y": \.bounds.origin.y,
        "anchorPoint.x": \.anchorPoint.x, "anchorPoint.y": \.anchorPoint.y,
        "shadowOffset.width": \.shadowOffset.width, "shadowOffset.height": \.shadowOffset.height,
        "contentsRect.origin.x": \.contentsRect.origin.x, "contentsRect.origin.y": \.contentsRect.origin.y,
    ]
}

/// The parts of a transform: `transform.scale`, `transform.rotation.z`, `transform.translation.x` …
extension CATransform3D {
    subscript(keyPath: String) -> AnimatedValue? {
        get {
            switch keyPath {
            case "transform.scale", "transform.scale.x": .number(hypot(m11, hypot(m12, m13)))
            case "transform.scale.y": .number(hypot(m21, hypot(m22, m23)))
            case "transform.scale.z": .number(hypot(m31, hypot(m32, m33)))
            case "transform.rotation", "transform.rotation.z": .number(atan2(m12, m11))
            case "transform.rotation.x": .number(atan2(m23, m33))
            case "transform.rotation.y": .number(atan2(-m13, hypot(m23, m33)))
            case "transform.translation": .size(CGSize(width: m41, height: m42))
            case "transform.translation.x": .number(m41)
            case "transform.translation.y": .number(m42)
            case "transform.translation.z": .number(m43)
            default: nil
            }
        }
        set {
            switch (keyPath, newValue) {
            case ("transform.translation", .size(let size)): (m41, m42) = (size.width, size.height)
            case ("transform.translation", .point(let point)): (m41, m42) = (point.x, point.y)
            case ("transform.translation.x", .number(let number)): m41 = number
            case ("transform.translation.y", .number(let number)): m42 = number
            case ("transform.translation.z", .number(let number)): m43 = number
            case (_, .number(let number)):
                guard case .number(let old)? = self[keyPath] else { return }
                let (by, factor) = (number - old, old == 0 ? number : number / old)
                switch keyPath {
                case "transform.scale": self = CATransform3DScale(self, factor, factor, factor)
                case "transform.scale.x": self = CATransform3DScale(self, factor, 1, 1)
                case "transform.scale.y": self = CATransform3DScale(self, 1, factor, 1)
                case "transform.scale.z": self = CATransform3DScale(self, 1, 1, factor)
                case "transform.rotation", "transform.rotation.z": self = CATransform3DRotate(self, by, 0, 0, 1)
                case "transform.rotation.x": self = CATransform3DRotate(self, by, 1, 0, 0)
                case "transform.rotation.y": self = CATransform3DRotate(self, by, 0, 1, 0)
                default: break
                }
            default: break
            }
        }
    }
}
