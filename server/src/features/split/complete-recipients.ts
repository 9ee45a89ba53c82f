import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { baseUnits, prorate } from '../../lib/money.js'
import { platformFeeBps } from '../../lib/platform-fee.js'
import { type GivenRecipient, type Recipient, totalBps } from './split.js'

const othersBps = totalBps - platformFeeBps

/**
 * Adds the platform and assigns roles, so that the shares sum to the total. Expects at most 199 recipients with shares
 * of at least 1.
 *
 * @throws {AppError} `invalid_input` when the shares do not fit the platform's share.
 */
export function completeRecipients(
  given: readonly GivenRecipient[],
  { owner, platform }: { owner: Address; platform: Address },
): Recipient[] {
  const roleOf = (address: Address): Recipient['role'] => {
    if (address === platform) return 'platform'
    return address === owner ? 'merchant' : 'partner'
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
      `recipients must give the platform wallet exactly ${platformFeeBps} and sum to ${totalBps}, or omit it. They give it ${named.sharesBps} and sum to ${sum}.`,
    )
  }

  const leg = { address: platform, sharesBps: platformFeeBps }
  if (sum === othersBps) return [...given, leg]
  if (sum === totalBps) return [...scaleDown(given), leg]
  throw new AppError(
    'invalid_input',
    `The sharesBps of recipients must sum to ${othersBps}, or to ${totalBps}, which is scaled down for the platform's ${platformFeeBps}. They sum to ${sum}.`,
  )
}

/**
 * Scales shares down for the platform's share. No share becomes 0: a share of 1 scales to 0.995, which has the largest
 * possible remainder, and up to 199 such shares each receive a unit back.
 */
function scaleDown(given: readonly GivenRecipient[]): GivenRecipient[] {
  const weights = given.map(({ sharesBps }) => BigInt(sharesBps))
  const scaled = prorate(baseUnits(BigInt(othersBps)), weights)
  return given.map((one, index) => ({ ...one, sharesBps: Number(scaled[index]) }))
}
