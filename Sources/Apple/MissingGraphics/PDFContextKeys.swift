import MissingFoundation

// Metadata of a PDF document. Source: Apple, CGPDFContext, "Auxiliary Dictionary Keys".

public let kCGPDFContextTitle: CFString = "kCGPDFContextTitle"
public let kCGPDFContextAuthor: CFString = "kCGPDFContextAuthor"
public let kCGPDFContextSubject: CFString = "kCGPDFContextSubject"
/// A text, or an array of them.
public let kCGPDFContextKeywords: CFString = "kCGPDFContextKeywords"
/// The program that made it.
public let kCGPDFContextCreator: CFString = "kCGPDFContextCreator"
