import MissingFoundation

/// A kind of sound file, for `AVAudioFileTypeKey`. Source: Apple, AudioFileTypeID.
///
/// Linux: WAVE, CAF, MPEG-4 and M4A files are written; the others can only be named.
public typealias AudioFileTypeID = UInt32

/// `.aiff`.
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646
/// `.aifc`.
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643
/// `.wav`.
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645
/// `.mp3`.
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733
/// `.aac`.
public let kAudioFileAAC_ADTSType: AudioFileTypeID = 0x6164_7473
/// `.mp4`.
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466
/// `.m4a`.
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166
/// `.caf`.
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666
/// `.3gp`.
public let kAudioFile3GPType: AudioFileTypeID = 0x3367_7070
