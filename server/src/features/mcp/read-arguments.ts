import { AppError } from '../../lib/errors.js'
import type { Fields } from '../../lib/fields/read-fields.js'
import type { Tool } from './tool.js'

const maxShownLength = 40

/**
 * Requires that a tool has all of the given arguments. An ignored one could be a filter that the caller relies on.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireKnownArguments(args: Fields, { properties }: Tool['inputSchema']): void {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name))
  if (unknown === undefined) return
  const known = Object.keys(properties).join(', ')
  const shown = unknown.slice(0, maxShownLength)
  throw new AppError('invalid_input', `There is no argument ${shown}. Use only ${known}.`)
}

/**
 * Returns the given arguments as text, as query parameters have it. Models send some numbers as text, and some text as
 * numbers.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readTexts<Name extends string>(
  args: Fields,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = args[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new AppError('invalid_input', `${name} must be text or a number.`)
    }
    texts[name] = String(value)
  }
  return texts
}

/**
 * Returns an argument that must be text and not empty.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireText(args: Fields, name: string): string {
  const value = args[name]
  if (typeof value === 'string' && value !== '') return value
  throw new AppError('invalid_input', `${name} is required and must be text.`)
}
