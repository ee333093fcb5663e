"""What an array of the stand-in says of its memory."""


class Flags:
    """Contiguity and ownership; there is no `writeable`."""

    def __init__(self, flags, owndata):
        self.c_contiguous, self.f_contiguous, self.owndata = flags.c_contiguous, flags.f_contiguous, owndata
        self.fnc, self.forc = flags.fnc, flags.forc


class Pointer:
    """Where an array begins."""

    def __init__(self, array):
        self.ptr, self.device_id = array.host.__array_interface__["data"][0], array.device_id
