import { AppError } from '../../../lib/errors.js'
import { centsFromDecimal, type Micros, micros, microsFromCents } from '../../../lib/money.js'
import { type FailureCode, failureCodes, findFailure } from '../../receipts/status/failures.js'

/** What a sandbox is to let happen to a receipt. */
export type Scenario =
  /** Pays what is due, and so much more or less. */
  | { kind: 'pay'; differenceMicros: Micros }
  | { kind: 'late' | 'wrong_token' | 'reverted' | 'reorg' | 'duplicate' | 'wrong_chain' }
  | { kind: 'mine' | 'expire' }
  | { kind: 'failure'; code: FailureCode }

const plain = ['late', 'wrong_token', 'reverted', 'reorg', 'duplicate', 'wrong_chain'] as const
const others = ['mine', 'expire'] as const

/** For documentation. */
export const scenarioNames = ['exact', 'under:<usd>', 'over:<usd>', ...plain, ...others]

/**
 * Reads a scenario by its name.
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
  const name = [...plain, ...others].find((one) => one === value)
  if (name) return { kind: name }
  const code = failureCodes.find((one) => one === value)
  if (code && findFailure(code)) return { kind: 'failure', code }
  throw unknownScenario()
}

function unknownScenario(): AppError {
  const names = scenarioNames.join(', ')
  return new AppError('invalid_input', `scenario must be ${names}, or a failure code`)
}
