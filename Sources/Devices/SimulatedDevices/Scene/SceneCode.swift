/// The QR code in the scene, for apps that scan codes.
package enum SceneCode {
    /// What it says.
    package static let text = "SIMULATED PHONE"

    /// Modules to a side, without the quiet zone.
    static let size = 21
    /// Modules that stay white all round.
    static let quietZone = 4

    /// One number a row, from top to bottom; the highest of ``size`` bits is the module on the left, 1 is dark.
    static let rows: [UInt32] = [
        0x1FDA7F, 0x104241, 0x17485D, 0x17525D, 0x17515D, 0x105A41, 0x1FD57F,
        0x001B00, 0x1176F9, 0x130B0E, 0x07FA67, 0x189CD7, 0x0D7978, 0x0011D3,
        0x1FD19B, 0x104B27, 0x175611, 0x17453B, 0x174A3C, 0x1046D5, 0x1FD193,
    ]

    static func isDark(column: Int, row: Int) -> Bool { rows[row] >> (size - 1 - column) & 1 == 1 }
}
