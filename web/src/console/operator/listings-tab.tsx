import { useState } from 'preact/hooks'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useAct, useLoad } from '../panels/use-load.js'
import { Notice } from '../parts/notice.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'

const texts = operatorTexts.listings

type Listing = ResultOf<'get', '/api/admin/listings'>['listings'][number]
type Decision = 'approve' | 'reject'

/** Shops that wait for a decision, with the listed shops they resemble. */
export function ListingsTab() {
  const query = useLoad('/api/admin/listings', { query: { limit: 50 } })
  const [asked, setAsked] = useState<{ listing: Listing; decision: Decision } | null>(null)
  return (
    <Panel title={texts.title} note={texts.note}>
      <Loaded
        query={query}
        empty={({ listings }) => (listings.length === 0 ? <Notice title={texts.none} /> : null)}
      >
        {({ listings }) => (
          <Rows
            label={texts.title}
            rows={listings}
            keyOf={({ wallet }) => wallet}
            columns={[
              {
                id: 'name',
                label: operatorTexts.merchants.columns.name,
                cell: ({ name, slug }) => (
                  <span class="two-lines">
                    <b>{name}</b>
                    <code>{slug}</code>
                  </span>
                ),
              },
              {
                id: 'resembles',
                label: texts.resembles,
                cell: ({ resembles }) => resembles.map((shop) => shop.name).join(', '),
              },
              {
                id: 'since',
                label: '',
                isEnd: true,
                cell: ({ since }) => <Time at={since} />,
              },
              {
                id: 'actions',
                label: texts.approve,
                isLabelHidden: true,
                isEnd: true,
                cell: (listing) => (
                  <span class="row-actions">
                    {(['approve', 'reject'] as const).map((decision) => (
                      <button
                        key={decision}
                        type="button"
                        class="button"
                        aria-label={`${texts[decision]} ${listing.name}`}
                        onClick={() => setAsked({ listing, decision })}
                      >
                        {texts[decision]}
                      </button>
                    ))}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {asked && <DecisionDialog {...asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

type DecisionProps = { listing: Listing; decision: Decision; onClose(): void }

function DecisionDialog({ listing, decision, onClose }: DecisionProps) {
  const { api } = useSession()
  const { wallet, name, slug } = listing
  const decide = useAct(
    () => api.call('post', '/api/admin/listings', { body: { wallet, name, slug, decision } }),
    {
      done: decision === 'approve' ? texts.approved : texts.rejected,
      changes: ['/api/admin/listings'],
      isQuiet: true,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={texts[`${decision}Title`](name)}
      submit={texts[decision]}
      isDanger={decision === 'reject'}
      onSubmit={() => decide.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{texts.decisionText}</p>
    </FormDialog>
  )
}
