// AVCaptureMetadataOutput.availableMetadataObjectTypes lists those that can be found on this system.

extension AVMetadataObject.ObjectType {
    // MARK: Two-dimensional codes

    /// On train and airline tickets: a square with a bull's-eye.
    public static let aztec = Self(rawValue: "org.iso.Aztec")
    /// On small parts and medicines: a square with an L along two sides.
    public static let dataMatrix = Self(rawValue: "org.iso.DataMatrix")
    /// Linux: not found; the reader does not know it.
    public static let microPDF417 = Self(rawValue: "org.iso.MicroPDF417")
    /// A QR code with one finder mark, for some 35 digits at most.
    public static let microQR = Self(rawValue: "org.iso.MicroQR")
    /// On identity cards and boarding passes: stacked rows of bars.
    public static let pdf417 = Self(rawValue: "org.iso.PDF417")
    /// A square with finder marks in three corners.
    public static let qr = Self(rawValue: "org.iso.QRCode")

    // MARK: Bar codes

    /// In libraries and blood banks: digits and six symbols.
    public static let codabar = Self(rawValue: "com.aimglobal.Codabar")
    /// Capital letters, digits and seven symbols, without a check character.
    public static let code39 = Self(rawValue: "org.iso.Code39")
    /// A Code 39 whose last character is the check character of the others, which stays part of the string.
    public static let code39Mod43 = Self(rawValue: "org.iso.Code39Mod43")
    /// Denser than Code 39.
    public static let code93 = Self(rawValue: "com.intermec.Code93")
    /// All of ASCII; on parcels.
    public static let code128 = Self(rawValue: "org.iso.Code128")
    /// 8 digits, on small goods.
    public static let ean8 = Self(rawValue: "org.gs1.EAN-8")
    /// Also UPC-A, with a leading 0.
    public static let ean13 = Self(rawValue: "org.gs1.EAN-13")
    /// 14 digits, on fruit and vegetables.
    public static let gs1DataBar = Self(rawValue: "org.gs1.GS1DataBar")
    /// 14 digits and more: weight, price, date; on coupons.
    public static let gs1DataBarExpanded = Self(rawValue: "org.gs1.GS1DataBarExpanded")
    /// Linux: not found; the reader does not know it.
    public static let gs1DataBarLimited = Self(rawValue: "org.gs1.GS1DataBarLimited")
    /// Pairs of digits; on cartons.
    public static let interleaved2of5 = Self(rawValue: "org.ansi.Interleaved2of5")
    /// An Interleaved 2 of 5 of 14 digits, the last of which is their check digit.
    public static let itf14 = Self(rawValue: "org.gs1.ITF14")
    /// The 12 digits of UPC-A compressed to 6, on small goods.
    public static let upce = Self(rawValue: "org.gs1.UPC-E")

    // MARK: Faces, bodies and salient objects

    /// One that looks into the camera.
    public static let face = Self(rawValue: "face")
    /// Linux: not found, like the others below; no library on this system recognizes them well.
    public static let humanBody = Self(rawValue: "humanBody")
    /// A person from head to foot. Linux: not found.
    public static let humanFullBody = Self(rawValue: "humanFullBody")
    /// Linux: not found.
    public static let catBody = Self(rawValue: "catBody")
    /// Linux: not found.
    public static let dogBody = Self(rawValue: "dogBody")
    /// Whatever draws the eye. Linux: not found.
    public static let salientObject = Self(rawValue: "salientObject")
}
