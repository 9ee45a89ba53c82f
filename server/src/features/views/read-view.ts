import { invalidInput } from '../../lib/errors.js'
import { displayText, flag, listOf, nullable } from '../../lib/fields/field-rules.js'
import { isFields, type Rule, readFields } from '../../lib/fields/read-fields.js'
import type { ViewSettings } from './view-store.js'

const maxFilters = 30
const word = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/

const filterValue = displayText({ maxLength: 200 })

const query: Rule<Record<string, string>> = (value) => {
  if (!isFields(value)) return { problem: 'must be an object of texts' }
  const filters = Object.entries(value)
  if (filters.length > maxFilters) return { problem: `must have at most ${maxFilters} fields` }
  const accepted: Record<string, string> = {}
  for (const [name, filter] of filters) {
    if (!word.test(name)) return { problem: 'must have names of 1 to 40 letters and digits' }
    const read = filterValue(filter)
    if ('problem' in read) return { problem: `field ${name} ${read.problem}` }
    accepted[name] = read.value
  }
  return { value: accepted }
}

const column: Rule<string> = (value) =>
  typeof value === 'string' && word.test(value)
    ? { value }
    : { problem: 'must be the name of a column, of 1 to 40 letters and digits' }

const screen: Rule<string> = (value) =>
  typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(value)
    ? { value }
    : { problem: 'must be the name of a screen, such as receipts' }

const rules = {
  name: displayText({ maxLength: 60, isRequired: true }),
  query,
  columns: listOf(column, { max: 50, keyOf: (name) => name }),
  sort: nullable(displayText({ maxLength: 60, isRequired: true })),
  isShared: flag,
}

/**
 * Reads the given settings of a view.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readView(body: object): Partial<ViewSettings> {
  const { accepted, problems } = readFields(rules, body)
  if (problems.length > 0) throw invalidInput(`${problems.join('. ')}.`)
  return accepted
}

/**
 * Reads the name of the screen that a view belongs to.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readScreen(value: unknown): string {
  const read = screen(value)
  if ('problem' in read) throw invalidInput(`screen ${read.problem}.`)
  return read.value
}
