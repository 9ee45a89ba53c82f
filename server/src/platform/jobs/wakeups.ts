/** Background work that a write in the same process may make necessary. */
export type WakeTopic =
  /** An event waits to be published. */
  | 'recorded-events'
  /** A delivery is due. */
  | 'deliveries'
  /** A transaction waits to be sent. */
  | 'outgoing'
  /** The chain has lost blocks, perhaps with transactions of our own. */
  | 'lost-blocks'
  /** A transaction of our own was sent, mined, settled or given up. */
  | 'outgoing-progress'
  /** There may be something new to find or settle on chain. */
  | 'payments'
  /** A receipt was settled anew by what the chain says. */
  | 'settlements'
  /** A buyer is looking at a payment page. */
  | 'payment-pages'
  /** Something has expired. */
  | 'deadlines'
  /** The sandbox clock was turned. */
  | 'clock'

/**
 * Wakes background loops of this process when there is work, so that they can poll rarely. A wake-up carries no data and
 * may be lost: each loop also finds its work in the database. It does not reach other processes.
 */
export type Wakeups = {
  wake(topic: WakeTopic): void
  /** Calls `listener` at every wake-up, until the function it returns is called. */
  listen(topic: WakeTopic, listener: () => void): () => void
}

/** A registry without listeners. */
export function createWakeups(): Wakeups {
  const listeners = new Map<WakeTopic, Set<() => void>>()
  return {
    wake(topic) {
      for (const listener of listeners.get(topic) ?? []) listener()
    },
    listen(topic, listener) {
      // Wrapped, so that one function may listen twice and end each separately.
      const own = () => listener()
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(own))
      return () => void all.delete(own)
    },
  }
}
