// The body of a successful answer, or an error that names the status and the code of a failure.

/** An answer other than a success. The server or a proxy before it sent it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(response: Response, error: unknown) {
    const { headers, status } = response;
    const code = headers.get('X-Error-Code');
    // The document's error body, or the text of another body, such as a proxy's HTML page.
    const text = typeof error === 'string' ? error.slice(0, 200) : (error as { message?: string } | undefined)?.message;
    super(`${status}${code ? ` ${code}` : ''}: ${text || 'no message'} (request ${headers.get('X-Request-Id')})`);
    this.status = status;
    this.code = code;
  }
}

/** Returns the body of an answer of openapi-fetch. */
export function answered<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }) {
  if (data === undefined || data === null) throw new Refused(response, error);
  return data;
}
