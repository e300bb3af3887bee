"""The body of a successful answer, or an error that names the refusal's code."""


class Refused(Exception):
    """A call that the server refused."""

    def __init__(self, answer):
        headers = answer.headers
        self.code = headers.get("X-Error-Code")
        super().__init__(
            f"{answer.status_code.value} {self.code}: {answer.parsed.message} (request {headers.get('X-Request-Id')})"
        )


def answered(answer):
    """Returns the body of an answer of `sync_detailed`."""
    if answer.status_code >= 400:
        raise Refused(answer)
    return answer.parsed
