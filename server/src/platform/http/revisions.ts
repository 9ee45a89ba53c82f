import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, invalidInput } from '../../lib/errors.js'
import { integer } from './schemas.js'

/** Part of objects that people edit. */
export const Revision = integer('Counts the changes; send it as `expectedRevision` or `If-Match`')

/** Part of bodies that change such an object. */
export const ExpectedRevision = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'The `revision` that you have seen. If there is a newer one, the response is 409.',
  }),
)

/** Returns the `ETag` of a revision. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * Returns the revision that a change is based on: `expectedRevision` of the body, or `If-Match`.
 * Null without either, or with `If-Match: *`: the last write wins.
 *
 * @throws {AppError} `invalid_input` when `If-Match` is not an `ETag` of ours, or both differ.
 */
export function readExpectedRevision({
  headers,
  body,
}: Pick<FastifyRequest, 'headers' | 'body'>): number | null {
  const named = (body as { expectedRevision?: number } | null | undefined)?.expectedRevision ?? null
  const header = headers['if-match']
  if (header === undefined || header === '*') return named
  const [, digits] = /^(?:W\/)?"(\d{1,15})"$/.exec(header) ?? []
  if (digits === undefined) {
    throw invalidInput('If-Match must be the ETag of a former response, such as "3", or *.')
  }
  const matched = Number(digits)
  if (named !== null && named !== matched) {
    throw invalidInput('expectedRevision and If-Match differ. Send one of them.')
  }
  return matched
}

/** Returns whether an object has changed since the caller saw it. An absent object has revision 0. */
export function isStale(expected: number | null, revision: number): boolean {
  return expected !== null && expected !== revision
}

/** Returns the error for a change that is based on an older revision. */
export function staleRevision(current: unknown): AppError {
  return new AppError(
    'conflict',
    'This was changed in the meantime. Apply your change to `current`, and send it with its revision.',
    { fields: { current } },
  )
}
