import { serialize } from 'node:v8'
import type { Context, TxContext } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { deriveKey } from '../secrets/derived-key.js'
import { seal } from '../secrets/seal.js'
import type { JournalKind } from './journal-kind.js'
import { insertQuarantined, insertSegment, type SealedRecord } from './journal-store.js'
import type { JournalRecord, Segment } from './segment.js'

/** Any kind. The journal stores values without their types. */
export type AnyKind = JournalKind<never>

export type ReplayResult = { records: number; quarantined: number }

/** A record and why it cannot be replayed, or null. */
type Outcome = { record: JournalRecord; reason: string | null }

/** The content of a quarantined record is sealed under this label. */
export const quarantineLabel = (id: string) => `quarantine ${id}`

/**
 * Moves the records of a segment to the database in one transaction. Records that conflict with the
 * database, and damaged bytes, are quarantined. When the transaction fails although the database is
 * available, each record is replayed alone.
 *
 * @throws {StoreUnavailable}
 */
export async function replaySegment(
  ctx: Context,
  { kinds, segment }: { kinds: readonly AnyKind[]; segment: Segment },
): Promise<ReplayResult> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const isNew = await insertSegment(tx, { id: segment.id, replayedAt: ctx.now() })
      if (!isNew) return { records: 0, quarantined: 0 }
      return quarantine(inTx, segment, await replayRecords(inTx, kinds, segment.records))
    })
  } catch (error) {
    // Otherwise the whole segment was too much, for example within the time limit of a statement.
    if (error instanceof StoreUnavailable && !ctx.db.isAvailable()) throw error
    ctx.log.warn({ err: error, segment: segment.id }, 'a segment is replayed record by record')
  }
  const outcomes: Outcome[] = []
  for (const record of segment.records) outcomes.push(await replayAlone(ctx, kinds, record))
  return ctx.db.transaction(async (tx) => {
    await insertSegment(tx, { id: segment.id, replayedAt: ctx.now() })
    return quarantine({ ...ctx, db: tx }, segment, outcomes)
  })
}

async function replayAlone(
  ctx: Context,
  kinds: readonly AnyKind[],
  record: JournalRecord,
): Promise<Outcome> {
  try {
    const [outcome] = await ctx.db.transaction((tx) =>
      replayRecords({ ...ctx, db: tx }, kinds, [record]),
    )
    return outcome ?? { record, reason: null }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    ctx.log.error({ err: error, kind: record.kind }, 'a record of the journal cannot be replayed')
    return { record, reason: `failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Replays records by kind, in the order of the kinds. */
export async function replayRecords(
  ctx: TxContext,
  kinds: readonly AnyKind[],
  records: readonly JournalRecord[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { name, replay } of kinds) {
    const sameKind = records.filter(({ kind }) => kind === name)
    if (sameKind.length === 0) continue
    const entries = sameKind.map(({ value, at }) => ({ value: value as never, at }))
    const reasons = await replay(ctx, entries)
    outcomes.push(...sameKind.map((record, place) => ({ record, reason: reasons[place] ?? null })))
  }
  const names = new Set(kinds.map(({ name }) => name))
  const unknown = records.filter(({ kind }) => !names.has(kind))
  return [...outcomes, ...unknown.map((record) => ({ record, reason: 'unknown kind' }))]
}

async function quarantine(
  ctx: TxContext,
  { id, records, damage }: Segment,
  outcomes: readonly Outcome[],
): Promise<ReplayResult> {
  const quarantinedAt = ctx.now()
  const key = deriveKey(ctx.config.masterKey, 'journal')
  const places = new Map(records.map((record, place) => [record, place]))
  const conflicts = outcomes.flatMap(({ record, reason }): SealedRecord[] => {
    if (reason === null) return []
    const reference = `${id}/${places.get(record) ?? 0}`
    const sealed = seal(key, serialize(record), quarantineLabel(reference))
    const { kind, merchant, keys, at: acceptedAt } = record
    return [{ id: reference, kind, merchant, keys, reason, acceptedAt, quarantinedAt, sealed }]
  })
  const damaged = damage.map(({ kind: reason, offset, bytes }): SealedRecord => {
    const reference = `${id}@${offset}`
    const sealed = seal(key, bytes, quarantineLabel(reference))
    const about = { kind: 'damaged', merchant: null, keys: [], acceptedAt: null }
    return { id: reference, ...about, reason, quarantinedAt, sealed }
  })
  await insertQuarantined(ctx.db, [...conflicts, ...damaged])
  const quarantined = conflicts.length + damaged.length
  if (quarantined > 0) ctx.db.afterCommit(() => raiseQuarantined(ctx, quarantined))
  return { records: outcomes.length - conflicts.length, quarantined }
}

/** Alerts the operator to quarantined records. */
export function raiseQuarantined({ alerts }: Pick<TxContext, 'alerts'>, records: number): void {
  const message = 'records of the journal are quarantined'
  alerts.raise({ name: 'journal_quarantined', message, records })
}
