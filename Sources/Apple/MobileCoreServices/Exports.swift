// As on Apple's systems, a file that imports MobileCoreServices sees these too.
@_exported import Foundation
@_exported import MissingFoundation
@_exported import UniformTypeIdentifiers
