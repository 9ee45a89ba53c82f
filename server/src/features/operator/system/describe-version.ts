import type { Context } from '../../../platform/context.js'
import { readServerFacts } from '../../../platform/doctor/facts-store.js'
import { listMigrationStates } from '../../../platform/doctor/migration-states.js'
import { apiVersion } from '../../../platform/version.js'

/** Returns the versions of the running service and of its database. */
export async function describeVersion(ctx: Context) {
  const { mode, role, chainId } = ctx.config
  const [migrations, { version }] = await Promise.all([
    listMigrationStates(ctx.db),
    readServerFacts(ctx.db),
  ])
  return {
    ok: true as const,
    version: apiVersion,
    runtime: process.versions.node,
    database: `${Math.floor(version / 10_000)}.${version % 10_000}`,
    mode,
    role,
    chainId,
    startedAt: ctx.startedAt,
    migrations,
  }
}
