import { nullWithoutTables } from '../doctor/describe-error.js'
import { type Finding, good, skipped, warning } from '../doctor/finding.js'
import type { DoctorContext, Section } from '../doctor/section.js'
import { getStoredId } from './installation-store.js'

/** Shows the installation id. Two installations with the same id share deposit addresses. */
export const installationSection: Section = {
  title: 'Installation',
  needs: ['database'],
  check: checkInstallation,
}

async function checkInstallation({ db, config }: DoctorContext): Promise<Finding[]> {
  if (!db) return [skipped('Not checked, because DATABASE_URL is not set.')]
  const stored = await nullWithoutTables(getStoredId(db))
  if (stored === null) return [skipped('The database has no installation id yet.')]
  return [describeInstallation({ set: config.installationId, stored })]
}

export function describeInstallation(id: { set: string | undefined; stored: string }): Finding {
  if (id.set === undefined) return good(`The installation id is ${id.stored}, from the database.`)
  return warning(
    `INSTALLATION_ID replaces the id of the database: ${id.set}.`,
    'Set it in every process of this installation, and only for a copy of a database whose original is in use.',
  )
}
