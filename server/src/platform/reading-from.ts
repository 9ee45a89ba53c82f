import type { Context } from './context.js'

/**
 * Returns a context for the reads of one request of many rows, such as a list or a report. A
 * replica answers them, if there is one, and has every write that was acknowledged before.
 * Transactions use the primary.
 */
export function readingFrom<Outside extends Pick<Context, 'db' | 'replica'>>(
  ctx: Outside,
): Outside {
  return ctx.replica ? { ...ctx, db: ctx.replica.beginReads() } : ctx
}
