/** One request as it left the page. */
export type Sent = {
  path: string
  method: string
  headers: Headers
  credentials: RequestCredentials
  body: unknown
  init: RequestInit
}

/** A `fetch` that answers with real responses, and what it was asked. Refuses as browsers do what they cannot send. */
export function aService(answer: (sent: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    // A relative address needs a page, and a request needs to be sound.
    const request = new Request(new URL(String(input), 'https://pay.example'), init)
    const text = await request.text()
    const one = {
      path: String(input),
      method: request.method,
      headers: request.headers,
      credentials: request.credentials,
      body: text === '' ? null : JSON.parse(text),
      init,
    }
    sent.push(one)
    return answer(one)
  }
  return { fetch: fetch as typeof globalThis.fetch, sent }
}

/** What the service says when it refuses. */
export function refusal(status: number, message: string, error = 'invalid_input'): Response {
  return Response.json({ error, message }, { status })
}
