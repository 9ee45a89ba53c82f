import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useState } from 'preact/hooks'
import { type Held, withSent } from './with-sent.js'

/** Between one attempt to hear from the service and the next. */
const againMs = 5_000

/**
 * The receipt with what this page has sent and the service has not heard of yet. `release` when it has: what it says
 * from then on is how things are, even that nothing is on its way.
 */
export function useSent(
  told: PortalReceipt,
  { ahead, refresh }: { ahead: number; refresh: () => Promise<boolean> },
) {
  const [held, setHeld] = useState<Held | null>(null)
  const [hasSent, setSent] = useState(false)

  // From here on the service says it.
  const isTold = told.payment.sent !== null
  useEffect(() => {
    if (isTold) setHeld(null)
  }, [isTold])

  const noteSent = (txHash: string | null) => {
    setSent(true)
    setHeld({ txHash, at: Date.now() + ahead, paidUsd: told.payment.paidUsd })
  }
  const release = async (txHash: string | null) => {
    while (!(await refresh())) await new Promise((resolve) => setTimeout(resolve, againMs))
    // Not what was sent since.
    setHeld((current) => (current?.txHash === txHash ? null : current))
  }
  return { receipt: withSent(told, held), hasSent, noteSent, release }
}
