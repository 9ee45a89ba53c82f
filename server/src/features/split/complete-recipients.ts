import { invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { baseUnits, prorate, totalBps } from '../../lib/money.js'
import type { GivenRecipient, Recipient } from './split.js'

/** The platform's wallet and its share. With a share of zero it is not a recipient. */
type Platform = { platform: Address; platformBps: number }

/**
 * Adds the platform and assigns roles, so that the shares sum to the total. Expects at most 16
 * recipients with shares of at least 1.
 *
 * @throws {AppError} `invalid_input` when the shares do not fit the platform's share.
 */
export function completeRecipients(
  recipients: readonly GivenRecipient[],
  { owner, ...leg }: Platform & { owner: Address },
): Recipient[] {
  const roleOf = (address: Address): Recipient['role'] => {
    if (address === leg.platform) return 'platform'
    return address === owner ? 'merchant' : 'partner'
  }
  return withPlatform(recipients, leg).map((recipient) => ({
    ...recipient,
    role: roleOf(recipient.address),
  }))
}

function withPlatform(
  recipients: readonly GivenRecipient[],
  { platform, platformBps }: Platform,
): GivenRecipient[] {
  const othersBps = totalBps - platformBps
  const sum = recipients.reduce((total, { sharesBps }) => total + sharesBps, 0)
  const platformRecipient = recipients.find(({ address }) => address === platform)
  if (platformRecipient) {
    if (platformRecipient.sharesBps === platformBps && sum === totalBps) return [...recipients]
    throw invalidInput(
      `recipients must give the platform wallet exactly ${platformBps} and sum to ${totalBps}, or omit it. They give it ${platformRecipient.sharesBps} and sum to ${sum}.`,
    )
  }

  const legs = platformBps === 0 ? [] : [{ address: platform, sharesBps: platformBps }]
  if (sum === othersBps) return [...recipients, ...legs]
  if (sum === totalBps) return [...scaleDown(recipients, othersBps), ...legs]
  throw invalidInput(
    `The sharesBps of recipients must sum to ${othersBps}, or to ${totalBps}, which is scaled down for the platform's ${platformBps}. They sum to ${sum}.`,
  )
}

/**
 * Scales shares down for the platform's share. No share becomes 0: with a fee of at most 5 %, a
 * share of 1 scales to 0.95 or more. Fewer than 20 recipients have a remainder that large, so each
 * of them receives a unit back.
 */
function scaleDown(recipients: readonly GivenRecipient[], othersBps: number): GivenRecipient[] {
  const weights = recipients.map(({ sharesBps }) => BigInt(sharesBps))
  const scaled = prorate(baseUnits(BigInt(othersBps)), weights)
  return recipients.map((recipient, index) => ({ ...recipient, sharesBps: Number(scaled[index]) }))
}
