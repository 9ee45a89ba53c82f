import { type DisplayTextRule, readDisplayText } from '../display-text.js'
import { invalidInput } from '../errors.js'
import { ppmFromDecimal, ppmToDecimal } from '../money.js'
import { type AcceptedFields, isFields, type Rule, type Rules, readFields } from './read-fields.js'

type FilledFields<Table extends Rules> = {
  [Field in keyof Table]: NonNullable<AcceptedFields<Table>[Field]>
}

export const flag: Rule<boolean> = (value) =>
  typeof value === 'boolean' ? { value } : { problem: 'must be true or false' }

/** Accepts text that is shown to others. */
export function displayText(options: DisplayTextRule & { isRequired?: boolean }): Rule<string> {
  return (value) => {
    if (typeof value !== 'string') return { problem: 'must be text' }
    const read = readDisplayText(value, options)
    const isMissing = options.isRequired && 'value' in read && read.value === ''
    return isMissing ? { problem: 'must not be empty' } : read
  }
}

/**
 * Returns a text that is shown to others, cleaned. It must not be empty.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireDisplayText(field: string, value: unknown, rule: DisplayTextRule): string {
  const read = displayText({ ...rule, isRequired: true })(value)
  if ('problem' in read) throw invalidInput(`${field} ${read.problem}.`)
  return read.value
}

/** Accepts one of several exact values. */
export function choice<const Choice extends string>(choices: readonly Choice[]): Rule<Choice> {
  return (value) => {
    const chosen = choices.find((candidate) => candidate === value)
    return chosen ? { value: chosen } : { problem: `must be one of ${choices.join(', ')}` }
  }
}

export function wholeNumber({ min, max }: { min: number; max: number }): Rule<number> {
  return (value) => {
    const isGood = Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    return isGood
      ? { value: Number(value) }
      : { problem: `must be a whole number from ${min} to ${max}` }
  }
}

/** Accepts 0 to `max`, at most six decimals. Checks digits, because 0.1 * 3 is not 0.3. */
export function decimal({ max, decimals }: { max: number; decimals: number }): Rule<number> {
  const problem = `must be a number from 0 to ${max} with at most ${decimals} decimals`
  const step = 10n ** BigInt(6 - decimals)
  return (value) => {
    const millionths = typeof value === 'number' ? ppmFromDecimal(value) : null
    if (millionths === null || millionths < 0n || millionths > BigInt(max) * 1_000_000n) {
      return { problem }
    }
    return millionths % step === 0n ? { value: ppmToDecimal(millionths) } : { problem }
  }
}

/** Also accepts `null`. */
export function nullable<Value>(rule: Rule<Value>): Rule<Value | null> {
  return (value) => (value === null ? { value: null } : rule(value))
}

/** Accepts an object that has all of these fields. */
export function record<const Table extends Rules>(rules: Table): Rule<FilledFields<Table>> {
  return (value) => {
    if (!isFields(value)) return { problem: 'must be an object' }
    const missing = Object.keys(rules).find((field) => value[field] === undefined)
    if (missing) return { problem: `must have ${missing}` }
    const { accepted, problems } = readFields(rules, value)
    return problems.length > 0
      ? { problem: problems.join('; ') }
      : { value: accepted as FilledFields<Table> }
  }
}

/** Accepts a list in which no two entries have the same key. */
export function listOf<Value>(
  rule: Rule<Value>,
  { min = 0, max, keyOf }: { min?: number; max: number; keyOf: (value: Value) => string },
): Rule<Value[]> {
  return (list) => {
    if (!Array.isArray(list) || list.length < min || list.length > max) {
      return { problem: `must be a list of ${min} to ${max} entries` }
    }
    const values: Value[] = []
    for (const [index, entry] of list.entries()) {
      const read = rule(entry)
      if ('problem' in read) return { problem: `entry ${index + 1}: ${read.problem}` }
      values.push(read.value)
    }
    const isUnique = new Set(values.map(keyOf)).size === values.length
    return isUnique ? { value: values } : { problem: 'must not contain duplicates' }
  }
}
