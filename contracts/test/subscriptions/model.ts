import { fee, period, price } from './fixture.js'
import { type Attempt, accountCount, type Subscription } from './steps.js'
import type { SubscriberTrick } from './wallets.js'

/** A model of the contracts: which charges succeed, and where the money is. */
export type Model = ReturnType<typeof createModel>

/** Starts at the time of the chain. All permissions start at `start` and end at `end`. */
export function createModel({ start, end }: { start: number; end: number }) {
  const charged = new Set<string>()
  const approved = new Set<string>()
  const revoked = new Set<string>()
  const blacklisted = new Set<number>()
  const paid = new Map<number, bigint>()
  const allowed = new Map<number, number>()
  const received = new Map<number, bigint>()
  let fees = 0n
  let owed = 0n
  let areFeesFrozen = false
  let override = -1
  let trick: SubscriberTrick = 'Accept'

  const keyOf = ({ account, plan }: Subscription) => `${account} ${plan}`
  const add = (where: Map<number, bigint>, key: number, amount: bigint) =>
    where.set(key, (where.get(key) ?? 0n) + amount)

  /** Returns whether the account's signature is accepted with enough gas left to charge. */
  const accepts = (account: number) =>
    account < accountCount - 1 || trick === 'Accept' || trick === 'ReturnBomb'

  function canCharge({ subscription, periods, isSigned, isLate }: Attempt, time: number) {
    const key = keyOf(subscription)
    const { account, plan } = subscription
    if (time < start || time >= end || periods !== 0 || isLate) return false
    // The permission ends within its last period, which is not charged.
    if (start + (periodOf(time) + 1) * period > end) return false
    if (revoked.has(key) || charged.has(`${key} ${periodOf(time)}`)) return false
    if (isSigned ? !accepts(account) : !approved.has(key)) return false
    return (allowed.get(account) ?? 0) > 0 && !blacklisted.has(override < 0 ? plan : override)
  }

  const periodOf = (time: number) => Math.floor((time - start) / period)

  return {
    paidBy: (account: number) => paid.get(account) ?? 0n,
    receivedBy: (payout: number) => received.get(payout) ?? 0n,
    fees: () => fees,
    owed: () => owed,

    /** Returns whether the charge succeeds at this time, and applies it. */
    charge(attempt: Attempt, time: number): boolean {
      if (!canCharge(attempt, time)) return false
      const { account, plan } = attempt.subscription
      const key = keyOf(attempt.subscription)
      const takenFee = plan === 0 ? fee : 0n
      charged.add(`${key} ${periodOf(time)}`)
      approved.add(key)
      allowed.set(account, (allowed.get(account) ?? 0) - 1)
      add(paid, account, price)
      add(received, override < 0 ? plan : override, price - takenFee)
      if (areFeesFrozen) owed += takenFee
      else fees += takenFee
      return true
    },
    /** Returns whether anything was claimed. */
    claimFee(): boolean {
      if (owed === 0n || areFeesFrozen) return false
      fees += owed
      owed = 0n
      return true
    },
    freezeFees(isFrozen: boolean): void {
      areFeesFrozen = isFrozen
    },
    revoke: (subscription: Subscription) => void revoked.add(keyOf(subscription)),
    allow: (account: number, charges: number) => void allowed.set(account, charges),
    setBlacklisted(payout: number, isBlacklisted: boolean): void {
      if (isBlacklisted) blacklisted.add(payout)
      else blacklisted.delete(payout)
    },
    setPayout(payout: number): void {
      override = payout
    },
    play(next: SubscriberTrick): void {
      trick = next
    },
  }
}
