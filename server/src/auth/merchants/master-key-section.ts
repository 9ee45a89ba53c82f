import { type Finding, good, problem, skipped } from '../../platform/doctor/finding.js'
import { nullWithoutTables } from '../../platform/doctor/null-without-tables.js'
import type { DoctorContext, Section } from '../../platform/doctor/section.js'
import { isMasterKeyKnown } from './is-master-key-known.js'

/** Checks that the database was written with our `MASTER_KEY`. */
export const masterKeySection: Section = {
  title: 'Master key',
  needs: ['database'],
  check: checkMasterKey,
}

async function checkMasterKey({ db, config, hasMasterKey }: DoctorContext): Promise<Finding[]> {
  if (!db || !hasMasterKey) return [skipped('Not checked, because MASTER_KEY is not set.')]
  return [describeMasterKey(await nullWithoutTables(isMasterKeyKnown({ db, config })))]
}

export function describeMasterKey(isKnown: boolean | null): Finding {
  if (isKnown === null) return skipped('The database has no keys yet.')
  if (isKnown) return good('MASTER_KEY fits the database.')
  return problem(
    'The database was written with another MASTER_KEY.',
    'Restore the MASTER_KEY that belongs to this database. It cannot be changed.',
  )
}
