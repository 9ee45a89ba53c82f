import { Notice } from '../parts/notice.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed } from '../parts/states.js'
import { useConsoleTexts } from '../texts.js'
import { ChargeList } from './charge-list.js'
import { useQueryAddress } from './use-address.js'
import { useCharges } from './use-subscriptions.js'

/** Every attempt to charge, newest first. */
export function Charges() {
  const { subscriptions } = useConsoleTexts()
  const texts = subscriptions.charges
  const { values, change, addressWith } = useQueryAddress()
  const status = values.get('status') ?? ''
  const retried = values.get('retried') === 'yes'
  const from = Number(values.get('from') ?? 0)
  const to = Number(values.get('to') ?? 0)
  const list = useCharges({
    ...(status && { status }),
    ...(retried && { retried }),
    ...(from > 0 && { from }),
    ...(to > 0 && { to }),
  })
  const charges = (list.data?.pages ?? []).flatMap((page) => page.billingEvents)
  return (
    <>
      <div class="subscriber-bar">
        <select
          aria-label={texts.status}
          value={status}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
        >
          <option value="">{texts.allStatuses}</option>
          {Object.entries(subscriptions.drawer.chargeStatuses).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label={texts.attempt}
          value={retried ? 'yes' : ''}
          onChange={({ currentTarget }) => change({ retried: currentTarget.value })}
        >
          <option value="">{texts.all}</option>
          <option value="yes">{texts.retried}</option>
        </select>
        {from > 0 && (
          <button
            type="button"
            class="button quiet"
            onClick={() => change({ from: null, to: null })}
          >
            {subscriptions.list.noFilter}
          </button>
        )}
      </div>
      {list.isError && !list.data && (
        <Failed
          error={list.error}
          title={subscriptions.failed}
          kept={subscriptions.kept}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && charges.length === 0 && (
        <Notice title={texts.empty} text={texts.emptyText} />
      )}
      {(list.isPending || charges.length > 0) && (
        <section class="card charges-card" aria-label={texts.title}>
          {list.isPending && <SkeletonText lines={6} />}
          <ChargeList
            charges={charges}
            hrefOf={({ subscriptionId }) => addressWith({ open: subscriptionId })}
          />
        </section>
      )}
      {list.hasNextPage && (
        <button type="button" class="button" onClick={() => void list.fetchNextPage()}>
          {texts.more}
        </button>
      )}
    </>
  )
}
