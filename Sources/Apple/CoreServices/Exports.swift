// The module's names that are on iOS as well: those of MobileCoreServices.
// The underlying module, with the headers' names.
@_exported import CoreServices
@_exported import MobileCoreServices
