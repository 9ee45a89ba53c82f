import type { ApiComponents } from '@tallystick/sdk'
import { useQuery } from '@tanstack/preact-query'
import { useSession } from '../../session/session.js'
import type { Receipt } from '../receipt.js'
import { receiptsKey } from '../use-receipt-list.js'

type PortalReceipt = ApiComponents['schemas']['PortalReceipt']

export type Payments = {
  received: PortalReceipt['payment']['received']
  confirmations: PortalReceipt['confirmations']
  explorerUrl: string | null
  network: string
}

/** Reads the payments of a receipt, as its payment page shows them. Null until they are known. */
export function usePayments(receipt: Receipt): Payments | null {
  const { api, membership } = useSession()
  const { receiptId: id, updatedAt, paymentUrl } = receipt
  const link = new URL(paymentUrl, location.href).searchParams
  const [recipient, k] = [link.get('recipient'), link.get('k')]
  const query = useQuery({
    queryKey: [...receiptsKey, membership.wallet, 'payments', id, updatedAt],
    queryFn: ({ signal }) =>
      api.call('get', '/api/portal/{id}', {
        path: { id },
        query: { thumbs: '0', ...(recipient && { recipient }), ...(k && { k }) },
        signal,
      }),
    placeholderData: (previous) => (previous?.receiptId === id ? previous : undefined),
  })
  if (!query.data) return null
  const { payment, confirmations } = query.data
  return {
    received: payment.received,
    confirmations,
    explorerUrl: payment.network.explorerUrl,
    network: payment.network.name,
  }
}
