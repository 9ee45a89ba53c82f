import { type AppError, invalidInput } from '../../../lib/errors.js'
import { centsFromDecimal, type Micros, micros, microsFromCents } from '../../../lib/money.js'
import { type FailureCode, failureCodes, findFailure } from '../../receipts/status/failures.js'

/** A simulated event on a receipt. */
export type Scenario =
  /** Pays the amount due plus the difference, which may be negative. */
  | { kind: 'pay'; differenceMicros: Micros }
  | { kind: 'late' | 'wrong_token' | 'reverted' | 'reorg' | 'duplicate' | 'wrong_chain' }
  | { kind: 'mine' | 'expire' }
  | { kind: 'failure'; code: FailureCode }

const plain = ['late', 'wrong_token', 'reverted', 'reorg', 'duplicate', 'wrong_chain'] as const
const others = ['mine', 'expire'] as const

export const scenarioNames = ['exact', 'under:<usd>', 'over:<usd>', ...plain, ...others]

/**
 * Parses the name of a scenario.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readScenario(value: unknown): Scenario {
  if (typeof value !== 'string') throw unknownScenario()
  if (value === 'exact') return { kind: 'pay', differenceMicros: micros(0n) }

  const [, word, usd = ''] = /^(under|over):(.{1,20})$/.exec(value) ?? []
  if (word !== undefined) {
    const amount = centsFromDecimal(usd)
    if (amount === null || amount <= 0n) throw unknownScenario()
    const difference = microsFromCents(amount)
    return { kind: 'pay', differenceMicros: micros(word === 'under' ? -difference : difference) }
  }
  const name = [...plain, ...others].find((candidate) => candidate === value)
  if (name) return { kind: name }
  const code = failureCodes.find((candidate) => candidate === value)
  if (code && findFailure(code)) return { kind: 'failure', code }
  throw unknownScenario()
}

function unknownScenario(): AppError {
  const names = scenarioNames.join(', ')
  return invalidInput(`scenario must be ${names}, or a failure code`)
}
