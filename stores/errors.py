"""Every error this project raises on purpose.

    AnaphoraError
    ├── UsageError            the caller's mistake: exit code 2, HTTP 4xx
    │   ├── SettingsError     a setting is missing, malformed, or contradicts another or what is stored
    │   ├── InputError        a message, document or id that cannot be taken as it is
    │   ├── NotFound          a thread, passage or document that this user does not have
    │   └── Busy              another turn runs on the thread, or has taken it over (HTTP 409)
    └── RunError              the run's failure: exit code 1, HTTP 5xx
        ├── StoreUnavailable  a server or file that a store needs does not answer
        ├── RefusedData       stored bytes that may not be loaded: foreign, unencrypted or of an unknown type
        └── ModelFailed       a model step gave nothing usable (`nodes/model_failures.py`)

Each message says what happened, which value, and what to do.
"""


class AnaphoraError(Exception):
    """The root: everything raised on purpose derives from it."""


class UsageError(AnaphoraError):
    """The caller's mistake."""


class SettingsError(UsageError):
    """A setting is missing, malformed, or contradicts another or what is stored."""


class InputError(UsageError):
    """A message, document or id that cannot be taken as it is."""


class NotFound(UsageError):  # noqa: N818  -- reads as what happened, as in HTTP
    """A thread, passage or document that this user does not have."""


class Busy(UsageError):  # noqa: N818  -- reads as what happened
    """Another turn is running on the thread, or has taken it over."""


class RunError(AnaphoraError):
    """The run's failure."""


class StoreUnavailable(RunError):  # noqa: N818  -- reads as what happened
    """A server or file that a store needs does not answer."""


class RefusedData(RunError):  # noqa: N818  -- reads as what happened
    """Stored bytes that may not be loaded."""
