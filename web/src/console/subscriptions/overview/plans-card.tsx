import { Link } from 'wouter-preact'
import { useFormats } from '../../format/use-formats.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { useConsoleTexts } from '../../texts.js'
import { priceOf } from '../describe.js'
import type { Plan } from '../use-subscriptions.js'

/** The plans, and what each brings in 30 days. */
export function PlansCard({ plans }: { plans: readonly Plan[] | null }) {
  const { subscriptions: texts } = useConsoleTexts()
  const { money, count } = useFormats()
  return (
    <section class="card" aria-labelledby="plans-card-title">
      <header class="card-head">
        <h2 id="plans-card-title">{texts.overview.plans}</h2>
        <Link href="/subscriptions/plans">{texts.overview.allPlans}</Link>
      </header>
      {!plans && (
        <div class="card-note">
          <SkeletonText lines={4} />
        </div>
      )}
      <ul class="plan-sums">
        {(plans ?? [])
          .filter(({ active, monthlyUsd }) => active || monthlyUsd > 0)
          .map((plan) => (
            <li key={plan.planId}>
              <Link href={`/subscriptions/subscribers?plan=${encodeURIComponent(plan.planId)}`}>
                <b>{plan.name}</b>
                <span class="soft">
                  {[
                    priceOf(plan, { texts, money }),
                    texts.overview.activeCount(
                      count(plan.versions.reduce((sum, { active }) => sum + active, 0)),
                    ),
                  ].join(', ')}
                </span>
              </Link>
              <span class="plan-month">
                <b class="money">{money(plan.monthlyUsd, 'USD')}</b>
                <span class="soft">{texts.overview.monthly}</span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
