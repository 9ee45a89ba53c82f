import { invalidInput } from '../../lib/errors.js'
import { decimal, displayText, listOf, nullable } from '../../lib/fields/field-rules.js'
import { type Rule, readFields } from '../../lib/fields/read-fields.js'
import type { RegisterSettings } from './register-store.js'

/** Part of a percent that a tip preset may have. */
const pointsPerPercent = 100

const jurisdiction: Rule<string> = (value) =>
  typeof value === 'string' && /^[A-Z]{2}(-[A-Z0-9]{1,12})*$/.test(value)
    ? { value }
    : { problem: 'must be a jurisdiction such as US-CA, or null' }

const width: Rule<number> = (value) =>
  value === 58 || value === 80 ? { value } : { problem: 'must be 58 or 80' }

/** The fields of a request about a register. Tip presets are percents. */
const registerRules = {
  name: displayText({ maxLength: 60, isRequired: true }),
  items: nullable(
    listOf(displayText({ maxLength: 64, isRequired: true }), { max: 500, keyOf: (sku) => sku }),
  ),
  tipPresets: listOf(decimal({ max: 100, decimals: 2 }), { max: 6, keyOf: String }),
  jurisdictionCode: nullable(jurisdiction),
  footer: displayText({ maxLength: 500 }),
  receiptWidth: width,
}

/**
 * Reads the given settings of a register.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readRegister(body: object): Partial<RegisterSettings> {
  const { accepted, problems } = readFields(registerRules, body)
  if (problems.length > 0) throw invalidInput(`${problems.join('. ')}.`)
  const { tipPresets, ...settings } = accepted
  return {
    ...settings,
    ...(tipPresets && {
      tipPresets: tipPresets.map((percent) => Math.round(percent * pointsPerPercent)),
    }),
  }
}

/** Returns tip presets as percents. */
export function showPercents(points: readonly number[]): number[] {
  return points.map((point) => point / pointsPerPercent)
}
