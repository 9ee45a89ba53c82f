import type { ComponentChildren } from 'preact'
import { Hash } from '../../../ui/hash.js'
import { toApiError } from '../../api/api-error.js'
import { useFormats } from '../../format/use-formats.js'
import { CopyButton } from '../../parts/copy-button.js'
import { Dialog } from '../../parts/dialog.js'
import { Icon } from '../../parts/icon.js'
import { Notice } from '../../parts/notice.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { Failed } from '../../parts/states.js'
import { useRight } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { ChargeList } from '../charge-list.js'
import { priceOf, reasonOf, StatusPill, shortWallet } from '../describe.js'
import { useQueryAddress } from '../use-address.js'
import { type Subscription, useCharges, useSubscription } from '../use-subscriptions.js'
import { SubscriberActions } from './subscriber-actions.js'

/** One subscription: its status, the reason of a failure, its fix, and its charges. */
export function SubscriberDrawer({ id }: { id: string }) {
  const { subscriptions: texts } = useConsoleTexts()
  const { open } = useQueryAddress()
  const mayWrite = useRight('subscriptions:write')
  const query = useSubscription(id)
  const { data } = query
  const isMissing = data === null || (query.isError && toApiError(query.error).status === 404)
  return (
    <Dialog
      kind="drawer"
      title={data ? texts.drawer.title(shortWallet(data.customerWallet)) : id}
      status={data && <StatusPill status={data.status} />}
      onClose={() => open({ open: null })}
      footer={data && mayWrite && <SubscriberActions subscription={data} />}
    >
      {isMissing && (
        <Notice title={texts.drawer.notFound} text={texts.drawer.notFoundText} icon="search" />
      )}
      {query.isError && !isMissing && !data && (
        <Failed error={query.error} kept={texts.kept} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <div class="subscriber-detail">
          <SkeletonText lines={8} />
        </div>
      )}
      {data && (
        <div class="subscriber-detail">
          {data.lastChargeStatus === 'failed' && <Failure subscription={data} />}
          <Facts subscription={data} />
          <History id={id} />
          <p class="soft">
            {texts.drawer.chargeApi} <code>POST /api/subscriptions/charge</code>.
          </p>
        </div>
      )}
    </Dialog>
  )
}

/** Why the last charge failed, and what helps. */
function Failure({ subscription }: { subscription: Subscription }) {
  const { subscriptions: texts } = useConsoleTexts()
  const { dateTime } = useFormats()
  const { lastChargeFailure, nextAttemptAt, nextChargeAt, status } = subscription
  // An unpaid one is charged again in its next period.
  const next = status === 'unpaid' ? nextChargeAt : nextAttemptAt
  return (
    <section class="subscriber-failure" role="status">
      <Icon name="alert" />
      <div>
        <b>{reasonOf(subscription, texts) ?? texts.drawer.failing}</b>
        {lastChargeFailure && <p>{texts.drawer.fixes[lastChargeFailure]}</p>}
        <p class="soft">
          {next === null ? texts.drawer.noTry : texts.drawer.nextTry(dateTime(next))}
        </p>
      </div>
    </section>
  )
}

const usdcUnits = 1_000_000

function Facts({ subscription }: { subscription: Subscription }) {
  const { subscriptions: texts } = useConsoleTexts()
  const { money, dateTime, day } = useFormats()
  const { drawer } = texts
  const { subscriptionId, customerWallet, currentPeriodStart, currentPeriodEnd } = subscription
  const orNone = (at: number | null) => (at === null ? texts.list.noNext : dateTime(at))
  return (
    <dl class="facts-list">
      <Fact name={texts.list.plan}>{subscription.planName}</Fact>
      <Fact name={drawer.price}>{priceOf(subscription, { texts, money })}</Fact>
      <Fact name={drawer.nextCharge}>{orNone(subscription.nextChargeAt)}</Fact>
      {currentPeriodStart !== null && currentPeriodEnd !== null && (
        <Fact name={drawer.currentPeriod}>
          {drawer.period(day(currentPeriodStart), day(currentPeriodEnd))}
        </Fact>
      )}
      <Fact name={drawer.lastCharge}>{orNone(subscription.lastChargeAt)}</Fact>
      <Fact name={drawer.allowance}>
        {money(Number(subscription.remainingAllowance) / usdcUnits, 'USD')}
      </Fact>
      <Fact name={drawer.started}>{dateTime(subscription.createdAt)}</Fact>
      {subscription.canceledAt !== null && (
        <Fact name={drawer.ended}>
          {[
            dateTime(subscription.canceledAt),
            subscription.onChain && drawer.onChain[subscription.onChain],
          ]
            .filter(Boolean)
            .join(', ')}
        </Fact>
      )}
      <Fact name={drawer.wallet}>
        <Hash value={customerWallet} />
        <CopyButton text={customerWallet} label={drawer.copy(drawer.wallet)} />
      </Fact>
      <Fact name={drawer.id}>
        <code class="one-line">{subscriptionId}</code>
        <CopyButton text={subscriptionId} label={drawer.copy(drawer.id)} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function History({ id }: { id: string }) {
  const { subscriptions: texts } = useConsoleTexts()
  const list = useCharges({ subscriptionId: id })
  const charges = (list.data?.pages ?? []).flatMap((page) => page.billingEvents)
  return (
    <section>
      <h3>{texts.drawer.history}</h3>
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonText lines={3} />}
      {list.isSuccess && charges.length === 0 && <p class="soft">{texts.drawer.noHistory}</p>}
      <ChargeList charges={charges} />
      {list.hasNextPage && (
        <button type="button" class="button" onClick={() => void list.fetchNextPage()}>
          {texts.charges.more}
        </button>
      )}
    </section>
  )
}
