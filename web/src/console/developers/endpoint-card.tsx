import { Link } from 'wouter-preact'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { panelTexts } from '../../core/texts/en-console-panels.js'
import { useFormats } from '../format/use-formats.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Icon } from '../parts/icon.js'
import { Menu } from '../parts/menu.js'
import { Pill } from '../parts/pill.js'
import { useSession } from '../session/session.js'
import type { Delivery, Endpoint } from './delivery.js'
import type { EndpointAction } from './endpoint-dialog.js'

const texts = developerTexts.webhooks

type EndpointCardProps = {
  endpoint: Endpoint
  isChosen: boolean
  onAction(action: EndpointAction): void
}

/** An endpoint with its rate of success and what can be done about it. */
export function EndpointCard({ endpoint, isChosen, onAction }: EndpointCardProps) {
  const { api } = useSession()
  const { id, url, enabled } = endpoint
  const deliveries = useLoad(
    '/api/webhooks/deliveries',
    { query: { webhookId: id, limit: 100 } },
    { refreshMs: 10_000 },
  )
  const test = useAct(() => api.call('post', '/api/webhooks/test', { body: { webhookId: id } }), {
    done: texts.tested,
    changes: ['/api/webhooks/deliveries'],
  })
  const change = useAct(
    (isOn: boolean) =>
      api.call('put', '/api/webhooks/{id}', { path: { id }, body: { enabled: isOn } }),
    { done: texts.saved, changes: ['/api/webhooks'] },
  )
  const { host, pathname } = new URL(url)
  return (
    <section class={`card endpoint${isChosen ? ' chosen' : ''}`} aria-label={url}>
      <div class="endpoint-name">
        <Link href={`/developers/webhooks?endpoint=${encodeURIComponent(id)}`} class="row">
          <b>{host}</b>
          {!enabled && <Pill tone="wait" word={texts.paused} />}
        </Link>
        <span class="soft one-line" title={url}>
          {pathname}
        </span>
      </div>
      <Rate deliveries={deliveries.data?.deliveries ?? null} />
      <div class="row endpoint-actions">
        <button
          type="button"
          class="button"
          disabled={!enabled || test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          <Icon name="share" />
          {texts.test}
        </button>
        <Menu
          label={`${panelTexts.actions}: ${host}`}
          trigger={<Icon name="dots" />}
          triggerClass="icon-button"
          items={[
            {
              id: 'edit',
              label: texts.edit,
              icon: 'gear',
              onSelect: () => onAction({ kind: 'edit', endpoint }),
            },
            {
              id: 'pause',
              label: enabled ? texts.pause : texts.resume,
              icon: enabled ? 'stop' : 'check',
              onSelect: () => change.mutate(!enabled),
            },
            {
              id: 'rotate',
              label: texts.rotate,
              icon: 'repeat',
              onSelect: () => onAction({ kind: 'rotate', endpoint }),
            },
            {
              id: 'remove',
              label: texts.remove,
              icon: 'close',
              isDanger: true,
              onSelect: () => onAction({ kind: 'remove', endpoint }),
            },
          ]}
        />
      </div>
    </section>
  )
}

const shownBars = 40

/** How many of the last deliveries arrived, with a bar for each. */
function Rate({ deliveries }: { deliveries: readonly Delivery[] | null }) {
  const formats = useFormats()
  if (deliveries === null) return <div class="endpoint-rate" aria-busy="true" />
  if (deliveries.length === 0) {
    return <div class="endpoint-rate soft">{texts.noDeliveries}</div>
  }
  const waiting = deliveries.filter(({ status }) => status === 'pending').length
  const delivered = deliveries.filter(({ status }) => status === 'delivered').length
  const decided = deliveries.length - waiting
  const since = failingSince(deliveries)
  return (
    <div class="endpoint-rate">
      <p>
        {waiting > 0 && (
          <b class="warn-text">
            {texts.waiting(waiting)}
            {since !== null && ','}
          </b>
        )}
        {since !== null && <b class="bad-text">{texts.failing(formats.dateTime(since))}</b>}
        {decided > 0 && <span>{texts.rate(formats.percent(delivered / decided), decided)}</span>}
      </p>
      <div class="outcome-bars" role="img" aria-label={texts.outcomes}>
        {deliveries
          .slice(0, shownBars)
          .toReversed()
          .map(({ deliveryId, status }) => (
            <i key={deliveryId} class={status} />
          ))}
      </div>
    </div>
  )
}

/** Returns since when every attempt has failed, or null if the last one did not. */
function failingSince(deliveries: readonly Delivery[]): number | null {
  let since: number | null = null
  for (const { status, attempts } of deliveries) {
    if (status === 'delivered') break
    const [first] = attempts
    if (first) since = first.at
  }
  return since
}
