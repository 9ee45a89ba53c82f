import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { Config } from '../../config/config.js'
import { type KnownFields, knownFields } from './known-fields.js'
import { type IgnoredField, listIgnored, maxIgnored } from './list-ignored.js'

declare module 'fastify' {
  interface FastifyRequest {
    ignoredFields: readonly IgnoredField[] | null
  }
}

const ignoredFieldsHeader = 'x-ignored-fields'
const maxHeaderLength = 1_024
const maxNameLength = 128

/**
 * Names the fields of body and query that a route ignores, so that a misspelled one does not go
 * unnoticed: in a header and, in sandbox mode, as `warnings` in the body. Applies to the API routes
 * added afterwards. Call it after every hook that stores responses, so that a repeated response has
 * its warnings once.
 */
export function reportIgnoredFields(server: FastifyInstance, mode: Config['mode']): void {
  server.decorateRequest('ignoredFields', null)
  server.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const { body, querystring } = route.schema ?? {}
    const report = reportFields({
      body: body ? knownFields(body) : new Map(),
      query: querystring ? knownFields(querystring) : new Map(),
      // Staff of several merchants name one of them as `wallet` on any route. With a key it is
      // ignored, as documented.
      unreported: new Set(['wallet', ...(route.config?.unreportedFields ?? [])]),
    })
    route.preValidation = [...[route.preValidation ?? []].flat(), report]
    if (mode === 'sandbox') {
      route.onSend = [...[route.onSend ?? []].flat(), addWarnings]
    }
  })
}

/** Runs before validation, so that an error about a missing field comes with the misspelled one. */
function reportFields(input: {
  body: KnownFields
  query: KnownFields
  unreported: ReadonlySet<string>
}): preValidationHookHandler {
  const { body, query, unreported } = input
  return (request, reply, done) => {
    const inBody = listIgnored(request.body, body, unreported)
    const inQuery = listIgnored(request.query, query, unreported)
    addIgnoredFields(request, reply, [...inBody, ...inQuery])
    done()
  }
}

/** Names fields that a route ignores for other reasons than that its schema lacks them. */
export function addIgnoredFields(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: readonly IgnoredField[],
): void {
  if (fields.length === 0) return
  const ignored = [...(request.ignoredFields ?? []), ...fields].slice(0, maxIgnored)
  request.ignoredFields = ignored
  reply.header(ignoredFieldsHeader, formatNames(ignored))
}

function formatNames(ignored: readonly IgnoredField[]): string {
  return ignored
    .map(({ path }) => escapeName(path))
    .reduce((line, name) => {
      const longer = line === '' ? name : `${line}, ${name}`
      return longer.length > maxHeaderLength ? line : longer
    }, '')
}

/** Escapes everything but printable ASCII, and the comma that separates names. */
function escapeName(path: string): string {
  const excerpt = path.slice(0, maxNameLength)
  return excerpt.replaceAll(
    /[^\x21-\x2b\x2d-\x5b\x5d-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const addWarnings: onSendHookHandler = (request, reply, payload, done) => {
  if (!request.ignoredFields) return done(null, payload)
  const isObject = typeof payload === 'string' && payload.startsWith('{') && payload.endsWith('}')
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  if (!isObject || !isJson) return done(null, payload)
  const fields = payload.slice(0, -1)
  const separator = fields.trimEnd() === '{' ? '' : ','
  const warnings = JSON.stringify(request.ignoredFields.map(describeIgnored))
  reply.removeHeader('content-length')
  done(null, `${fields}${separator}"warnings":${warnings}}`)
}

function describeIgnored({ path, name, siblings, values }: IgnoredField) {
  const closest = closestName(name, siblings)
  const field = path.slice(0, maxNameLength)
  if (values) {
    return { field, message: `${field} was ignored: it must be one of ${values.join(', ')}.` }
  }
  return {
    field,
    message: closest
      ? `${field} is not a field of this request and was ignored. Did you mean ${closest}?`
      : `${field} is not a field of this request and was ignored.`,
  }
}

/** Longer names are compared by their beginning: the cost is the product of the lengths. */
const comparedCharacters = 64

/**
 * Returns the candidate that `name` most likely means, or null. Case, `_` and `-` make no
 * difference, and up to a third of the characters may be wrong.
 */
export function closestName(name: string, candidates: readonly string[]): string | null {
  const folded = fold(name)
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: countEdits(folded, fold(candidate)) }))
    .sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  return best && best.edits <= Math.floor(folded.length / 3) ? best.candidate : null
}

function fold(name: string): string {
  return name.slice(0, comparedCharacters).replaceAll(/[_-]/g, '').toLowerCase()
}

/** Returns the number of inserted, deleted or replaced characters (Levenshtein). */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      const inserted = (current[column] ?? 0) + 1
      const deleted = (previous[column + 1] ?? 0) + 1
      current.push(Math.min(replaced, inserted, deleted))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
