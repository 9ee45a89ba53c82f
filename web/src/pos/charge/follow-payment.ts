import type { PortalReceipt } from '@tallystick/sdk'
import { parseObject } from '../../core/api/parse-object.js'

/** The fields of the payment page that the register needs. */
export type Payment = Pick<
  PortalReceipt,
  'status' | 'currency' | 'failure' | 'confirmations' | 'card'
> & {
  payment: Pick<
    PortalReceipt['payment'],
    | 'due'
    | 'paid'
    | 'sent'
    | 'options'
    | 'received'
    | 'soldOut'
    | 'isBlocked'
    | 'isClosed'
    | 'hasPayment'
  >
}

const pollMs = 1_000
const reopenMs = 5_000

/**
 * Reports every change of a receipt by the stream of its payment page, and by polling while there
 * is no stream.
 *
 * @returns a function that stops it.
 */
export function followPayment(
  paymentUrl: string,
  onPayment: (payment: Payment) => void,
): () => void {
  const { pathname, search } = new URL(paymentUrl)
  const path = `/api${pathname}`
  let isActive = true
  let source: EventSource | null = null
  let shown: Payment | null = null
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let openTimer: ReturnType<typeof setTimeout> | undefined

  const report = (payment: Payment) => {
    shown = payment
    if (isActive) onPayment(payment)
  }
  const poll = async () => {
    clearTimeout(pollTimer)
    const response = await fetch(`${path}${search}`).catch(() => null)
    const receipt = response?.ok ? parseObject(await response.text()) : null
    if (!isActive || source?.readyState === EventSource.OPEN) return
    if (receipt) report(receipt as unknown as Payment)
    pollTimer = setTimeout(poll, pollMs)
  }
  const open = () => {
    source?.close()
    source = new EventSource(`${path}/events${search}`)
    source.addEventListener('receipt', ({ data }) => {
      clearTimeout(pollTimer)
      const receipt = parseObject(data)
      if (receipt) report(receipt as unknown as Payment)
    })
    source.addEventListener('change', ({ data }) => {
      const change = parseObject(data) as Partial<Payment> | null
      if (!change || !shown) return
      report({ ...shown, ...change, payment: { ...shown.payment, ...change.payment } })
    })
    source.addEventListener('error', () => {
      void poll()
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(openTimer)
      openTimer = setTimeout(open, reopenMs)
    })
  }
  open()
  return () => {
    isActive = false
    clearTimeout(pollTimer)
    clearTimeout(openTimer)
    source?.close()
  }
}
