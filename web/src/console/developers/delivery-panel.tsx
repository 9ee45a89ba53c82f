import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Code, indentJson } from '../panels/secret-dialog.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { Pill } from '../parts/pill.js'
import { showToast } from '../parts/toast.js'
import { useRight, useSession } from '../session/session.js'
import { lookOf } from './delivery.js'

const texts = developerTexts.webhooks

type FullDelivery = ResultOf<'get', '/api/webhooks/deliveries/{id}'>['delivery']
type Attempt = FullDelivery['attempts'][number]

const refreshMs = 3_000

/** A delivery: what went wrong, each attempt with the response, the request, and a way to resend. */
export function DeliveryPanel({ id }: { id: string }) {
  const { api } = useSession()
  const mayResend = useRight('shop:write')
  const query = useLoad('/api/webhooks/deliveries/{id}', { path: { id } }, { refreshMs })
  const resend = useAct(
    () => api.call('post', '/api/webhooks/deliveries/{id}/redeliver', { path: { id } }),
    {
      done: texts.resent,
      changes: ['/api/webhooks/deliveries', '/api/webhooks/deliveries/{id}'],
    },
  )
  const delivery = query.data?.delivery
  return (
    <Panel
      title={delivery?.receiptId ?? delivery?.event ?? texts.deliveries}
      actions={
        mayResend && (
          <button
            type="button"
            class="button main"
            disabled={resend.isPending || delivery?.status === 'pending'}
            onClick={() => resend.mutate(undefined)}
          >
            <Icon name="share" />
            {texts.resend}
          </button>
        )
      }
    >
      <Loaded query={query}>{(data) => <DeliveryFacts delivery={data.delivery} />}</Loaded>
    </Panel>
  )
}

function DeliveryFacts({ delivery }: { delivery: FullDelivery }) {
  const { attempts, request, url } = delivery
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = attempts[chosen ?? attempts.length - 1] ?? null
  return (
    <div class="delivery-facts">
      <Summary delivery={delivery} />
      {attempts.length > 0 && <Attempts attempts={attempts} shown={shown} onChoose={setChosen} />}
      {shown && <Response attempt={shown} />}
      <div class="row spread">
        <h3>{texts.request}</h3>
        <button type="button" class="link-button" onClick={() => void copyCurl(delivery)}>
          {texts.copyCurl}
        </button>
      </div>
      <Code
        label={texts.request}
        text={`POST ${new URL(url).pathname}\n${writeHeaders(request.headers)}\n\n${indentJson(request.body)}`}
      />
    </div>
  )
}

/** Says how the delivery stands, and what happens next. */
function Summary({ delivery }: { delivery: FullDelivery }) {
  const { status, attempts, receiptId } = delivery
  const last = attempts.at(-1)
  if (status === 'delivered' || !last) return <Pill {...lookOf(delivery)} />
  const problem =
    last.httpStatus === null
      ? texts.unanswered(last.error ?? texts.noResponse)
      : texts.answered(String(last.httpStatus))
  const next = status === 'failed' ? texts.gaveUp : receiptId !== null ? texts.order : ''
  return (
    <div class="problem-box">
      <b>{problem}</b>
      <span>
        {texts.attemptsUsed(attempts.length)} {next}
      </span>
    </div>
  )
}

type AttemptsProps = {
  attempts: readonly Attempt[]
  shown: Attempt | null
  onChoose(index: number): void
}

function Attempts({ attempts, shown, onChoose }: AttemptsProps) {
  const formats = useFormats()
  return (
    <ol class="attempt-list" aria-label={texts.attempts}>
      {attempts
        .map((attempt, index) => ({ attempt, index }))
        .toReversed()
        .map(({ attempt, index }) => (
          <li key={index}>
            <button type="button" aria-pressed={attempt === shown} onClick={() => onChoose(index)}>
              <span>
                <span class="soft">{index + 1}</span>{' '}
                <b class={attempt.error === null ? 'good-text' : 'bad-text'}>
                  {attempt.httpStatus ?? attempt.error ?? texts.noResponse}
                </b>
              </span>
              <span class="soft">
                {texts.attempt(formats.clockExact(attempt.at), formats.count(attempt.durationMs))}
              </span>
            </button>
          </li>
        ))}
    </ol>
  )
}

function Response({ attempt: { response } }: { attempt: Attempt }) {
  return (
    <>
      <div class="row spread">
        <h3>{texts.response}</h3>
        {response?.isTruncated && <span class="soft">{texts.truncated}</span>}
      </div>
      {response ? (
        <Code
          label={texts.response}
          text={`content-type: ${response.contentType ?? ''}\n\n${indentJson(response.body ?? '')}`}
        />
      ) : (
        <p class="soft">{texts.noBody}</p>
      )}
    </>
  )
}

function writeHeaders(headers: Readonly<Record<string, unknown>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')
}

async function copyCurl({ url, request }: FullDelivery): Promise<void> {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const headers = Object.entries(request.headers).map(
    ([name, value]) => `  -H ${quote(`${name}: ${String(value)}`)} \\`,
  )
  const lines = [`curl -X POST ${quote(url)} \\`, ...headers, `  --data-raw ${quote(request.body)}`]
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    showToast({ kind: 'good', text: texts.copied })
  } catch {
    // The browser keeps the clipboard from pages without focus.
  }
}
