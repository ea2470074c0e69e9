internal import CYUV
