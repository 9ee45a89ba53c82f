import { useQuery } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useWallets } from '../../ui/use-wallets.js'
import { useFormats } from '../format/use-formats.js'
import { useSession } from '../session/session.js'
import {
  emptyDraft,
  listLines,
  listUnsent,
  type Receipt,
  type RefundDraft,
  type RefundPlan,
  type Transfer,
  toPlanBody,
} from './draft.js'
import { usePlan } from './use-plan.js'
import { type Phase, useSending } from './use-sending.js'

/** The whole state of a refund dialog. */
export function useRefund(receiptId: string) {
  const { api, me, membership } = useSession()
  const formats = useFormats()
  const wallets = useWallets()
  const mayPlan = membership.rights.includes('refunds:plan')
  const maySend = membership.rights.includes('refunds:write')
  const query = useQuery({
    queryKey: ['receipts', membership.wallet, 'one', receiptId],
    queryFn: ({ signal }) => {
      const path = { id: receiptId }
      return api.call('get', '/api/receipts/{id}', { path, signal })
    },
    enabled: mayPlan,
    // The chain confirms a refund in the seconds after its transaction.
    refetchInterval: ({ state }) =>
      state.data?.refunds.some(({ txHash, confirmed }) => txHash && !confirmed) ? 2_000 : false,
  })
  const receipt = query.data
  const credit = useQuery({
    queryKey: ['refund-plan', membership.wallet, 'credit', receiptId, receipt?.updatedAt],
    queryFn: async ({ signal }) => {
      const body = { receiptId, credit: true }
      return api.call('post', '/api/receipts/refund/plan', { body, signal }).then(
        ({ plan }) => plan.usd,
        () => 0,
      )
    },
    enabled: receipt !== undefined && mayHoldCredit(receipt),
  })
  const lines = useMemo(() => (receipt ? listLines(receipt) : []), [receipt])
  const [chosen, setDraft] = useState<RefundDraft>(emptyDraft)
  const [walletId, setWalletId] = useState<string | null>(null)
  const [account, setAccount] = useState(me.wallet)
  // A receipt without lines that can be named starts with an amount.
  const draft =
    receipt && lines.length === 0 && chosen.kind === 'lines'
      ? { ...chosen, kind: 'amount' as const }
      : chosen
  const body = receipt ? toPlanBody(receiptId, draft) : null
  const planned = usePlan(body)
  const sending = useSending({ receiptId, onRecorded: () => void query.refetch() })
  const seenRefunds = useSeenRefunds(receipt, sending.phase, query.refetch)
  const wallet = wallets?.find(({ id }) => id === walletId) ?? wallets?.[0] ?? null
  const { plan } = planned
  const transfer = plan?.transfers[0] ?? null
  // Lines are recorded as one refund, which one transaction to one wallet must pay.
  const needsOneWallet = draft.kind === 'lines' && (plan?.transfers.length ?? 0) > 1
  const isComplete = plan !== null && plan.unverifiedPayers.length === 0
  const canSign = maySend && planned.isCurrent && isComplete && transfer !== null && !needsOneWallet
  return {
    receiptId,
    receipt,
    query,
    mayPlan,
    maySend,
    role: membership.role,
    draft,
    change: (changes: Partial<RefundDraft>) => {
      seenRefunds.current = null
      setDraft({ ...draft, ...changes })
    },
    lines,
    unsent: receipt ? listUnsent(receipt) : [],
    creditUsd: credit.data ?? 0,
    body,
    ...planned,
    transfer,
    needsOneWallet,
    canSign,
    wallets,
    wallet,
    setWalletId,
    account,
    setAccount,
    sending,
    money: (amount: number) => formats.money(amount, 'USD'),
    sign: (index = 0) => {
      if (!wallet || !plan || !body || !receipt) return
      const knownRefunds = seenRefunds.current ?? receipt.refunds.length
      const request = { wallet, draft, plan, planBody: body, knownRefunds, account, amountOf }
      void sending.send(request, index)
    },
  }
}

export type RefundState = ReturnType<typeof useRefund>

/**
 * Keeps how many refunds the receipt had when the person last chose what to refund. One that comes
 * later must be seen first, although live updates already show it.
 */
function useSeenRefunds(
  receipt: Receipt | undefined,
  phase: Phase,
  refetch: () => Promise<unknown>,
): { current: number | null } {
  const seen = useRef<number | null>(null)
  if (receipt) seen.current ??= receipt.refunds.length
  const isSeen =
    (phase.kind === 'idle' && phase.problem?.kind === 'changed') ||
    (phase.kind === 'recorded' && phase.left === 0)
  useEffect(() => {
    if (!isSeen) return
    const forget = () => {
      seen.current = null
    }
    refetch().then(forget, forget)
  }, [isSeen])
  return seen
}

const extraEntries = ['extra_payment', 'payment_ignored', 'partially_paid', 'tx_mismatch']

/** Most receipts hold no money beyond their total, so that most need no further plan. */
function mayHoldCredit({ mismatch, timeline }: Receipt): boolean {
  return mismatch !== null || timeline.some(({ status }) => extraEntries.includes(status))
}

/** Returns the amount of a transfer, such as "22.74 USDC". */
export function amountOf({
  amount,
  symbol,
}: Pick<Transfer | RefundPlan['unverifiedPayers'][number], 'amount' | 'symbol'>): string {
  return `${padDecimals(amount)} ${symbol ?? ''}`.trim()
}

/** At least two decimals, as money has. Never rounds. */
function padDecimals(amount: string): string {
  const [whole, decimals = ''] = amount.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}
