import { AppError } from '../../../lib/errors.js'
import { type FailureCode, failureCodes, findFailure } from '../../receipts/status/failures.js'

/** The results that the page of the sandbox provider plays, besides failures. */
const results = {
  success: 'Approved',
  slow: 'Slow bank: the result comes later',
  below: 'Delivers one dollar less than the amount due',
  duplicate: 'Approved, with every callback sent twice',
} as const

/** Results of a slow bank. */
const laterResults = { approve: 'The bank approves', decline: 'The bank declines' } as const

export type CardScenario =
  | { kind: keyof typeof results | keyof typeof laterResults }
  | { kind: 'failure'; code: FailureCode }

type ScenarioGroup = { title: string; options: { value: string; text: string }[] }

const categories = [
  ['card_decline', 'Card declined'],
  ['compliance', 'Identity check'],
  ['limits', 'Limits'],
] as const

/** The failures that only a provider reports. */
const cardCodes = failureCodes.filter((code) =>
  categories.some(([category]) => findFailure(code)?.category === category),
)

/** Failures after which the provider ends the session. */
const finalCodes: readonly FailureCode[] = [
  'PORTAL_KYC_SANCTIONS_BLOCKED',
  'PORTAL_KYC_UNDERAGE',
  'PORTAL_REGION_UNSUPPORTED',
  'PORTAL_PAY_FRAUD_BLOCKED',
]

export function isFinalCode(code: FailureCode): boolean {
  return finalCodes.includes(code)
}

/** Lists the results to choose from, in groups. */
export function listCardScenarios(): ScenarioGroup[] {
  const toOptions = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([value, text]) => ({ value, text }))
  const failures = categories.map(([category, title]) => ({
    title,
    options: cardCodes
      .filter((code) => findFailure(code)?.category === category)
      .map((value) => ({ value, text: findFailure(value)?.reason ?? value })),
  }))
  return [{ title: 'Payment', options: toOptions(results) }, ...failures]
}

/**
 * Parses the name of a result.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCardScenario(value: unknown): CardScenario {
  const code = cardCodes.find((known) => known === value)
  if (code) return { kind: 'failure', code }
  const kinds = [...Object.keys(results), ...Object.keys(laterResults)]
  const kind = kinds.find((known) => known === value)
  if (kind) return { kind } as CardScenario
  throw new AppError('invalid_input', 'Choose a result from the list.')
}
