import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { loadCode } from '../../../core/load-code.js'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { Icon } from '../../parts/icon.js'
import { Menu } from '../../parts/menu.js'
import type { MenuItem } from '../../parts/menu-item.js'
import { toProblemToast } from '../../parts/problem.js'
import { useRight, useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { useSay } from '../messages.js'
import { isUnpaid, partPaymentOf, type Receipt, standingOf } from '../receipt.js'
import { useArchive } from '../use-archive.js'
import { receiptsKey } from '../use-receipt-list.js'
import { CancelDialog } from './cancel-dialog.js'
import { RecordDialog } from './record-dialog.js'

/** The buttons below the amount: what a person most likely wants to do. */
export function PrimaryActions({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  const mayRecord = useRight('payments:record')
  const [isRecording, setRecording] = useState(false)
  return (
    <div class="row detail-actions">
      {isUnpaid(receipt) && mayRecord && (
        <button type="button" class="button" onClick={() => setRecording(true)}>
          <Icon name="check" />
          {texts.record}
        </button>
      )}
      <RefundAction receipt={receipt} />
      <button type="button" class="button" onClick={() => print()}>
        <Icon name="print" />
        {texts.print}
      </button>
      {isRecording && <RecordDialog receipt={receipt} onClose={() => setRecording(false)} />}
    </div>
  )
}

type RefundDialogModule = typeof import('../../refund/refund-dialog.js')

/** Opens the refund, whose code loads with the first one. */
function RefundAction({ receipt }: { receipt: Receipt }) {
  const { states } = useConsoleTexts()
  const mayPlan = useRight('refunds:plan')
  const say = useSay()
  const [code, setCode] = useState<RefundDialogModule | null>(null)
  const hasMoney = !isUnpaid(receipt) || receipt.mismatch !== null || partPaymentOf(receipt)
  if (!mayPlan || !hasMoney) return null
  const open = () =>
    void loadCode(() => import('../../refund/refund-dialog.js')).then(setCode, () =>
      say({ kind: 'bad', text: states.updated }),
    )
  return (
    <>
      <button type="button" class="button" onClick={open}>
        <Icon name="undo" />
        {receiptDetailTexts.detail.refund}
      </button>
      {code && <code.RefundDialog receiptId={receipt.receiptId} onDone={() => setCode(null)} />}
    </>
  )
}

/** The button that copies the link, and the menu of everything else. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  const { api } = useSession()
  const say = useSay()
  const queries = useQueryClient()
  const archive = useArchive()
  const mayRecord = useRight('payments:record')
  const mayArchive = useRight('receipts:archive')
  const mayRescan = useRight('refunds:write')
  const [isCanceling, setCanceling] = useState(false)
  const { receiptId: id, paymentUrl, archivedAt } = receipt
  const rescan = useMutation({
    mutationFn: () => api.call('post', '/api/receipts/{id}/rescan', { path: { id } }),
    onSuccess: () => {
      say({ kind: 'good', text: texts.rescanned })
      return queries.invalidateQueries({ queryKey: receiptsKey })
    },
    onError: (error) => say(toProblemToast(error)),
  })
  const copyLink = () =>
    navigator.clipboard.writeText(paymentUrl).then(
      () => say({ kind: 'good', text: texts.copied }),
      () => say({ kind: 'bad', text: texts.copyFailed }),
    )
  const isArchived = archivedAt !== undefined
  const mayCancel = mayRecord && ['waiting', 'underpaid', 'wrong'].includes(standingOf(receipt))
  const items: MenuItem[] = [
    ...(mayArchive
      ? [
          {
            id: 'archive',
            label: isArchived ? texts.restore : texts.archive,
            icon: 'archive' as const,
            onSelect: () => void archive([id], !isArchived),
          },
        ]
      : []),
    ...(mayRescan
      ? [
          {
            id: 'rescan',
            label: texts.rescan,
            icon: 'search' as const,
            onSelect: () => rescan.mutate(),
          },
        ]
      : []),
    ...(mayCancel
      ? [
          {
            id: 'cancel',
            label: texts.cancel,
            icon: 'stop' as const,
            isDanger: true,
            onSelect: () => setCanceling(true),
          },
        ]
      : []),
  ]
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.copyLink}
        onClick={() => void copyLink()}
      >
        <Icon name="link" />
      </button>
      {items.length > 0 && (
        <Menu
          label={texts.more}
          trigger={<Icon name="dots" />}
          triggerClass="icon-button"
          items={items}
        />
      )}
      {isCanceling && <CancelDialog receipt={receipt} onClose={() => setCanceling(false)} />}
    </>
  )
}
