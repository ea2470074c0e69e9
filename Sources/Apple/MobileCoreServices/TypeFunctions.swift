import MissingFoundation
import UniformTypeIdentifiers

// What types were asked before `UTType`. Source: Apple, UTType.h of CoreServices.

/// An extension of a file's name.
public let kUTTagClassFilenameExtension: CFString = "public.filename-extension"
/// A MIME type.
public let kUTTagClassMIMEType: CFString = "public.mime-type"

/// The type with a tag.
///
/// - Parameters:
///   - inTagClass: ``kUTTagClassFilenameExtension`` or ``kUTTagClassMIMEType``.
///   - inTag: the extension without its dot, or the MIME type.
///   - inConformingToUTI: a type that it must conform to; `nil` for any.
/// - Returns: `nil` for an unknown tag. Linux: Apple makes a dynamic type then.
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> _CFReference<CFString>? {
    let supertype = inConformingToUTI.map { UTType(importedAs: $0) } ?? .data
    let type =
        switch inTagClass {
        case kUTTagClassFilenameExtension: UTType(filenameExtension: inTag, conformingTo: supertype)
        case kUTTagClassMIMEType: UTType(mimeType: inTag, conformingTo: supertype)
        default: nil as UTType?
        }
    return type.map { _CFReference($0.identifier) }
}

/// The usual extension or MIME type of a type; `nil` if it has none.
public func UTTypeCopyPreferredTagWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> _CFReference<CFString>? {
    let type = UTType(importedAs: inUTI)
    switch inTagClass {
    case kUTTagClassFilenameExtension: return type.preferredFilenameExtension.map { _CFReference($0) }
    case kUTTagClassMIMEType: return type.preferredMIMEType.map { _CFReference($0) }
    default: return nil
    }
}

/// Whether a type is another one, or conforms to it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
    UTType(importedAs: inUTI).conforms(to: UTType(importedAs: inConformsToUTI))
}

/// Whether two identifiers name one type.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool {
    inUTI1.lowercased() == inUTI2.lowercased()
}

/// Whether the type is known.
public func UTTypeIsDeclared(_ inUTI: CFString) -> Bool { UTType(inUTI) != nil }

/// The type's name for people, in English.
public func UTTypeCopyDescription(_ inUTI: CFString) -> _CFReference<CFString>? {
    UTType(importedAs: inUTI).localizedDescription.map { _CFReference($0) }
}
