import { get, type IncomingMessage } from 'node:http'

/** One server-sent event. */
type StreamedEvent = { id: string; event: string; data: Record<string, unknown> }

/**
 * Reads at least `count` events of a stream, then closes the connection. It uses `node:http`,
 * because `fetch` opens another connection in place of the closed one.
 */
export async function readEventStream(
  url: string,
  { headers, count }: { headers: Record<string, string>; count: number },
): Promise<StreamedEvent[]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject)
  })
  expectStream(response)

  const events: StreamedEvent[] = []
  let rest = ''
  // Leaving the loop closes the connection.
  for await (const text of response.setEncoding('utf8')) {
    const parts = `${rest}${text}`.split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) events.push(...readPart(part))
    if (events.length >= count) break
  }
  return events
}

function expectStream({ statusCode, headers }: IncomingMessage): void {
  const type = headers['content-type']
  if (statusCode === 200 && type === 'text/event-stream; charset=utf-8') return
  throw new Error(`Expected an event stream, but the response is ${statusCode} ${type}`)
}

/** Returns no event for a comment or a retry time. */
function readPart(part: string): StreamedEvent[] {
  const lines = part.split('\n').map((line) => {
    const [name = '', ...value] = line.split(': ')
    return [name, value.join(': ')]
  })
  const { id = '', event = '', data } = Object.fromEntries(lines) as Record<string, string>
  return data === undefined ? [] : [{ id, event, data: JSON.parse(data) }]
}
