import Foundation

extension URL {
    /// The URL with the type's extension, unless it has one of the type's. Source: Apple, URL.appendingPathExtension(for:).
    public func appendingPathExtension(for contentType: UTType) -> URL {
        guard let wanted = contentType.preferredFilenameExtension,
            UTType(filenameExtension: pathExtension)?.conforms(to: contentType) != true
        else { return self }
        return appendingPathExtension(wanted)
    }

    /// Source: Apple, URL.appendPathExtension(for:).
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }

    /// A file or folder in this one, with the type's extension. Source: Apple, URL.appendingPathComponent(_:conformingTo:).
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        let isFolder = contentType.conforms(to: .directory)
        return appendingPathComponent(partialName, isDirectory: isFolder).appendingPathExtension(for: contentType)
    }

    /// Source: Apple, URL.appendPathComponent(_:conformingTo:).
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }
}
