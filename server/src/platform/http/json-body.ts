import { invalidInput } from '../../lib/errors.js'
import { type LimitConfig, maxOfRequest } from '../limits/max-of.js'
import { requireSmallJson } from './json-size.js'

/**
 * Parses a JSON body. An empty body counts as none, because many clients send the content type on
 * every request. Rejects for all routes what would fail later: infinite numbers, and text that the
 * database cannot store. Rejects too many values and levels before it parses.
 *
 * @throws {AppError} `invalid_input`, `payload_too_large`.
 */
export function parseJsonBody(text: string, config?: Pick<LimitConfig, 'limits'>): unknown {
  if (text.trim() === '') return undefined

  requireSmallJson(text, config && boundsOf(config))
  const value = parse(text)
  requireSound(value)
  return value
}

function boundsOf(config: Pick<LimitConfig, 'limits'>) {
  return {
    maxValues: maxOfRequest(config, 'json-values'),
    maxLevels: maxOfRequest(config, 'json-levels'),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidInput('The body is not valid JSON.')
  }
}

function requireSound(value: unknown): void {
  if (typeof value === 'string') requireSoundText(value)
  else if (typeof value === 'number') requireFinite(value)
  else if (Array.isArray(value)) {
    for (const item of value) requireSound(item)
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      requireSafeName(name, item)
      requireSound(item)
    }
  }
}

/** PostgreSQL can store neither NUL nor lone surrogates. */
function requireSoundText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidInput('Text must be valid Unicode without NUL characters.')
  }
}

/** `1e309` is valid JSON and parses to infinity. */
function requireFinite(value: number): void {
  if (!Number.isFinite(value)) throw invalidInput('A number is out of range.')
}

/** Rejects names that would change the prototype of an object this one is merged into. */
function requireSafeName(name: string, value: unknown): void {
  requireSoundText(name)
  const reachesPrototype =
    name === '__proto__' ||
    (name === 'constructor' &&
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, 'prototype'))
  if (reachesPrototype) throw invalidInput(`The name ${name} is not allowed.`)
}
