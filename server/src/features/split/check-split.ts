import { invalidInput } from '../../lib/errors.js'
import { displayText, listOf, record, wholeNumber } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { isFields } from '../../lib/fields/read-fields.js'
import { type Address, parseAddress, parseHash } from '../../lib/hex.js'
import { totalBps } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import { completeRecipients } from './complete-recipients.js'
import type { SplitDeployment } from './schemas.js'
import { type GivenRecipient, maxRecipients, type SplitTerms } from './split.js'

const address: Rule<Address> = (value) => {
  const parsed = typeof value === 'string' ? parseAddress(value) : null
  if (!parsed) return { problem: 'must be an address: 0x and 40 hex digits, with a valid checksum' }
  return BigInt(parsed) === 0n ? { problem: 'must not be the zero address' } : { value: parsed }
}

const share = record({ address, sharesBps: wholeNumber({ min: 1, max: totalBps }) })

const label = displayText({ maxLength: 80 })

const recipient: Rule<GivenRecipient> = (value) => {
  const read = share(value)
  if ('problem' in read || !isFields(value) || value['label'] === undefined) return read

  const labelText = label(value['label'])
  if ('problem' in labelText) return { problem: `label ${labelText.problem}` }
  return labelText.value === '' ? read : { value: { ...read.value, label: labelText.value } }
}

/** The rules for each field on its own. */
const splitRules = {
  address,
  recipients: listOf(recipient, { min: 1, max: maxRecipients, keyOf: ({ address }) => address }),
}

/** The requested split. Without an address, a contract will be deployed. */
export type RequestedSplit = Omit<SplitTerms, 'address'> & { address: Address | null }

/** `salt` belongs to a deployed contract. */
type CheckedSplit = RequestedSplit & { salt: Hex | null }

const readRecipients = record({ recipients: splitRules.recipients })
const readAll = record(splitRules)

/**
 * Validates a request body and completes the recipients with the platform.
 *
 * @throws {AppError} `invalid_input`.
 */
export function checkSplit(
  body: SplitDeployment,
  place: { owner: Address; platform: Address; platformBps: number; chainId: number },
): CheckedSplit {
  const { owner, platform, platformBps, chainId } = place
  const fields = body.address === undefined ? readRecipients(body) : readAll(body)
  if ('problem' in fields) throw invalidInput(fields.problem)
  if (body.deploy !== undefined && body.deploy !== 'now') {
    throw invalidInput('deploy must be "now", or be omitted')
  }
  if (body.chainId !== undefined && body.chainId !== chainId) {
    throw invalidInput(
      `chainId must be ${chainId}, the chain that payments settle on, or be omitted`,
    )
  }

  const { address = null } = fields.value as { address?: Address }
  const wallets = [owner, platform, ...fields.value.recipients.map(({ address }) => address)]
  if (address && wallets.includes(address)) {
    throw invalidInput(
      'address must be a contract, not the wallet of the owner, the platform or a recipient',
    )
  }
  const recipients = completeRecipients(fields.value.recipients, {
    owner,
    platform,
    platformBps,
  })
  if (recipients.length > maxRecipients) {
    throw invalidInput(`A split has at most ${maxRecipients} recipients, including the platform`)
  }
  return { address, salt: readSalt(body), chainId, recipients }
}

function readSalt({ salt, address }: SplitDeployment): Hex | null {
  if (salt === undefined) return null
  const hash = parseHash(salt)
  if (!hash) throw invalidInput('salt must be 0x and 64 hex digits')
  if (address === undefined) throw invalidInput('salt requires address, the deployed contract')
  return hash
}
