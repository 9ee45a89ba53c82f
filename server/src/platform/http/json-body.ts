import { AppError } from '../../lib/errors.js'

const maxDepth = 32

/**
 * Reads a JSON body. An empty one is no body: many clients name the content type on every request,
 * also on a DELETE. Refused here, once for all routes, is what later breaks somewhere else:
 * numbers too large to be finite, text the database cannot hold, nesting that overflows a stack.
 *
 * @throws {AppError} `invalid_input`.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined

  const value = parse(text)
  requireSound(value, 0)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON')
  }
}

function requireSound(value: unknown, depth: number): void {
  if (typeof value === 'string') requireSoundText(value)
  else if (typeof value === 'number') requireFinite(value)
  else if (Array.isArray(value)) {
    requireShallow(depth)
    for (const item of value) requireSound(item, depth + 1)
  } else if (value !== null && typeof value === 'object') {
    requireShallow(depth)
    for (const [name, item] of Object.entries(value)) {
      requireSafeName(name, item)
      requireSound(item, depth + 1)
    }
  }
}

/** PostgreSQL holds neither NUL nor half a character. */
function requireSoundText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('invalid_input', 'Text must be valid Unicode without NUL characters')
  }
}

/** `1e309` is valid JSON and reads as infinity. */
function requireFinite(value: number): void {
  if (!Number.isFinite(value)) throw new AppError('invalid_input', 'A number is out of range')
}

function requireShallow(depth: number): void {
  if (depth >= maxDepth) {
    throw new AppError('invalid_input', `The body is nested more than ${maxDepth} levels deep`)
  }
}

/** Names that would reach the prototype of an object that somebody merges this one into. */
function requireSafeName(name: string, value: unknown): void {
  requireSoundText(name)
  const reachesPrototype =
    name === '__proto__' ||
    (name === 'constructor' &&
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, 'prototype'))
  if (reachesPrototype) throw new AppError('invalid_input', `The name ${name} is not allowed`)
}
