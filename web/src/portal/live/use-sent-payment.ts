import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useState } from 'preact/hooks'
import { deriveStage, payableStages } from '../state/derive-stage.js'

const retryMs = 5_000

/** A payment that this page sent, and the amount paid before it. */
type LocalPayment = { txHash: string | null; at: number; paidUsd: number }

/**
 * Adds a payment that this page sent to the receipt, until the service reports it. Call `release`
 * once the service has received it: from then on the service's report counts, even when it lists no
 * payment.
 */
export function useSentPayment(
  reported: PortalReceipt,
  { clockOffsetMs, refresh }: { clockOffsetMs: number; refresh: () => Promise<boolean> },
) {
  const [local, setLocal] = useState<LocalPayment | null>(null)
  const [hasSent, setSent] = useState(false)

  const isReported = reported.payment.sent !== null
  useEffect(() => {
    if (isReported) setLocal(null)
  }, [isReported])

  const addSent = (txHash: string | null) => {
    setSent(true)
    setLocal({ txHash, at: Date.now() + clockOffsetMs, paidUsd: reported.payment.paidUsd })
  }
  const release = async (txHash: string | null) => {
    while (!(await refresh())) await new Promise((resolve) => setTimeout(resolve, retryMs))
    // Keeps a payment that was sent in the meantime.
    setLocal((current) => (current?.txHash === txHash ? null : current))
  }
  return { receipt: withSentPayment(reported, local), hasSent, addSent, release }
}

/**
 * Returns the receipt with a payment of this page as sent, unless the service already reports a
 * payment or received money. Without it, the receipt would look unpaid until the service detects
 * the payment.
 */
export function withSentPayment(receipt: PortalReceipt, local: LocalPayment | null): PortalReceipt {
  const { payment } = receipt
  const isUnreported = local !== null && payment.sent === null && payment.paidUsd === local.paidUsd
  if (!isUnreported || !payableStages.includes(deriveStage(receipt))) return receipt
  const { txHash, at } = local
  return { ...receipt, payment: { ...payment, sent: { txHash, at, isOurs: txHash === null } } }
}
