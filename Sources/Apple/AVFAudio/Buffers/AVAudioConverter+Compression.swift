import Foundation

// What only concerns compressed sound. Set before the first conversion; later, what waits to be converted is lost.

extension AVAudioConverter {
    private var encodes: Bool { !outputFormat.isLinearPCM }

    /// What a decoder has to know in advance: when sound is compressed, what its decoder is to be told; when it is
    /// decoded, what the decoder is told, at first the input format's cookie. `nil` for linear PCM alone.
    ///
    /// An ES_Descriptor of ISO/IEC 14496-1; a decoder also takes an AudioSpecificConfig, and without either expects
    /// low complexity. It cannot be set when sound is only compressed. One that no decoder understands is an error of
    /// the next conversion.
    public var magicCookie: Data? {
        get { packing?.cookie ?? compression.cookie }
        set {
            if !inputFormat.isLinearPCM { compression.cookie = newValue }
        }
    }

    /// The frames at the beginning and the end that are not the sound's own.
    ///
    /// When sound is compressed, what the encoder adds: the trailing ones are known at the end, and 0 before. When it is
    /// decoded, what is left out: none, unless it is set to what the encoder said. It cannot be set when sound is
    /// compressed.
    public var primeInfo: AVAudioConverterPrimeInfo {
        get {
            guard let packing else { return compression.padding }
            return AVAudioConverterPrimeInfo(
                leadingFrames: AVAudioFrameCount(packing.padding.leading),
                trailingFrames: AVAudioFrameCount(packing.padding.trailing))
        }
        set {
            if !encodes { compression.padding = newValue }
        }
    }

    /// In bits per second; 0, and without effect, if nothing is compressed. At first, 64,000 for each channel.
    ///
    /// What the format cannot have becomes the next it can.
    public var bitRate: Int {
        get { compression.bitRate }
        set {
            guard encodes else { return }
            let highest = SoundPacking.highestBitRate(outputFormat)
            compression.bitRate = min(max(newValue, SoundPacking.bitRates[0]), highest)
        }
    }

    /// How the encoder spreads its bits: one of the constants ``AVAudioBitRateStrategy_Constant`` and those that follow
    /// it; `nil`, and without effect, if nothing is compressed.
    ///
    /// Linux: ``AVAudioBitRateStrategy_Variable`` has medium quality, whatever ``bitRate`` says. The others are all as
    /// ``AVAudioBitRateStrategy_LongTermAverage``, which is the first.
    public var bitRateStrategy: String? {
        get { compression.strategy }
        set {
            let strategies = [
                AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
                AVAudioBitRateStrategy_VariableConstrained, AVAudioBitRateStrategy_Variable,
            ]
            if encodes, let newValue, strategies.contains(newValue) { compression.strategy = newValue }
        }
    }

    /// The size of the largest packet that can come out, in bytes; of linear PCM, the size of a frame.
    public var maximumOutputPacketSize: Int {
        encodes ? SoundPacking.largestPacket(outputFormat) : Int(outputFormat.streamFormat.mBytesPerPacket)
    }

    /// The bit rates of the encoder, in bits per second; `nil` if nothing is compressed.
    public var availableEncodeBitRates: [NSNumber]? {
        encodes ? SoundPacking.bitRates.map { NSNumber(value: $0) } : nil
    }

    /// Those of ``availableEncodeBitRates`` that the output's sample rate and channels can have.
    public var applicableEncodeBitRates: [NSNumber]? {
        let highest = SoundPacking.highestBitRate(outputFormat)
        return encodes ? SoundPacking.bitRates.filter { $0 <= highest }.map { NSNumber(value: $0) } : nil
    }

    /// The sample rates of the encoder, in hertz; `nil` if nothing is compressed.
    public var availableEncodeSampleRates: [NSNumber]? {
        encodes ? SoundSettings.aacSampleRates.map { NSNumber(value: $0) } : nil
    }
}
