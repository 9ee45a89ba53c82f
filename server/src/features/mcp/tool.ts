import type { FastifyRequest } from 'fastify'
import { invalidInput } from '../../lib/errors.js'
import type { Fields } from '../../lib/fields/read-fields.js'
import type { LimitName } from '../../platform/limits/limits.js'

const maxShownLength = 40

/** A call of a tool. Nothing in it is validated. */
export type ToolCall = {
  args: Fields
  /** Fields of the protocol beside the arguments, such as a payment. */
  meta: Fields
  request: FastifyRequest
}

export type ToolResult = { content: Fields; isError?: boolean; meta?: Fields }

/** Something that an agent can do through MCP. */
export type Tool = {
  name: string
  title: string
  description: string
  /** The schema of each argument by its name, and the names of those that are required. */
  properties: Record<string, object>
  required: string[]
  /** The limit of the HTTP route that does the same, so that both share it. */
  limit: LimitName
  isReadOnly: boolean
  /** @throws {AppError} which the caller gets as a result with `isError`. */
  run(call: ToolCall): Promise<ToolResult>
}

/** Returns lines without their pictures: data URIs would fill the context of a model. */
export function withoutThumbs<Line extends { thumb?: string }>(
  lines: readonly Line[],
): Omit<Line, 'thumb'>[] {
  return lines.map(({ thumb: _, ...line }) => line)
}

/**
 * Requires that a tool has all of the given arguments. An ignored one could be a filter that the
 * caller relies on.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireKnownArguments(
  args: Fields,
  { properties }: Pick<Tool, 'properties'>,
): void {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name))
  if (unknown === undefined) return
  const names = Object.keys(properties).join(', ')
  const excerpt = unknown.slice(0, maxShownLength)
  throw invalidInput(`There is no argument ${excerpt}. Use only ${names}.`)
}

/**
 * Returns the given arguments as text, as query parameters have it. Models send some numbers as
 * text, and some text as numbers.
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
      throw invalidInput(`${name} must be text or a number.`)
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
  throw invalidInput(`${name} is required and must be text.`)
}
