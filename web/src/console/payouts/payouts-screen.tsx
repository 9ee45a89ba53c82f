import { useState } from 'preact/hooks'
import { useLive } from '../live/live.js'
import { SkeletonText } from '../parts/skeleton.js'
import { DegradedBanner, Failed, StaleBanner } from '../parts/states.js'
import { useConsoleTexts } from '../texts.js'
import { BalancesCard } from './balances-card.js'
import { History } from './history/history.js'
import { NextCard } from './next-card.js'
import { RecipientsCard } from './recipients/recipients-card.js'
import { ReleaseDialog } from './release/release-dialog.js'
import { useBalances, useSplit } from './use-payouts.js'
import './payouts.css'

/** The payouts of the shop: waiting money, recipients and history. */
export function Screen() {
  const texts = useConsoleTexts()
  const [isReleasing, setReleasing] = useState(false)
  const balances = useBalances()
  const split = useSplit()
  const { staleSince } = useLive()
  const reload = () => {
    void balances.refetch()
    void split.refetch()
  }
  return (
    <div class="payouts">
      <header class="screen-head">
        <h1>{texts.screens.payouts}</h1>
        <p class="soft">{texts.payouts.lead}</p>
      </header>
      {split.data?.degraded && <DegradedBanner />}
      {balances.isError && balances.data && staleSince === null && (
        <StaleBanner since={balances.dataUpdatedAt} onReload={reload} />
      )}
      {balances.isError && !balances.data ? (
        <Failed
          error={balances.error}
          title={texts.payouts.failed}
          kept={texts.payouts.kept}
          onRetry={reload}
        />
      ) : (
        <NextCard balances={balances.data} onRelease={() => setReleasing(true)} />
      )}
      <div class="payouts-columns">
        {split.data ? (
          <RecipientsCard
            key={split.data.split?.version ?? 0}
            result={split.data}
            nextUsd={balances.data?.next.usd ?? 0}
          />
        ) : (
          <section class="card payouts-loading">
            {split.isError ? (
              <Failed error={split.error} kept={texts.payouts.kept} onRetry={reload} />
            ) : (
              <SkeletonText lines={5} />
            )}
          </section>
        )}
        <BalancesCard balances={balances.data} split={split.data?.split ?? null} />
      </div>
      <History split={split.data?.split ?? null} />
      {isReleasing && balances.data && (
        <ReleaseDialog balances={balances.data.balances} onClose={() => setReleasing(false)} />
      )}
    </div>
  )
}
