"""A clock that shows what a test sets it to."""


class FakeClock:
    """Shows `now`, in the unit that its reader expects.

    It takes the place of the module `time`, of which it has `monotonic`, or of a
    function that returns the time.
    """

    def __init__(self, now: float = 100) -> None:
        self.now = now

    def __call__(self) -> int:
        return int(self.now)

    def monotonic(self) -> float:
        return self.now
