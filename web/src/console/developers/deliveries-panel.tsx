import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { usePages } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'
import { Segments } from '../parts/segments.js'
import { Time } from '../parts/time.js'
import type { Endpoint } from './delivery.js'
import { type Delivery, lookOf } from './delivery.js'
import { DeliveryPanel } from './delivery-panel.js'

const texts = developerTexts.webhooks

type Filter = 'all' | 'pending' | 'failed'

const refreshMs = 5_000

/** The deliveries of an endpoint, beside the one that was chosen. */
export function DeliveriesPanel({ endpoint }: { endpoint: Endpoint }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<string | null>(null)
  const query = { webhookId: endpoint.id, ...(filter !== 'all' && { status: filter }), limit: 25 }
  const pages = usePages('/api/webhooks/deliveries', query, { refreshMs })
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const current = chosen ?? rows[0]?.deliveryId ?? null
  return (
    <div class="deliveries-pair">
      <Panel
        title={texts.deliveries}
        actions={
          <Segments
            label={texts.filter.label}
            value={filter}
            options={(['all', 'pending', 'failed'] as const).map((value) => ({
              value,
              label: texts.filter[value],
            }))}
            onChange={(value) => {
              setFilter(value)
              setChosen(null)
            }}
          />
        }
      >
        <Loaded
          query={pages}
          empty={() =>
            rows.length === 0 ? (
              <p class="soft">{filter === 'all' ? texts.noDeliveries : texts.noneMatch}</p>
            ) : null
          }
        >
          {() => (
            <Rows
              label={texts.deliveries}
              rows={rows}
              keyOf={({ deliveryId }) => deliveryId}
              isCurrent={({ deliveryId }) => deliveryId === current}
              columns={deliveryColumns(setChosen)}
            />
          )}
        </Loaded>
        <MoreButton pages={pages} />
      </Panel>
      {current !== null && <DeliveryPanel key={current} id={current} />}
    </div>
  )
}

function deliveryColumns(onChoose: (id: string) => void) {
  return [
    {
      id: 'event',
      label: texts.columns.event,
      cell: ({ deliveryId, event, receiptId }: Delivery) => (
        <button
          type="button"
          class="link-button delivery-link"
          onClick={() => onChoose(deliveryId)}
        >
          <b class="one-line">{receiptId ?? event}</b>
          {receiptId !== null && <span class="soft one-line">{event}</span>}
        </button>
      ),
    },
    {
      id: 'status',
      label: texts.columns.status,
      cell: (delivery: Delivery) => <Pill {...lookOf(delivery)} />,
    },
    {
      id: 'answer',
      label: texts.columns.answer,
      isEnd: true,
      cell: ({ status, attempts }: Delivery) => {
        const last = attempts.at(-1)
        if (!last) return <span class="soft">{texts.queued}</span>
        return (
          <span class={status === 'delivered' ? 'soft' : 'bad-text'}>
            {last.httpStatus ?? last.error ?? texts.noResponse}
          </span>
        )
      },
    },
    {
      id: 'at',
      label: texts.columns.at,
      isEnd: true,
      cell: ({ attempts, createdAt }: Delivery) => (
        <Time at={attempts.at(-1)?.at ?? createdAt} kind="clockExact" />
      ),
    },
  ]
}
