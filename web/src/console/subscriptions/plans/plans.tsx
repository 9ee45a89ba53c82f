import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { useFormats } from '../../format/use-formats.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Notice } from '../../parts/notice.js'
import { Pill } from '../../parts/pill.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { Failed } from '../../parts/states.js'
import { useRight } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { priceOf } from '../describe.js'
import { type Plan, usePlans } from '../use-subscriptions.js'
import { PlanDialog } from './plan-dialog.js'

/** The plans with their versions, open ones first. */
export function Plans() {
  const { subscriptions: texts } = useConsoleTexts()
  const [editing, setEditing] = useState<string | null>(null)
  const query = usePlans()
  const plans = query.data?.plans ?? []
  const edited = plans.find(({ planId }) => planId === editing)
  if (query.isError && !query.data) {
    return (
      <Failed
        error={query.error}
        title={texts.failed}
        kept={texts.kept}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.isSuccess && plans.length === 0) {
    return <Notice title={texts.plans.empty} text={texts.plans.emptyText} />
  }
  return (
    <>
      {query.isPending && (
        <section class="card card-note">
          <SkeletonText lines={5} />
        </section>
      )}
      <ul class="plan-cards">
        {plans.map((plan) => (
          <PlanCard key={plan.planId} plan={plan} onEdit={() => setEditing(plan.planId)} />
        ))}
      </ul>
      <p class="soft">
        {texts.plans.api} <code>POST /api/subscriptions/create</code>. {texts.plans.payout}{' '}
        <code>POST /api/subscriptions/payout</code>.
      </p>
      {edited && <PlanDialog plan={edited} onClose={() => setEditing(null)} />}
    </>
  )
}

function PlanCard({ plan, onEdit }: { plan: Plan; onEdit(): void }) {
  const { subscriptions: texts } = useConsoleTexts()
  const { money, count, day } = useFormats()
  const mayWrite = useRight('subscriptions:write')
  const { planId, name, description, active, monthlyUsd, versions, trialDays, graceDays } = plan
  const subscribers = versions.reduce((sum, version) => sum + version.active, 0)
  const dialog = texts.planDialog
  return (
    <li class="card plan-card">
      <header class="card-head">
        <h2>{name}</h2>
        <Pill
          tone={active ? 'good' : 'wait'}
          word={active ? texts.plans.active : texts.plans.inactive}
        />
      </header>
      <div class="plan-body">
        <p>
          <b>{priceOf(plan, { texts, money })}</b>{' '}
          <span class="soft">
            {`${dialog.trial} ${count(trialDays)} ${dialog.days}, ${dialog.grace} ${count(graceDays)} ${dialog.days}`}
          </span>
        </p>
        {description && <p class="plan-description">{description}</p>}
        <dl class="plan-figures">
          <div>
            <dt class="soft">{texts.plans.subscribers}</dt>
            <dd>
              <Link href={`/subscriptions/subscribers?status=current&plan=${planId}`}>
                {count(subscribers)}
              </Link>
            </dd>
          </div>
          <div>
            <dt class="soft">{texts.plans.monthly}</dt>
            <dd class="money">
              <Link href={`/subscriptions/subscribers?status=current&plan=${planId}`}>
                {money(monthlyUsd, 'USD')}
              </Link>
            </dd>
          </div>
        </dl>
        <details>
          <summary>{`${texts.plans.versions} (${count(versions.length)})`}</summary>
          <ul class="version-list">
            {versions.map((version) => (
              <li key={version.version}>
                <b>{texts.plans.version(count(version.version))}</b>
                <span>{priceOf(version, { texts, money })}</span>
                <span class="soft">
                  {version.replacedAt === null
                    ? `${texts.plans.inForce}, ${texts.plans.from(day(version.createdAt))}`
                    : texts.plans.until(day(version.replacedAt))}
                </span>
                <span class="soft">
                  {texts.plans.versionCounts(count(version.active), count(version.ended))}
                </span>
              </li>
            ))}
          </ul>
        </details>
        <div class="row spread">
          <span class="plan-id">
            <code class="one-line">{planId}</code>
            <CopyButton text={planId} label={texts.plans.copyId} />
          </span>
          {mayWrite && (
            <button type="button" class="button" onClick={onEdit}>
              {texts.plans.edit}
            </button>
          )}
        </div>
      </div>
    </li>
  )
}
