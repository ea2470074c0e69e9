extension UIImage {
    /// The name of a symbol that looks like another one in a mirror, if it shows the way forward or back.
    ///
    /// Symbols named after left and right stay, as do those of players, whose time runs the same way everywhere.
    package static func mirroredSymbolName(_ name: String) -> String {
        guard name.hasPrefix("chevron.") || name.hasPrefix("arrow.") else { return name }
        return name.split(separator: ".").map { part in
            switch part {
            case "forward": "backward"
            case "backward": "forward"
            default: String(part)
            }
        }.joined(separator: ".")
    }

    /// The symbol for right-to-left layouts; the image itself if it is not such a symbol.
    package var mirroredSymbol: UIImage {
        guard let own = content.symbol else { return self }
        let name = Self.mirroredSymbolName(own.name)
        guard name != own.name,
            var other = Symbol(name: name, pointSize: own.pointSize, weight: own.weight, scale: own.scale)
        else { return self }
        other.coloring = own.coloring
        var content = content
        content.symbol = other
        return UIImage(content)
    }
}
