import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useFormats } from '../format/use-formats.js'
import { Dialog } from '../parts/dialog.js'
import { Notice } from '../parts/notice.js'
import { Problem } from '../parts/problem.js'
import { Select } from '../parts/select.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed } from '../parts/states.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

type Outcome = keyof ReturnType<typeof useConsoleTexts>['shell']['sandbox']['outcomes']

/** Lets a test buyer pay an open receipt, or fail to. */
export function PayDialog({ onClose }: { onClose(): void }) {
  const texts = useConsoleTexts().shell.sandbox
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const formats = useFormats()
  const [chosen, setChosen] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome>('exact')
  const open = useQuery({
    queryKey: ['receipts', membership.wallet, 'waiting'],
    queryFn: ({ signal }) =>
      api.call('get', '/api/receipts', {
        query: { flag: 'waiting', limit: 50, thumbs: '0' },
        signal,
      }),
    staleTime: 0,
  })
  const receipts = open.data?.receipts ?? []
  const receiptId = chosen ?? receipts[0]?.receiptId ?? ''
  const pay = useMutation({
    mutationFn: () =>
      api.call('post', '/api/sandbox/pay', { body: { receiptId, scenario: outcome } }),
    onSuccess() {
      showToast({ kind: 'good', text: texts.done(receiptId) })
      void queries.invalidateQueries({ queryKey: ['receipts'] })
      onClose()
    },
  })
  const isEmpty = open.isSuccess && receipts.length === 0
  return (
    <Dialog
      title={texts.simulate}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button
            type="button"
            class="button main"
            disabled={receiptId === '' || pay.isPending}
            onClick={() => pay.mutate()}
          >
            {texts.run}
          </button>
        </>
      }
    >
      <p>{texts.simulateText}</p>
      {open.isPending && <SkeletonText />}
      {open.isError && <Failed error={open.error} onRetry={() => void open.refetch()} />}
      {isEmpty && <Notice title={texts.noOpen} text={texts.noOpenText} />}
      {receipts.length > 0 && (
        <>
          <Select
            label={texts.receipt}
            value={receiptId}
            onChange={setChosen}
            options={receipts.map(
              ({ receiptId: id, transactionId, total, totalUsd, currency }) => ({
                value: id,
                label: `${transactionId ?? id}, ${formats.moneyWithCode(total ?? totalUsd, currency)}`,
              }),
            )}
          />
          <Select
            label={texts.outcome}
            value={outcome}
            onChange={(value) => setOutcome(value)}
            options={(Object.keys(texts.outcomes) as Outcome[]).map((name) => ({
              value: name,
              label: texts.outcomes[name],
            }))}
          />
        </>
      )}
      {pay.isError && <Problem error={pay.error} />}
    </Dialog>
  )
}
