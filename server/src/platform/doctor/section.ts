import type { UnixMs } from '../../lib/time.js'
import type { Chain } from '../chain/chain.js'
import type { Config } from '../config/config.js'
import type { Db } from '../db/db.js'
import type { Finding } from './finding.js'

/** The inputs of all checks. No check changes the service, its database or the chain. */
export type DoctorContext = {
  /** Complete, with defaults in place of invalid settings. */
  config: Config
  /** Problems of the settings, each beginning with the name of a variable. */
  settingsProblems: readonly string[]
  /** Whether `config.masterKey` is the real one. */
  hasMasterKey: boolean
  /** Null when no database is configured or running. */
  db: Db | null
  /** Null when no chain is configured or running. */
  chain: Chain | null
  now: () => UnixMs
  fetch: typeof fetch
}

/** A group of checks that are printed together. */
export type Section = {
  title: string
  /** The section is skipped while one of these does not respond. */
  needs?: readonly ('database' | 'chain')[]
  check(ctx: DoctorContext): Promise<Finding[]> | Finding[]
}
