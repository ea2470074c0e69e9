internal import CLinuxVideo
