import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { baseUnits, prorate } from '../../lib/money.js'
import { platformFeeBps } from '../../lib/platform-fee.js'
import { type GivenRecipient, type Recipient, totalBps } from './split.js'

const othersBps = totalBps - platformFeeBps

/**
 * Everybody who gets a share, the platform among them, and what each of them is. The shares sum to the whole.
 * Expects at most 199 recipients with shares of at least 1.
 *
 * @throws {AppError} `invalid_input` when the shares leave open what the platform gets.
 */
export function completeRecipients(
  given: readonly GivenRecipient[],
  { merchant, platform }: { merchant: Address; platform: Address },
): Recipient[] {
  const roleOf = (address: Address): Recipient['role'] => {
    if (address === platform) return 'platform'
    return address === merchant ? 'merchant' : 'partner'
  }
  return withPlatform(given, platform).map((one) => ({ ...one, role: roleOf(one.address) }))
}

function withPlatform(given: readonly GivenRecipient[], platform: Address): GivenRecipient[] {
  const sum = given.reduce((total, { sharesBps }) => total + sharesBps, 0)
  const named = given.find(({ address }) => address === platform)
  if (named) {
    if (named.sharesBps === platformFeeBps && sum === totalBps) return [...given]
    throw new AppError(
      'invalid_input',
      `recipients must give the platform's wallet exactly ${platformFeeBps} and sum to ${totalBps}, or leave it out; they give it ${named.sharesBps} and sum to ${sum}`,
    )
  }

  const leg = { address: platform, sharesBps: platformFeeBps }
  if (sum === othersBps) return [...given, leg]
  if (sum === totalBps) return [...makeRoom(given), leg]
  throw new AppError(
    'invalid_input',
    `The sharesBps of recipients must sum to ${othersBps}, to which the platform's ${platformFeeBps} are added, or to ${totalBps}, which is scaled down to make room for them; they sum to ${sum}`,
  )
}

/**
 * Nobody falls to 0: a share of 1 becomes 0.995, the largest remainder there is, and remainders that sum to a
 * whole leave a unit for each of up to 199 such.
 */
function makeRoom(given: readonly GivenRecipient[]): GivenRecipient[] {
  const weights = given.map(({ sharesBps }) => BigInt(sharesBps))
  const scaled = prorate(baseUnits(BigInt(othersBps)), weights)
  return given.map((one, index) => ({ ...one, sharesBps: Number(scaled[index]) }))
}
