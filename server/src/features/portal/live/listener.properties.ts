import { type ClientRequest, type IncomingMessage, request } from 'node:http'

type ReceivedEvent = { event: string; id: string; data: Record<string, unknown> }

export type Listener = {
  status: number
  headers: IncomingMessage['headers']
  /** Everything received so far. */
  events: ReceivedEvent[]
  /** Waits for the n-th event, from 1. */
  until(count: number): Promise<ReceivedEvent>
  /** Lines that say nothing but that somebody is there. */
  comments(): number
  body(): string
  ended: Promise<void>
  leave(): void
}

/** Listens to server-sent events over a socket, as a browser does. */
export function listen(
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = request(address, { headers, agent: false, method })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => resolve(follow(incoming, outgoing)))
    outgoing.end()
  })
}

function follow(incoming: IncomingMessage, outgoing: ClientRequest): Listener {
  const events: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  let text = ''
  let read = 0
  let comments = 0

  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (let end = text.indexOf('\n\n', read); end !== -1; end = text.indexOf('\n\n', read)) {
      const lines = text.slice(read, end).split('\n')
      read = end + 2
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (data === undefined) comments += 1
      else
        events.push({ event: field('event') ?? '', id: field('id') ?? '', data: JSON.parse(data) })
    }
    for (const check of waiting) check()
  })
  const ended = new Promise<void>((resolve) => {
    incoming.once('close', () => resolve())
  })
  incoming.on('error', () => {})

  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          const event = events[count - 1]
          if (!event) return
          waiting.delete(check)
          resolve(event)
        }
        waiting.add(check)
        check()
      }),
    comments: () => comments,
    body: () => text,
    ended,
    leave: () => outgoing.destroy(),
  }
}
