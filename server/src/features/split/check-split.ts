import { AppError } from '../../lib/errors.js'
import { record } from '../../lib/fields/field-rules.js'
import type { Address } from '../../lib/hex.js'
import { completeRecipients } from './complete-recipients.js'
import type { SplitDeployment } from './schemas.js'
import type { SplitTerms } from './split.js'
import { splitRules } from './split-rules.js'

const read = record(splitRules)

/**
 * The split that a body describes, with everybody's share.
 *
 * @throws {AppError} `invalid_input`.
 */
export function checkSplit(
  body: SplitDeployment,
  place: { merchant: Address; platform: Address; chainId: number },
): SplitTerms {
  const { merchant, platform, chainId } = place
  if (body.address === undefined) {
    throw invalid('Split contracts are given by address for now: send where yours is as address')
  }
  const fields = read(body)
  if ('problem' in fields) throw invalid(fields.problem)
  if (body.chainId !== undefined && body.chainId !== chainId) {
    throw invalid(`chainId must be ${chainId}, where payments are settled, or be left out`)
  }

  const { address, recipients } = fields.value
  const wallets = [merchant, platform, ...recipients.map((one) => one.address)]
  if (wallets.includes(address)) {
    throw invalid("address must be a contract, not the merchant's, the platform's or a recipient's")
  }
  return { address, chainId, recipients: completeRecipients(recipients, { merchant, platform }) }
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}
