import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Address } from '../lib/hex.js'
import type { Context, TxContext } from './context.js'
import type { CheckContext } from './create-context.js'
import type { Check } from './health.js'
import type { Job } from './jobs/run-jobs.js'
import type { WorkSource } from './jobs/work-poll.js'
import type { AnyKind } from './journal/replay-segment.js'
import type { ErasePersonalData, ExportPersonalData } from './personal-data.js'
import type { SnapshotSource } from './snapshot/snapshot-worker.js'

/** A background loop of its own, for work that a schedule cannot express. */
type Worker = { start(): void; stop(): Promise<void> }

/** Routes of a feature. `Parts` holds what they need beside the context. */
export type Routes<Parts = unknown> = FastifyPluginAsyncTypebox<{ ctx: Context } & Parts>

/** Everything a feature adds to the service. */
export type Feature<Parts = unknown> = {
  routes?: readonly Routes<Parts>[]
  /** The section of the API reference for its routes. A route with `tags` is in those. */
  tag?: string
  jobs?: readonly Job[]
  /** Work that another process may leave for the loops of this one. */
  workSources?: readonly WorkSource[]
  workers?: readonly ((ctx: Context, options: { pollMs: number }) => Worker)[]
  /** Deletes a merchant's sales from the feature's tables, for the reset of the sandbox. */
  deleteSales?: (ctx: TxContext, merchant: Address) => Promise<void>
  /** Returns those of these pictures, by their hashes, that the feature's tables refer to. */
  findUsedPictures?: (ctx: TxContext, hashes: readonly string[]) => Promise<string[]>
  /** Exports what the feature's tables hold about a buyer. */
  exportPersonalData?: ExportPersonalData
  /** Erases all of it that bookkeeping does not need. */
  erasePersonalData?: ErasePersonalData
  /** Writes that are accepted while the database is unavailable. */
  journal?: readonly AnyKind[]
  /** Facts that the feature needs while the database is unavailable. */
  snapshot?: SnapshotSource
  /** Health checks, named as `/api/status/ping` reports them. */
  checks?: (ctx: CheckContext) => Record<string, Check>
}
