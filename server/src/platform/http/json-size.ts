import { AppError, invalidInput } from '../../lib/errors.js'
import { limits } from '../limits/limits.js'

/** The values and levels that a JSON text may have. */
type JsonBounds = { maxValues: number; maxLevels: number }

const defaultBounds: JsonBounds = {
  maxValues: limits['json-values'].max.request,
  maxLevels: limits['json-levels'].max.request,
}

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Requires that a JSON text has few values and levels, without parsing it. Counts exactly up to the
 * first mistake in the text, where parsing would stop. Runs in linear time, about as long as
 * parsing.
 *
 * @throws {AppError} `payload_too_large` for too many values, `invalid_input` for too many levels.
 */
export function requireSmallJson(text: string, bounds = defaultBounds): void {
  const { maxValues, maxLevels } = bounds
  let values = 0
  let levels = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        values += 1
        break
      case colon:
        // The text before it was a name.
        values -= 1
        break
      case openBrace:
      case openBracket:
        values += 1
        levels += 1
        break
      case closeBrace:
      case closeBracket:
        levels -= 1
        break
      case comma:
      case space:
      case lineFeed:
      case carriageReturn:
      case tab:
        break
      default:
        at = endOfWord(text, at)
        values += 1
    }
    if (values > maxValues) throw tooMany(maxValues)
    if (levels > maxLevels) throw tooDeep(maxLevels)
  }
}

/** Returns the position of the closing quote, or the end of the text. */
function endOfString(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}

/** Returns the last position of a number or a literal. */
function endOfWord(text: string, start: number): number {
  let at = start
  while (at + 1 < text.length && !endsWord(text.charCodeAt(at + 1))) at += 1
  return at
}

function endsWord(code: number): boolean {
  return (
    code === comma ||
    code <= space ||
    code === closeBracket ||
    code === closeBrace ||
    code === quote ||
    code === colon ||
    code === openBracket ||
    code === openBrace
  )
}

function tooMany(maxValues: number): AppError {
  const message = `The body has more than ${maxValues} values. Split the request.`
  return new AppError('payload_too_large', message)
}

function tooDeep(maxLevels: number): AppError {
  return invalidInput(`The body is nested more than ${maxLevels} levels deep. Flatten it.`)
}
