import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/time.js'
import type { Context, TxContext } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { type FactGroup, type Facts, joinGroups, maxKept, type Snapshot } from './snapshot.js'
import type { SnapshotFiles } from './snapshot-files.js'
import { platformGroup, recordStatements, rememberedDb } from './statements.js'

/**
 * The facts that a feature needs during an outage. Its statements are recorded, so it must read the
 * same way then.
 */
export type SnapshotSource = {
  /** Reads facts of a merchant in use. */
  merchant?: (ctx: TxContext, merchant: Address) => Promise<unknown>
  /** Reads facts of the platform. */
  platform?: (ctx: TxContext) => Promise<unknown>
  /** Compares a group of callers with the database, and returns the facts that hold. */
  callers?: { group: string; confirm: (ctx: TxContext) => Promise<Facts> }
}

type UsedMerchant = ReturnType<Snapshot['listUsed']>[number]

export type SnapshotWorker = {
  start(): void
  stop(): Promise<void>
  /** Reads and writes everything that is due. */
  refresh(): Promise<void>
  /** Reads the facts on disk, unless they are too old. Returns whether there were any. */
  restore(): Promise<boolean>
  /**
   * Reads the restored facts of merchants that this process has not read from the database yet, so
   * that memory has what requests expect there during an outage. The latest used come first.
   */
  recall(): Promise<void>
}

const everyMs = 5 * SECOND_MS
/** Facts of a merchant without requests change too, for example when a payment arrives. */
const everyUnusedMs = MINUTE_MS
/** A merchant without requests for longer is forgotten. */
const maxUnusedMs = DAY_MS
/** The age of facts on disk is less exact than that of facts in memory. */
const rewriteMs = MINUTE_MS
/**
 * Files of processes that run at the same time differ less. Those of an ended one may have callers
 * that were revoked.
 */
const maxApartMs = 2 * rewriteMs
const maxFileBytes = 256 * 1_048_576
/**
 * The share of the time that a round may work, so that many merchants do not load the database.
 * Until its first read, a merchant cannot sell during an outage.
 */
const dutyShare = { first: 0.5, later: 0.1 }

/** Creates the worker that keeps the snapshot in memory and on disk up to date. */
export function createSnapshotWorker(
  ctx: Context,
  { sources, files }: { sources: readonly SnapshotSource[]; files: SnapshotFiles },
): SnapshotWorker {
  const { snapshot } = ctx
  const db = ctx.db.patient()
  /** When the database was read, by the monotonic clock. */
  const readAt = new Map<string, number>()
  const written = new Map<string, FactGroup>()
  const stopping = new AbortController()
  /** When the callers were last compared with the database, by the monotonic clock. */
  let confirmedAt = 0
  /** When the files of ended processes were last taken over, by the monotonic clock. */
  let adoptedAt: number | null = null
  let running = Promise.resolve()

  async function refresh(): Promise<void> {
    try {
      await refreshGroups()
      await removeForgotten()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || ctx.db.isAvailable()) throw error
    }
  }

  async function refreshGroups(): Promise<void> {
    await confirmCallers()
    if (isDue(platformGroup, everyUnusedMs)) {
      await record(platformGroup, async (recording) => {
        for (const { platform } of sources) await attempt(platform?.(recording))
      })
    }
    const failures: unknown[] = []
    for (const { merchant, usedAt } of unknownFirst(snapshot.listUsed())) {
      if (stopping.signal.aborted) return
      const lastAt = readAt.get(merchant) ?? 0
      if (performance.now() - usedAt > maxUnusedMs) snapshot.forget(merchant)
      else if (isDue(merchant, usedAt > lastAt ? everyMs : everyUnusedMs)) {
        const share = snapshot.get(merchant) ? dutyShare.later : dutyShare.first
        const startedAt = performance.now()
        await refreshMerchant(merchant).catch((error) => {
          // One merchant that cannot be read must not stop the round.
          if (!ctx.db.isAvailable()) throw error
          failures.push(error)
        })
        const pauseMs = (performance.now() - startedAt) * (1 / share - 1)
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
        // A revoked key must not wait for the facts of many merchants.
        if (performance.now() - confirmedAt >= everyMs) await confirmCallers()
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  function unknownFirst(used: readonly UsedMerchant[]): UsedMerchant[] {
    const isKnown = ({ merchant }: UsedMerchant) => snapshot.get(merchant) !== null
    return [...used.filter((merchant) => !isKnown(merchant)), ...used.filter(isKnown)]
  }

  async function refreshMerchant(merchant: Address): Promise<void> {
    await record(merchant, async (recording) => {
      for (const source of sources) await attempt(source.merchant?.(recording, merchant))
    })
  }

  async function confirmCallers(): Promise<void> {
    confirmedAt = performance.now()
    const isAdoptionDue = adoptedAt === null || confirmedAt - adoptedAt >= rewriteMs
    if (isAdoptionDue) adoptedAt = confirmedAt
    for (const { callers } of sources) {
      if (!callers) continue
      const adoptedFiles = isAdoptionDue ? await adoptCallers(callers.group) : []
      const before = snapshot.get(callers.group)?.facts
      if (before) await confirm(callers, new Map(before))
      for (const name of adoptedFiles) await files.callers.removeAdopted(name)
    }
  }

  /**
   * Adds the callers in the files of ended processes, up to the limit of a group, and returns the
   * names of the files. The database then decides which of these callers are still valid.
   */
  async function adoptCallers(group: string): Promise<string[]> {
    // Locks the file of this process first, so that it is not adopted.
    await files.callers.nameOf(group)
    const names = await files.callers.adopt(group)
    for (const name of names) {
      const adopted = await files.readFile(name)
      const current = snapshot.get(group)
      const facts = current?.facts ?? new Map<string, Uint8Array>()
      const newFacts = [...(adopted?.facts ?? [])].filter(([key]) => !facts.has(key))
      const added = newFacts.slice(0, Math.max(0, maxKept - facts.size))
      if (added.length === 0) continue
      const confirmedAt = current?.confirmedAt ?? adopted?.confirmedAt ?? ctx.now()
      snapshot.replace({ name: group, facts: new Map([...added, ...facts]), confirmedAt })
    }
    return names
  }

  async function confirm(
    { group, confirm }: NonNullable<SnapshotSource['callers']>,
    before: Facts,
  ): Promise<void> {
    const confirmedAt = ctx.now()
    const confirmed = await confirm({ ...ctx, db })
    const facts = new Map<string, Uint8Array>()
    for (const [key, fact] of snapshot.get(group)?.facts ?? []) {
      // A fact that a request has replaced or removed in the meantime is newer.
      const current = before.get(key) === fact ? confirmed.get(key) : fact
      if (current) facts.set(key, current)
    }
    await put({ name: group, facts, confirmedAt }, await files.callers.nameOf(group))
  }

  function isDue(name: string, intervalMs: number): boolean {
    const lastAt = readAt.get(name)
    return lastAt === undefined || performance.now() - lastAt >= intervalMs
  }

  async function record(name: string, read: (ctx: TxContext) => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    const confirmedAt = ctx.now()
    const facts = new Map<string, Uint8Array>()
    await read({ ...ctx, db: recordStatements(db, facts) })
    readAt.set(name, startedAt)
    await put({ name, facts, confirmedAt })
  }

  async function put(group: FactGroup, file = group.name): Promise<void> {
    snapshot.replace(group)
    if (!snapshot.get(group.name)) return
    const last = written.get(group.name)
    const isOld = !last || group.confirmedAt - last.confirmedAt >= rewriteMs
    if (!isOld && isDeepStrictEqual(last.facts, group.facts)) return
    await files.write(group, file)
    written.set(group.name, group)
  }

  async function removeForgotten(): Promise<void> {
    for (const name of written.keys()) {
      if (snapshot.get(name)) continue
      readAt.delete(name)
      written.delete(name)
      await files.remove(name)
    }
  }

  async function restore(): Promise<boolean> {
    const { snapshotMaxAgeMs } = ctx.config
    const groups = (await files.read(maxFileBytes)).filter(
      ({ confirmedAt }) => ctx.now() - confirmedAt <= snapshotMaxAgeMs,
    )
    // The last one counts as the most recently used.
    for (const group of withoutEnded(groups).reverse()) {
      if (isMerchant(group.name)) snapshot.use(group.name)
      snapshot.replace(joinGroups(snapshot.get(group.name), group))
      written.set(group.name, group)
    }
    return groups.length > 0
  }

  async function recall(): Promise<void> {
    for (const { merchant } of snapshot.listUsed()) {
      if (readAt.has(merchant)) continue
      // Requests are served meanwhile.
      await nextTurn()
      const remembered = rememberedDb(snapshot, merchant)
      for (const source of sources) {
        await attempt(source.merchant?.({ ...ctx, db: remembered }, merchant)).catch((error) => {
          if (!(error instanceof StoreUnavailable)) throw error
        })
      }
    }
  }

  function raiseFailure(error: unknown): void {
    const message = 'the snapshot for outages could not be updated'
    ctx.alerts.raise({ name: 'worker_failing', key: 'snapshot', message, err: error })
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (ctx.db.isAvailable()) await refresh()
        ctx.alerts.resolve('worker_failing', 'snapshot')
      } catch (error) {
        raiseFailure(error)
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    start() {
      ctx.db.onChange((isAvailable) => {
        if (!isAvailable) recall().catch(raiseFailure)
      })
      running = loop()
    },
    async stop() {
      stopping.abort()
      await running
      files.callers.release()
    },
    refresh,
    restore,
    recall,
  }
}

/** Skips an error of the configuration, such as a missing token: requests report it. */
async function attempt(read: Promise<unknown> | undefined): Promise<void> {
  try {
    await read
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Leaves out the callers of processes that ended before the last one. */
function withoutEnded(groups: readonly FactGroup[]): FactGroup[] {
  const newest = new Map<string, number>()
  for (const { name, confirmedAt } of groups) {
    newest.set(name, Math.max(confirmedAt, newest.get(name) ?? 0))
  }
  return groups.filter(
    ({ name, confirmedAt }) => (newest.get(name) ?? 0) - confirmedAt <= maxApartMs,
  )
}

function isMerchant(name: string): name is Address {
  return name.startsWith('0x')
}
