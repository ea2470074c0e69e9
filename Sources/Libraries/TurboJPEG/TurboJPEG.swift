internal import CTurboJPEG
