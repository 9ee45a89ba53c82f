import { AppError } from '../../lib/errors.js'
import type { Fields } from '../../lib/fields/is-fields.js'

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
