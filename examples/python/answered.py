"""The body of a successful answer, or an error that names the status and the code of a failure."""


class Refused(Exception):
    """An answer other than a success. The server or a proxy before it sent it."""

    def __init__(self, answer):
        self.status = answer.status_code.value
        self.code = answer.headers.get("X-Error-Code")
        # `parsed` is None if the document does not describe the status, such as 503 or a proxy's 502.
        message = getattr(answer.parsed, "message", None) or answer.content[:200].decode(errors="replace") or "no body"
        name = self.code or answer.status_code.phrase
        super().__init__(f"{self.status} {name}: {message} (request {answer.headers.get('X-Request-Id')})")


def answered(answer):
    """Returns the body of an answer of `sync_detailed`."""
    if answer.status_code >= 300:
        raise Refused(answer)
    return answer.parsed
