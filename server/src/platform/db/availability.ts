import type { Logger } from '../log.js'

/** Whether the database can be used. In an outage calls fail at once, and a probe finds its end. */
export type Availability = {
  isAvailable(): boolean
  /** Begins an outage. */
  fail(reason: unknown): void
  /** Probes the database while calls are slow. If the probe fails too, an outage begins. */
  suspect(): void
  /** Calls the listener when an outage begins, with its reason, and when it ends. */
  onChange(listener: Listener): void
  close(): void
}

type Listener = (isAvailable: boolean, reason: unknown) => void

/** Resolves when the database accepts a connection that may write. */
export type Probe = () => Promise<void>

/** Creates the state of an available database. In an outage only the probe tries it. */
export function createAvailability(input: {
  probe: Probe
  everyMs: number
  log: Logger
}): Availability {
  const { probe, everyMs, log } = input
  const listeners: Listener[] = []
  let isOut = false
  let isProbing = false
  let isClosed = false
  let timer: NodeJS.Timeout | null = null

  function fail(reason: unknown): void {
    if (isOut || isClosed) return
    isOut = true
    log.warn({ err: reason }, 'data store is unavailable')
    for (const listener of listeners) listener(false, reason)
    void findEnd()
  }

  async function findEnd(): Promise<void> {
    if (isProbing) return
    isProbing = true
    const error = await attempt()
    isProbing = false
    if (isClosed || !isOut) return
    if (error !== null) {
      timer = setTimeout(() => void findEnd(), everyMs)
      timer.unref()
      return
    }
    isOut = false
    log.info('data store is available again')
    for (const listener of listeners) listener(true, null)
  }

  async function suspect(): Promise<void> {
    if (isOut || isProbing || isClosed) return
    isProbing = true
    const error = await attempt()
    isProbing = false
    if (isOut) void findEnd()
    else if (error !== null) fail(error)
  }

  async function attempt(): Promise<unknown> {
    try {
      await probe()
      return null
    } catch (error) {
      return error
    }
  }

  return {
    isAvailable: () => !isOut,
    fail,
    suspect: () => void suspect(),
    onChange: (listener) => listeners.push(listener),
    close() {
      isClosed = true
      if (timer) clearTimeout(timer)
    },
  }
}
