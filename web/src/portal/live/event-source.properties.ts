const connecting = 0
const open = 1
const closed = 2

type FakeSource = EventTarget & {
  url: string
  readyState: number
  close(): void
  /** The service has accepted it. */
  accept(): void
  /** The service tells something. */
  tell(data: string): void
  /** The line is cut; a browser tries again by itself. */
  cut(): void
  /** The service has answered with an error; a browser gives up. */
  refuse(): void
}

/** An `EventSource` without a network, and those that were made. As the real one, it is silent once it is closed. */
export function eventSources() {
  const made: FakeSource[] = []

  function Source(url: string): FakeSource {
    const target = new EventTarget()
    const become = (readyState: number, event: Event) => {
      if (source.readyState === closed) return
      source.readyState = readyState
      source.dispatchEvent(event)
    }
    const source: FakeSource = Object.assign(target, {
      url,
      readyState: connecting,
      close: () => {
        source.readyState = closed
      },
      accept: () => become(open, new Event('open')),
      tell: (data: string) => become(open, new MessageEvent('receipt', { data })),
      cut: () => become(connecting, new Event('error')),
      refuse: () => become(closed, new Event('error')),
    })
    made.push(source)
    return source
  }

  return { EventSource: Source as unknown as typeof EventSource, made }
}
