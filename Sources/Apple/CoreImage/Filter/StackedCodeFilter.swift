import Foundation

/// A generator of codes whose inputs have other types than ``BuiltInFilter``'s of the same names.
final class StackedCodeFilter: CIFilter, CIAztecCodeGenerator, CIPDF417BarcodeGenerator {
    init(named name: String) {
        guard let kind = FilterKind.all[name] else { preconditionFailure("no filter \(name)") }
        super.init(kind)
    }

    private subscript(key: String) -> Float {
        get { FilterValues(values: inputs).float(key) }
        set { setValue(NSNumber(value: newValue), forKey: key) }
    }

    var message: Data {
        get { inputs["inputMessage"] as? Data ?? Data() }
        set { setValue(newValue, forKey: "inputMessage") }
    }

    var layers: Float {
        get { self["inputLayers"] }
        set { self["inputLayers"] = newValue }
    }

    var compactStyle: Float {
        get { self["inputCompactStyle"] }
        set { self["inputCompactStyle"] = newValue }
    }

    var minWidth: Float {
        get { self["inputMinWidth"] }
        set { self["inputMinWidth"] = newValue }
    }

    var maxWidth: Float {
        get { self["inputMaxWidth"] }
        set { self["inputMaxWidth"] = newValue }
    }

    var minHeight: Float {
        get { self["inputMinHeight"] }
        set { self["inputMinHeight"] = newValue }
    }

    var maxHeight: Float {
        get { self["inputMaxHeight"] }
        set { self["inputMaxHeight"] = newValue }
    }

    var dataColumns: Float {
        get { self["inputDataColumns"] }
        set { self["inputDataColumns"] = newValue }
    }

    var rows: Float {
        get { self["inputRows"] }
        set { self["inputRows"] = newValue }
    }

    var preferredAspectRatio: Float {
        get { self["inputPreferredAspectRatio"] }
        set { self["inputPreferredAspectRatio"] = newValue }
    }

    var compactionMode: Float {
        get { self["inputCompactionMode"] }
        set { self["inputCompactionMode"] = newValue }
    }

    var correctionLevel: Float {
        get { self["inputCorrectionLevel"] }
        set { self["inputCorrectionLevel"] = newValue }
    }

    var alwaysSpecifyCompaction: Float {
        get { self["inputAlwaysSpecifyCompaction"] }
        set { self["inputAlwaysSpecifyCompaction"] = newValue }
    }
}
