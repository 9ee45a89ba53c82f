import { useState } from 'preact/hooks'
import { useParams, useSearch } from 'wouter-preact'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Tabs } from '../parts/tabs.js'
import { useRight } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { Charges } from './charges.js'
import { Overview } from './overview/overview.js'
import { PlanDialog } from './plans/plan-dialog.js'
import { Plans } from './plans/plans.js'
import { SubscriberDrawer } from './subscribers/subscriber-drawer.js'
import { Subscribers } from './subscribers/subscribers.js'
import './subscriptions.css'

const views = ['overview', 'subscribers', 'plans', 'charges'] as const

/** Recurring revenue: its course, its customers and its plans. */
export function Screen() {
  const texts = useConsoleTexts()
  const { view = 'overview' } = useParams<{ view?: string }>()
  const search = new URLSearchParams(useSearch())
  const mayWrite = useRight('subscriptions:write')
  const [isCreating, setCreating] = useState(false)
  const openId = search.get('open')
  const names = texts.subscriptions.views
  return (
    <div class="subscriptions">
      <header class="screen-head">
        <h1>{texts.screens.subscriptions}</h1>
        {mayWrite && (
          <div class="actions">
            <button type="button" class="button main" onClick={() => setCreating(true)}>
              <Icon name="plus" />
              {texts.subscriptions.newPlan}
            </button>
          </div>
        )}
      </header>
      <Tabs
        label={names.label}
        current={view}
        tabs={views.map((id) => ({
          id,
          label: names[id],
          href: id === 'overview' ? '/subscriptions' : `/subscriptions/${id}`,
        }))}
      />
      {view === 'overview' && <Overview />}
      {view === 'subscribers' && <Subscribers />}
      {view === 'plans' && <Plans />}
      {view === 'charges' && <Charges />}
      {!views.some((known) => known === view) && (
        <Notice
          title={texts.states.notFound}
          text={texts.states.notFoundText}
          action={{ label: names.overview, href: '/subscriptions' }}
        />
      )}
      {openId !== null && <SubscriberDrawer key={openId} id={openId} />}
      {isCreating && <PlanDialog plan={null} onClose={() => setCreating(false)} />}
    </div>
  )
}
