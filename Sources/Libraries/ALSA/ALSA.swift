internal import CALSA
