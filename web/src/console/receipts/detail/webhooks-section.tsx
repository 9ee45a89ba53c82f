import type { ApiComponents } from '@tallystick/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { Pill } from '../../parts/pill.js'
import { Problem, toProblemToast } from '../../parts/problem.js'
import { useRight, useSession } from '../../session/session.js'
import { useSay } from '../messages.js'
import type { Receipt } from '../receipt.js'
import { receiptsKey } from '../use-receipt-list.js'
import { Section } from './section.js'

type Delivery = ApiComponents['schemas']['Delivery']

const looks = {
  pending: { tone: 'warn', icon: 'clock' },
  delivered: { tone: 'good', icon: 'good' },
  failed: { tone: 'bad', icon: 'bad' },
} as const

const refreshMs = 10_000

/** The webhooks about a receipt, each with its request, its responses and a way to resend it. */
export function WebhooksSection({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  const { api, membership } = useSession()
  const { receiptId } = receipt
  const deliveries = useQuery({
    queryKey: [...receiptsKey, membership.wallet, 'deliveries', receiptId],
    queryFn: ({ signal }) =>
      api.call('get', '/api/webhooks/deliveries', { query: { receiptId, limit: 20 }, signal }),
    refetchInterval: refreshMs,
  })
  const list = deliveries.data?.deliveries ?? []
  return (
    <Section title={texts.webhooks}>
      {deliveries.isError && <Problem error={deliveries.error} />}
      {deliveries.isSuccess && list.length === 0 && <p class="soft">{texts.noWebhooks}</p>}
      <ul class="deliveries">
        {list.map((delivery) => (
          <DeliveryRow key={delivery.deliveryId} delivery={delivery} />
        ))}
      </ul>
    </Section>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { detail: texts } = receiptDetailTexts
  const format = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { status, url, attempts, createdAt } = delivery
  const last = attempts.at(-1)
  const word = status === 'pending' && !last ? texts.deliveryQueued : texts.deliveryStatus[status]
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Pill {...looks[status]} word={word} />
          <span class="delivery-name">
            <b class="one-line" title={url}>
              {new URL(url).host}
            </b>
            <span class="soft">
              {last
                ? texts.attempt(format.clockExact(last.at), format.count(last.durationMs))
                : format.clockExact(createdAt)}
            </span>
          </span>
          {last && (
            <span class={`figures ${status === 'delivered' ? 'soft' : 'bad-text'}`}>
              {last.httpStatus ?? texts.noResponse}
            </span>
          )}
        </summary>
        {isOpen && <DeliveryDetail delivery={delivery} />}
      </details>
    </li>
  )
}

function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { detail: texts } = receiptDetailTexts
  const { api, membership } = useSession()
  const { deliveryId: id, attempts, url, status } = delivery
  const full = useQuery({
    queryKey: [...receiptsKey, membership.wallet, 'delivery', id, attempts.length, status],
    queryFn: ({ signal }) =>
      api.call('get', '/api/webhooks/deliveries/{id}', { path: { id }, signal }),
  })
  const request = full.data?.delivery.request
  return (
    <div class="delivery-detail">
      <div class="row spread">
        <span class="soft url">{url}</span>
        <ResendButton delivery={delivery} />
      </div>
      <h4>{texts.response}</h4>
      <Attempts attempts={attempts} />
      <h4>{texts.request}</h4>
      {full.isError && <Problem error={full.error} />}
      {request && (
        // Focusable, so that the keyboard can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls.
        <pre class="code" tabIndex={0}>
          {Object.entries(request.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          {`\n\n${indentJson(request.body)}`}
        </pre>
      )}
    </div>
  )
}

function Attempts({ attempts }: { attempts: Delivery['attempts'] }) {
  const { detail: texts } = receiptDetailTexts
  const format = useFormats()
  return (
    <ol class="attempts">
      {attempts.toReversed().map(({ at, httpStatus, error, durationMs }) => (
        <li key={at}>
          <span class="figures">{httpStatus ?? texts.noResponse}</span>
          <span class="soft">
            {texts.attempt(format.dateTime(at), format.count(durationMs))}
            {error && ` (${error})`}
          </span>
        </li>
      ))}
    </ol>
  )
}

function ResendButton({ delivery: { deliveryId: id, url } }: { delivery: Delivery }) {
  const { detail: texts } = receiptDetailTexts
  const { api, membership } = useSession()
  const say = useSay()
  const queries = useQueryClient()
  const mayResend = useRight('shop:write')
  const resend = useMutation({
    mutationFn: () => api.call('post', '/api/webhooks/deliveries/{id}/redeliver', { path: { id } }),
    onSuccess: () => {
      say({ kind: 'good', text: texts.resent })
      return queries.invalidateQueries({
        queryKey: [...receiptsKey, membership.wallet, 'deliveries'],
      })
    },
    onError: (error) => say(toProblemToast(error)),
  })
  if (!mayResend) return null
  return (
    <button
      type="button"
      class="button"
      disabled={resend.isPending}
      aria-label={texts.resendTo(new URL(url).host)}
      onClick={() => resend.mutate()}
    >
      {texts.resend}
    </button>
  )
}

/** Returns JSON with line breaks. The exact bytes matter to programs only. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
