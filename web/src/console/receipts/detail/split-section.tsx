import { useQuery } from '@tanstack/preact-query'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { SplitBar } from '../../parts/split-bar.js'
import { useSession } from '../../session/session.js'
import { isSold, type Receipt } from '../receipt.js'
import { receiptsKey } from '../use-receipt-list.js'
import { Section } from './section.js'
import { listShares, type Share } from './shares.js'

/** The report counts a sale at the time of its posting, which follows the payment at once. */
const marginMs = 60_000

/** The recipients of the money: one bar, divided by shares. */
export function SplitSection({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  const shares = useShares(receipt)
  const labels = useRecipientNames()
  if (shares.length === 0) return null
  const nameOf = ({ recipient }: Share) => {
    if (recipient === 'manual') return texts.manualShare
    if (recipient === 'unassigned') return texts.unassigned
    return labels.get(recipient.toLowerCase()) ?? `${recipient.slice(0, 6)}…${recipient.slice(-4)}`
  }
  return (
    <Section title={texts.split}>
      <SplitBar
        currency="USD"
        shares={shares.map((share) => ({
          id: share.recipient,
          name: nameOf(share),
          amount: share.usd,
          share: share.part,
        }))}
      />
    </Section>
  )
}

function useShares(receipt: Receipt): readonly Share[] {
  const { api, membership } = useSession()
  const { receiptId, updatedAt, timeline } = receipt
  const soldAt = timeline.findLast(({ status }) => status === 'paid')?.at
  const report = useQuery({
    queryKey: [...receiptsKey, membership.wallet, 'shares', receiptId, updatedAt],
    queryFn: ({ signal }) => {
      const at = soldAt ?? updatedAt
      const query = { from: at - marginMs, to: at + marginMs }
      return api.call('get', '/api/reports/settlement', { query, signal })
    },
    enabled: isSold(receipt) && soldAt !== undefined,
  })
  const row = report.data?.rows.find((row) => row.receiptId === receiptId)
  return row ? listShares(row.recipients) : []
}

/** The names of the recipients, as the split that is in force has them. */
function useRecipientNames(): ReadonlyMap<string, string> {
  const { detail: texts } = receiptDetailTexts
  const { api, membership } = useSession()
  const split = useQuery({
    queryKey: ['split', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/split/deploy', { signal }),
    staleTime: 5 * 60_000,
  })
  const recipients = split.data?.split?.recipients ?? []
  return new Map(
    recipients.flatMap(({ address, label, role }) => {
      const name =
        label ||
        (role === 'platform'
          ? texts.platform
          : role === 'merchant'
            ? membership.name || texts.shop
            : '')
      return name ? [[address.toLowerCase(), name]] : []
    }),
  )
}
