import { useQuery, useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { receiptDetailTexts } from '../../core/texts/en-console-receipt-detail.js'
import { toApiError } from '../api/api-error.js'
import { Dialog } from '../parts/dialog.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed } from '../parts/states.js'
import { useRight, useSession } from '../session/session.js'
import { useShortcut } from '../shell/shortcuts.js'
import { CommentsSection } from './detail/comments-section.js'
import { FactsSection } from './detail/facts-section.js'
import { OrderSection } from './detail/order-section.js'
import { PaymentsSection } from './detail/payments-section.js'
import { PrintedReceipt } from './detail/printed-receipt.js'
import { ProgressSection } from './detail/progress-section.js'
import { RawSection } from './detail/raw-section.js'
import { ReceiptActions } from './detail/receipt-actions.js'
import { SplitSection } from './detail/split-section.js'
import { SummarySection } from './detail/summary-section.js'
import { TimelineSection } from './detail/timeline-section.js'
import { usePayments } from './detail/use-payments.js'
import { WebhooksSection } from './detail/webhooks-section.js'
import { replaceReceipts } from './merge-rows.js'
import type { Receipt, Register } from './receipt.js'
import { ReceiptPill } from './receipt-pill.js'
import { nameOf } from './row-facts.js'
import { receiptsKey } from './use-receipt-list.js'

type ReceiptDrawerProps = {
  id: string
  /** As the list has it, until the whole receipt is read. */
  known: Receipt | undefined
  registers: readonly Register[]
  onNext: (() => void) | null
  onPrevious: (() => void) | null
  onClose(): void
  children: ComponentChildren
}

const refreshMs = 10_000

/** Shows one receipt: amount, progress, buyer, items, recipients, payments and comments. */
export function ReceiptDrawer(props: ReceiptDrawerProps) {
  const { id, known, registers, onNext, onPrevious, onClose, children } = props
  const { detail } = receiptDetailTexts
  const { receipt, error, refetch } = useReceipt(id, known)
  useShortcut(onNext && { key: 'j', label: detail.next, run: onNext })
  useShortcut(onPrevious && { key: 'k', label: detail.previous, run: onPrevious })
  return (
    <Dialog
      kind="drawer"
      title={receipt ? nameOf(receipt) : id}
      status={receipt && <ReceiptPill receipt={receipt} />}
      tools={
        <>
          <button
            type="button"
            class="icon-button wide-only"
            aria-label={detail.previous}
            disabled={!onPrevious}
            onClick={() => onPrevious?.()}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="icon-button wide-only"
            aria-label={detail.next}
            disabled={!onNext}
            onClick={() => onNext?.()}
          >
            <Icon name="down" />
          </button>
          {receipt && <ReceiptActions key={id} receipt={receipt} />}
        </>
      }
      onClose={onClose}
    >
      {receipt ? (
        <Sections key={id} receipt={receipt} registers={registers} />
      ) : error?.status === 404 ? (
        <Notice title={detail.notFound} text={detail.notFoundText} icon="search" />
      ) : error ? (
        <Failed
          error={error}
          title={detail.failedTitle}
          kept={detail.failedText}
          onRetry={refetch}
        />
      ) : (
        <div class="detail-section">
          <SkeletonText lines={8} />
        </div>
      )}
      {children}
    </Dialog>
  )
}

/** Reads a receipt with its pictures, and shows its changes in the lists too. */
function useReceipt(id: string, known: Receipt | undefined) {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [...receiptsKey, membership.wallet, 'one', id],
    queryFn: ({ signal }) => api.call('get', '/api/receipts/{id}', { path: { id }, signal }),
    ...(known && { placeholderData: known }),
    refetchInterval: refreshMs,
    staleTime: 0,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (!data || isPlaceholderData) return
    queries.setQueriesData<{ pages: { receipts: Receipt[]; nextCursor: string | null }[] }>(
      { queryKey: [...receiptsKey, membership.wallet, 'list'] },
      (list) => {
        if (!list) return list
        const pages = replaceReceipts(list.pages, [data])
        return pages === list.pages ? list : { ...list, pages }
      },
    )
  }, [data, isPlaceholderData])
  return {
    receipt: data,
    error: query.error ? toApiError(query.error) : null,
    refetch: () => void query.refetch(),
  }
}

function Sections({ receipt, registers }: { receipt: Receipt; registers: readonly Register[] }) {
  const payments = usePayments(receipt)
  const maySeeSplit = useRight('split:read') && useRight('reports:read')
  const mayReadAll = useRight('receipts:read')
  return (
    <>
      <SummarySection receipt={receipt} payments={payments} />
      <ProgressSection receipt={receipt} payments={payments} />
      <FactsSection receipt={receipt} registers={registers} />
      <OrderSection receipt={receipt} />
      {maySeeSplit && <SplitSection receipt={receipt} />}
      <PaymentsSection receipt={receipt} payments={payments} />
      <TimelineSection receipt={receipt} />
      {mayReadAll && <WebhooksSection receipt={receipt} />}
      {mayReadAll && <CommentsSection receipt={receipt} />}
      <RawSection receipt={receipt} />
      <PrintedReceipt receipt={receipt} payments={payments} />
    </>
  )
}
