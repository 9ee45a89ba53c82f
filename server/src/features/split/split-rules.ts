import { displayText, listOf, record, wholeNumber } from '../../lib/fields/field-rules.js'
import { isFields, type Rule } from '../../lib/fields/read-fields.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import { type GivenRecipient, maxRecipients, totalBps } from './split.js'

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

  const named = label(value['label'])
  if ('problem' in named) return { problem: `label ${named.problem}` }
  return named.value === '' ? read : { value: { ...read.value, label: named.value } }
}

/** The rules for each field on its own. */
export const splitRules = {
  address,
  recipients: listOf(recipient, { min: 1, max: maxRecipients, keyOf: (one) => one.address }),
}
