/** Background work that a write in the same process may make necessary. */
export type WakeTopic =
  /** An event waits to be published. */
  | 'recorded-events'
  /** A delivery is due. */
  | 'deliveries'
  /** A transaction waits to be sent. */
  | 'outgoing'
  /** A reorg dropped blocks, perhaps with outgoing transactions. */
  | 'lost-blocks'
  /** An outgoing transaction was sent, mined, settled or failed. */
  | 'outgoing-progress'
  /** There may be payments to find or settle on chain. */
  | 'payments'
  /** A receipt was settled again from chain data. */
  | 'settlements'
  /** A buyer opened a payment page. */
  | 'payment-pages'
  /** A charge of a subscription may be due. */
  | 'subscriptions'
  /** A payment for a request may have been settled. */
  | 'x402-claims'
  /** The sale, refunds or payer of a receipt changed. */
  | 'ledger-changes'
  /** A receipt may need the attention of staff. */
  | 'notification-checks'
  /** The receipts of a customer changed. */
  | 'customer-changes'
  /** A job that a person started waits to run. */
  | 'started-jobs'
  /** Something has expired. */
  | 'deadlines'
  /** The sandbox clock was advanced. */
  | 'clock'

/**
 * Wakes background loops of this process when there is work, so that they can poll rarely. A
 * wake-up carries no data and may be lost, because each loop also polls the database. It does not
 * reach other processes.
 */
export type Wakeups = {
  wake(topic: WakeTopic): void
  /** Calls `listener` at every wake-up, until the returned function is called. */
  listen(topic: WakeTopic, listener: () => void): () => void
}

export function createWakeups(): Wakeups {
  const listeners = new Map<WakeTopic, Set<() => void>>()
  return {
    wake(topic) {
      for (const listener of listeners.get(topic) ?? []) listener()
    },
    listen(topic, listener) {
      // Wrapped, so that one function can be registered twice and removed separately.
      const registered = () => listener()
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(registered))
      return () => void all.delete(registered)
    },
  }
}
