import { AppError } from '../../lib/errors.js'
import { record } from '../../lib/fields/field-rules.js'
import { type Address, parseHash } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { completeRecipients } from './complete-recipients.js'
import type { SplitDeployment } from './schemas.js'
import { maxRecipients, type SplitTerms } from './split.js'
import { splitRules } from './split-rules.js'

/** What a caller asks for; without an address it is a contract that is yet to be deployed. */
export type RequestedSplit = Omit<SplitTerms, 'address'> & { address: Address | null }

/** The salt is that of a contract which is there; `null` without one. */
type CheckedSplit = RequestedSplit & { salt: Hex | null }

const readRecipients = record({ recipients: splitRules.recipients })
const readAll = record(splitRules)

/**
 * The split that a body describes, with everybody's share.
 *
 * @throws {AppError} `invalid_input`.
 */
export function checkSplit(
  body: SplitDeployment,
  place: { merchant: Address; platform: Address; chainId: number },
): CheckedSplit {
  const { merchant, platform, chainId } = place
  const fields = body.address === undefined ? readRecipients(body) : readAll(body)
  if ('problem' in fields) throw invalid(fields.problem)
  if (body.chainId !== undefined && body.chainId !== chainId) {
    throw invalid(`chainId must be ${chainId}, where payments are settled, or be left out`)
  }

  const { address = null } = fields.value as { address?: Address }
  const wallets = [merchant, platform, ...fields.value.recipients.map((one) => one.address)]
  if (address && wallets.includes(address)) {
    throw invalid("address must be a contract, not the merchant's, the platform's or a recipient's")
  }
  const recipients = completeRecipients(fields.value.recipients, { merchant, platform })
  if (recipients.length > maxRecipients) {
    throw invalid(`A split pays at most ${maxRecipients}, the platform among them`)
  }
  return { address, salt: readSalt(body), chainId, recipients }
}

function readSalt({ salt, address }: SplitDeployment): Hex | null {
  if (salt === undefined) return null
  const hash = parseHash(salt)
  if (!hash) throw invalid('salt must be 0x and 64 hex digits')
  if (address === undefined) throw invalid('salt is for a contract that is there: send its address')
  return hash
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}
