"""AES-256-GCM with associated data, and keyed names for what is stored under its content."""

import base64
import binascii
import os
from hashlib import blake2b

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from stores.errors import RefusedData, SettingsError

KEY_BYTES = 32
NONCE_BYTES = 12


def encryption_key(text: str) -> bytes:
    """The key that a setting holds: 32 bytes as base64 (either alphabet) or as 64 hexadecimal digits."""
    text = text.strip()
    try:
        key = bytes.fromhex(text) if len(text) == 2 * KEY_BYTES else base64.b64decode(text, b"-_", validate=True)
    except (ValueError, binascii.Error):
        try:
            key = base64.b64decode(text, validate=True)
        except (ValueError, binascii.Error):
            key = b""
    if len(key) != KEY_BYTES:
        raise SettingsError(
            f"ANAPHORA_ENCRYPTION_KEY is not {KEY_BYTES} bytes in base64 or hexadecimal (it has {len(text)} "
            'characters): make one with `python -c "import os,base64;print(base64.b64encode(os.urandom(32)).decode())"`'
        )
    return key


class Sealer:
    """Seals bytes so that they open only with the same key and the same associated data."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise SettingsError(f"an encryption key has {KEY_BYTES} bytes, this one has {len(key)}")
        self._cipher = AESGCM(blake2b(key=key, digest_size=32, person=b"anaphora.seal").digest())
        self.naming_key = blake2b(key=key, digest_size=32, person=b"anaphora.name").digest()

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """A random nonce of 12 bytes, then the ciphertext with its tag of 16 bytes."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, about)

    def open(self, sealed: bytes, about: bytes) -> bytes:
        """The plain bytes; RefusedData when key, associated data or content differ."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], about)
        except (InvalidTag, ValueError) as error:
            raise RefusedData(
                "stored data does not open with ANAPHORA_ENCRYPTION_KEY: it was sealed with another key, "
                "belongs to another thread or channel, or was altered"
            ) from error
