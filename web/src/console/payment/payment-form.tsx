import { useMutation, useQuery } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { toApiError } from '../api/api-error.js'
import { parseAmount } from '../format/parse-amount.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { ProblemText } from '../parts/problem.js'
import { Segments } from '../parts/segments.js'
import { Select } from '../parts/select.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { ItemPicker } from './item-picker.js'
import { QuoteCard, useTotal } from './quote-card.js'
import { emptySale, keyOf, type Sale, toQuoteBody, toSaleBody } from './sale.js'
import { useQuote } from './use-quote.js'

/** The form of a sale: items, buyer and the total to pay. */
export function PaymentForm({ onCreated }: { onCreated(receiptId: string): void }) {
  const texts = useConsoleTexts().payment
  const { api, membership } = useSession()
  const [sale, setSale] = useState<Sale>(emptySale)
  const change = (changes: Partial<Sale>) => setSale((now) => ({ ...now, ...changes }))
  const attempt = useRef<ReturnType<typeof keyOf> | null>(null)
  const quoted = useQuote(toQuoteBody(sale))
  const create = useMutation({
    mutationFn: async (body: object) => {
      attempt.current = keyOf(attempt.current, body, () => crypto.randomUUID())
      const headers = { 'idempotency-key': attempt.current.key }
      const { receipt } = await api.call('post', '/api/receipts/terminal', { body, headers })
      return receipt.receiptId
    },
    onSuccess: async (receiptId) => {
      attempt.current = null
      const text = sale.note.trim()
      if (text !== '') {
        const path = { id: receiptId }
        await api
          .call('post', '/api/receipts/{id}/comments', { path, body: { text } })
          .catch(() => showToast({ kind: 'bad', text: texts.noteFailed }))
      }
      onCreated(receiptId)
    },
  })
  const body = toSaleBody(sale)
  const problem = create.isError ? toApiError(create.error) : null
  return (
    <form
      class="payment-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (body && !create.isPending) create.mutate(body)
      }}
    >
      <div class="card payment-entry">
        <Segments
          label={texts.kinds}
          options={(['amount', 'items'] as const).map((value) => ({ value, label: texts[value] }))}
          value={sale.kind}
          onChange={(kind) => change({ kind })}
        />
        {sale.kind === 'amount' ? (
          <AmountFields sale={sale} change={change} />
        ) : (
          <ItemPicker items={sale.items} onChange={(items) => change({ items })} />
        )}
        <details>
          <summary>
            {texts.customer} <span class="soft">{texts.customerHint}</span>
          </summary>
          <CustomerFields sale={sale} change={change} />
        </details>
        {membership.rights.includes('comments:write') && (
          <Field
            label={texts.note}
            hint={texts.noteHint}
            maxLength={2_000}
            value={sale.note}
            onInput={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        )}
      </div>
      <div class="card payment-total">
        <QuoteCard {...quoted} />
        {problem && (
          <p class="payment-problem" role="alert">
            <Icon name="bad" />
            <span>
              <ProblemText
                error={problem}
                after={problem.status === 0 ? texts.lost : texts.nothingCreated}
              />
            </span>
          </p>
        )}
        <button
          type="submit"
          class="button main"
          disabled={!body || !quoted.isCurrent || create.isPending}
        >
          <CreateLabel isPending={create.isPending} quote={quoted.quote} />
        </button>
      </div>
    </form>
  )
}

type FieldsProps = { sale: Sale; change(changes: Partial<Sale>): void }

function AmountFields({ sale, change }: FieldsProps) {
  const texts = useConsoleTexts().payment
  const { api, membership } = useSession()
  const pricing = useQuery({
    queryKey: ['pricing', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/pricing/config', { signal }),
  })
  const currencies = pricing.data?.config.acceptedCurrencies ?? ['USD' as const]
  const isWrong = sale.amount.trim() !== '' && parseAmount(sale.amount) === null
  return (
    <>
      <div class="amount-fields">
        <Field
          label={texts.amountField}
          inputMode="decimal"
          autoComplete="off"
          value={sale.amount}
          problem={isWrong ? texts.amountProblem : null}
          onInput={({ currentTarget }) => change({ amount: currentTarget.value })}
        />
        {currencies.length > 1 && (
          <Select
            label={texts.currency}
            options={currencies.map((value) => ({ value: String(value), label: value }))}
            value={sale.currency}
            onChange={(currency) => change({ currency })}
          />
        )}
      </div>
      <Field
        label={texts.label}
        hint={texts.labelHint}
        maxLength={200}
        value={sale.label}
        onInput={({ currentTarget }) => change({ label: currentTarget.value })}
      />
    </>
  )
}

function CustomerFields({ sale, change }: FieldsProps) {
  const texts = useConsoleTexts().payment
  const names = ['firstName', 'lastName', 'email', 'reference'] as const
  return (
    <div class="customer-fields">
      {names.map((name) => (
        <Field
          key={name}
          label={texts[name]}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete="off"
          maxLength={name === 'email' ? 254 : 100}
          value={sale[name]}
          onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
        />
      ))}
    </div>
  )
}

function CreateLabel({
  isPending,
  quote,
}: {
  isPending: boolean
  quote: ReturnType<typeof useQuote>['quote']
}) {
  const texts = useConsoleTexts().payment
  const amount = useTotal(quote)
  if (isPending) return <>{texts.creating}</>
  return <>{amount === null ? texts.createPlain : texts.create(amount)}</>
}
