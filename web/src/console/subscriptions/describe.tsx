import type { SubscriptionsTexts } from '../../core/texts/en-console-subscriptions.js'
import { Pill, type Tone } from '../parts/pill.js'
import { useConsoleTexts } from '../texts.js'
import type { Subscription, SubscriptionStatus } from './use-subscriptions.js'

const tones: Record<SubscriptionStatus, Tone> = {
  active: 'good',
  past_due: 'warn',
  unpaid: 'bad',
  paused: 'wait',
  canceled: 'wait',
  revoked: 'wait',
  expired: 'wait',
}

/** The status of a subscription. */
export function StatusPill({ status }: { status: SubscriptionStatus }) {
  const texts = useConsoleTexts().subscriptions
  return <Pill tone={tones[status]} word={texts.statuses[status]} />
}

export const shortWallet = (wallet: string) => `${wallet.slice(0, 6)}…${wallet.slice(-4)}`

/** Returns why the last charge failed, or null. */
export function reasonOf(
  { lastChargeFailure }: Pick<Subscription, 'lastChargeFailure'>,
  texts: SubscriptionsTexts,
): string | null {
  return lastChargeFailure === null ? null : texts.reasons[lastChargeFailure]
}

/** Returns a price with its period, such as "$25.00 every 30 days". */
export function priceOf(
  { priceUsd, period }: Pick<Subscription, 'priceUsd' | 'period'>,
  { texts, money }: { texts: SubscriptionsTexts; money(amount: number, currency: string): string },
): string {
  return texts.price(money(priceUsd, 'USD'), texts.periods[period].each)
}
