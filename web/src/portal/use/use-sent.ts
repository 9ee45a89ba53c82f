import { useEffect, useState } from 'preact/hooks'
import { type Held, withSent } from '../state/with-sent.js'
import type { PortalReceipt } from '../view.js'

/** The receipt with what this page has sent and the service has not heard of yet. */
export function useSent(told: PortalReceipt, ahead: number) {
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
  return { receipt: withSent(told, held), hasSent, noteSent }
}
