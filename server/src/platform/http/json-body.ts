import { AppError } from '../../lib/errors.js'

const maxDepth = 32

/**
 * Parses a JSON body. An empty body counts as none, because many clients send the content type on every request.
 * Rejects for all routes what would fail later: infinite numbers, text that the database cannot store, and nesting
 * that could overflow the stack.
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
    throw new AppError('invalid_input', 'The body is not valid JSON.')
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

/** PostgreSQL can store neither NUL nor lone surrogates. */
function requireSoundText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('invalid_input', 'Text must be valid Unicode without NUL characters.')
  }
}

/** `1e309` is valid JSON and parses to infinity. */
function requireFinite(value: number): void {
  if (!Number.isFinite(value)) throw new AppError('invalid_input', 'A number is out of range.')
}

function requireShallow(depth: number): void {
  if (depth >= maxDepth) {
    throw new AppError('invalid_input', `The body is nested more than ${maxDepth} levels deep.`)
  }
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
  if (reachesPrototype) throw new AppError('invalid_input', `The name ${name} is not allowed.`)
}
