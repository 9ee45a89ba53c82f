import { type Address, checksumAddress, toWord } from '../../../lib/hex.js'
import { toUnixSeconds, type UnixMs } from '../../../lib/time.js'
import type { SpendPermission } from '../../../platform/chain/permission-hash.js'
import { type BillingPlanVersion, daySeconds } from '../plans/plan.js'
import { invalidPermission } from './read-permission.js'

type Agreement = {
  permission: SpendPermission
  customer: Address
  version: BillingPlanVersion
  trialDays: number
  now: UnixMs
}

/** Time for the customer to sign after reading the plan. */
const signingSeconds = 3_600

/**
 * Requires that the permission allows exactly what the plan demands, from now or the end of the
 * trial.
 *
 * @throws {AppError} `invalid_permission`.
 */
export function requireAgreed({ permission, customer, version, trialDays, now }: Agreement): void {
  const { account, token, allowance, period, extraData } = permission
  if (account !== customer) {
    throw invalidPermission('wrong_account', 'account must be customerWallet.')
  }
  if (token !== version.token) {
    const expected = checksumAddress(version.token)
    throw invalidPermission('wrong_token', `token must be USDC, ${expected}.`)
  }
  if (allowance < version.priceUnits) {
    const price = String(version.priceUnits)
    throw invalidPermission('wrong_allowance', `allowance must be at least the price, ${price}.`)
  }
  if (period !== version.periodSeconds) {
    const expected = version.periodSeconds
    throw invalidPermission('wrong_period', `period must be ${expected} seconds.`)
  }
  requireTimes(permission, { trialDays, now })
  if (permission.end - permission.start < version.periodSeconds) {
    throw invalidPermission(
      'wrong_end',
      `end must be at least one period of ${version.periodSeconds} seconds after start.`,
    )
  }
  if (extraData !== '0x' && extraData !== bindingOf(version)) {
    throw invalidPermission(
      'wrong_extra_data',
      'extraData must be 0x. Recipient and plan are bound by the spender.',
    )
  }
}

function requireTimes(
  { start, end }: SpendPermission,
  { trialDays, now }: Pick<Agreement, 'trialDays' | 'now'>,
): void {
  const nowSeconds = toUnixSeconds(now)
  if (start >= end) throw invalidPermission('wrong_end', 'end must be after start.')
  if (end <= nowSeconds) {
    throw invalidPermission('wrong_end', 'The permission has ended. Sign one with a later end.')
  }
  const trialEnd = nowSeconds + trialDays * daySeconds
  if (trialDays > 0 && start < trialEnd - signingSeconds) {
    throw invalidPermission(
      'wrong_start',
      `start must be at the end of the trial of ${trialDays} days, ${trialEnd}.`,
    )
  }
  // A period that began long ago would be charged now, and the next one soon after.
  if (start < nowSeconds - daySeconds) {
    throw invalidPermission('wrong_start', `start must be now, ${nowSeconds}, or a little earlier.`)
  }
  // A customer who starts later would be served before the first charge.
  if (start > trialEnd + daySeconds) {
    throw invalidPermission('wrong_start', `start must be at most a day after ${trialEnd}.`)
  }
}

/** Returns `abi.encode(payout, planKey)`. A wallet may show it to the customer. */
function bindingOf({ payout, planKey }: BillingPlanVersion): string {
  return `0x${toWord(payout)}${planKey.slice(2)}`
}
