import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { setupTexts } from '../../core/texts/en-console-setup.js'
import { useFormats } from '../format/use-formats.js'
import type { SetupFacts } from '../home/use-setup.js'
import { Icon } from '../parts/icon.js'
import { Pill } from '../parts/pill.js'
import { Problem } from '../parts/problem.js'
import { useSession } from '../session/session.js'
import { StepForm } from './step-form.js'
import { useStep } from './use-step.js'

const texts = setupTexts.payment
const sampleUsd = 10
const pollMs = 1_000
const paidStatuses = ['paid', 'completed', 'reconciled']

type StepProps = { facts: SetupFacts; isPaid: boolean }

/** The first payment: created, paid by the test buyer of the sandbox, and watched until it is paid. */
export function PaymentStep({ facts, isPaid }: StepProps) {
  const { api, view } = useSession()
  const [receiptId, setReceiptId] = useState<string | null>(null)
  const step = useStep(() => {})
  const { item, recipients } = facts
  if (receiptId !== null) return <Watch receiptId={receiptId} />
  if (recipients === 0) return <p>{texts.needsSplit}</p>
  if (view.mode !== 'sandbox') {
    return (
      <Link class="button main" href="/payment">
        {texts.live}
      </Link>
    )
  }
  return (
    <StepForm
      step={step}
      submit={step.isBusy ? texts.creating : isPaid ? texts.another : texts.create}
      onSubmit={async () => {
        const body = item
          ? { items: [{ id: item.id, qty: 1 }] }
          : { amount: sampleUsd, currency: 'USD', label: texts.sample }
        const { receipt } = await api.call('post', '/api/receipts/terminal', { body })
        setReceiptId(receipt.receiptId)
      }}
    />
  )
}

function Watch({ receiptId }: { receiptId: string }) {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const formats = useFormats()
  const step = useStep(() => {})
  const [isSent, setSent] = useState(false)
  const query = useQuery({
    queryKey: ['receipts', membership.wallet, 'one', receiptId],
    queryFn: async ({ signal }) => {
      const receipt = await api.call('get', '/api/receipts/{id}', {
        path: { id: receiptId },
        signal,
      })
      if (paidStatuses.includes(receipt.status)) {
        queries.setQueryData(['receipts', membership.wallet, 'home', 'first-paid'], true)
      }
      return receipt
    },
    refetchInterval: ({ state }) =>
      state.data && paidStatuses.includes(state.data.status) ? false : pollMs,
  })
  const { data } = query
  if (!data) return query.isError ? <Problem error={query.error} /> : <p aria-busy="true" />
  const { total, totalUsd, currency, status, paymentUrl } = data
  const amount =
    total === undefined ? formats.money(totalUsd, 'USD') : formats.money(total, currency)
  if (paidStatuses.includes(status)) {
    return (
      <div class="step-form" role="status">
        <p>
          <Pill tone="good" word={setupTexts.done} /> {texts.paid(amount)}
        </p>
        <div class="row">
          <Link class="button" href={`/receipts/${encodeURIComponent(receiptId)}`}>
            <Icon name="receipt" />
            {texts.receipt}
          </Link>
        </div>
      </div>
    )
  }
  return (
    <StepForm
      step={step}
      submit={isSent || step.isBusy ? texts.paying : texts.pay}
      isDisabled={isSent}
      onSubmit={async () => {
        await api.call('post', '/api/sandbox/pay', { body: { receiptId, scenario: 'exact' } })
        setSent(true)
        await query.refetch()
      }}
      others={
        <a class="button" href={paymentUrl} target="_blank" rel="noreferrer">
          <Icon name="out" />
          {texts.open}
        </a>
      }
    >
      <p role="status">{isSent ? texts.confirming : texts.waiting(amount)}</p>
    </StepForm>
  )
}
