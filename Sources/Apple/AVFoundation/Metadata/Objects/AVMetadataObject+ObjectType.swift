// Which of them can be found on this system says AVCaptureMetadataOutput.availableMetadataObjectTypes.

extension AVMetadataObject.ObjectType {
    // MARK: Two-dimensional codes

    /// On tickets of railways and airlines: a square with a bull's eye. Source: Apple, AVMetadataObject.ObjectType.aztec.
    public static let aztec = Self(rawValue: "org.iso.Aztec")
    /// On small parts and medicines: a square with an L along two sides. Source: Apple, AVMetadataObject.ObjectType.dataMatrix.
    public static let dataMatrix = Self(rawValue: "org.iso.DataMatrix")
    /// Linux: not found; the reader does not know it. Source: Apple, AVMetadataObject.ObjectType.microPDF417.
    public static let microPDF417 = Self(rawValue: "org.iso.MicroPDF417")
    /// A QR code with one finder mark, for some 35 digits at most. Source: Apple, AVMetadataObject.ObjectType.microQR.
    public static let microQR = Self(rawValue: "org.iso.MicroQR")
    /// On identity cards and boarding passes: stacked rows of bars. Source: Apple, AVMetadataObject.ObjectType.pdf417.
    public static let pdf417 = Self(rawValue: "org.iso.PDF417")
    /// A square with finder marks in three corners. Source: Apple, AVMetadataObject.ObjectType.qr.
    public static let qr = Self(rawValue: "org.iso.QRCode")

    // MARK: Bar codes

    /// In libraries and blood banks: digits and six signs. Source: Apple, AVMetadataObject.ObjectType.codabar.
    public static let codabar = Self(rawValue: "com.aimglobal.Codabar")
    /// Capitals, digits and seven signs, without a check character. Source: Apple, AVMetadataObject.ObjectType.code39.
    public static let code39 = Self(rawValue: "org.iso.Code39")
    /// A Code 39 whose last character is the check character of the others, which stays part of the string.
    /// Source: Apple, AVMetadataObject.ObjectType.code39Mod43.
    public static let code39Mod43 = Self(rawValue: "org.iso.Code39Mod43")
    /// Denser than Code 39. Source: Apple, AVMetadataObject.ObjectType.code93.
    public static let code93 = Self(rawValue: "com.intermec.Code93")
    /// All of ASCII; on parcels. Source: Apple, AVMetadataObject.ObjectType.code128.
    public static let code128 = Self(rawValue: "org.iso.Code128")
    /// 8 digits, on small goods. Source: Apple, AVMetadataObject.ObjectType.ean8.
    public static let ean8 = Self(rawValue: "org.gs1.EAN-8")
    /// UPC-A too, with a 0 before it. Source: Apple, AVMetadataObject.ObjectType.ean13.
    public static let ean13 = Self(rawValue: "org.gs1.EAN-13")
    /// 14 digits, on fruit and vegetables. Source: Apple, AVMetadataObject.ObjectType.gs1DataBar.
    public static let gs1DataBar = Self(rawValue: "org.gs1.GS1DataBar")
    /// 14 digits and more: weight, price, date; on coupons. Source: Apple, AVMetadataObject.ObjectType.gs1DataBarExpanded.
    public static let gs1DataBarExpanded = Self(rawValue: "org.gs1.GS1DataBarExpanded")
    /// Linux: not found; the reader does not know it. Source: Apple, AVMetadataObject.ObjectType.gs1DataBarLimited.
    public static let gs1DataBarLimited = Self(rawValue: "org.gs1.GS1DataBarLimited")
    /// Pairs of digits; on cartons. Source: Apple, AVMetadataObject.ObjectType.interleaved2of5.
    public static let interleaved2of5 = Self(rawValue: "org.ansi.Interleaved2of5")
    /// An Interleaved 2 of 5 of 14 digits, the last of which is their check digit.
    /// Source: Apple, AVMetadataObject.ObjectType.itf14.
    public static let itf14 = Self(rawValue: "org.gs1.ITF14")
    /// 12 digits of UPC-A in 6, on small goods. Source: Apple, AVMetadataObject.ObjectType.upce.
    public static let upce = Self(rawValue: "org.gs1.UPC-E")

    // MARK: Living beings and what draws the eye

    /// Linux: not found, like the others here; nothing on this system recognises them well.
    /// Source: Apple, AVMetadataObject.ObjectType.face.
    public static let face = Self(rawValue: "face")
    /// Linux: not found. Source: Apple, AVMetadataObject.ObjectType.humanBody.
    public static let humanBody = Self(rawValue: "humanBody")
    /// A person from head to foot. Linux: not found. Source: Apple, AVMetadataObject.ObjectType.humanFullBody.
    public static let humanFullBody = Self(rawValue: "humanFullBody")
    /// Linux: not found. Source: Apple, AVMetadataObject.ObjectType.catBody.
    public static let catBody = Self(rawValue: "catBody")
    /// Linux: not found. Source: Apple, AVMetadataObject.ObjectType.dogBody.
    public static let dogBody = Self(rawValue: "dogBody")
    /// What draws the eye, whatever it is. Linux: not found. Source: Apple, AVMetadataObject.ObjectType.salientObject.
    public static let salientObject = Self(rawValue: "salientObject")
}
