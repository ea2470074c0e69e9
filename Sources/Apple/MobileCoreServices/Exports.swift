// As on Apple's systems, a file that imports MobileCoreServices sees these too.
@_exported import Foundation
@_exported import MissingFoundation
// The underlying module, with the headers' names.
@_exported import MobileCoreServices
@_exported import UniformTypeIdentifiers
