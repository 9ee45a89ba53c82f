import { join } from 'node:path'
import { type Finding, good, problem, skipped } from '../doctor/finding.js'
import type { DoctorContext, Section } from '../doctor/section.js'
import { deriveKey } from '../secrets/derived-key.js'
import { nodeFiles } from './files.js'
import { isOfKey } from './home.js'

/** Checks that our `MASTER_KEY` can read the sales that wait in the journal. */
export const journalSection: Section = { title: 'Journal', check: checkJournalKeys }

async function checkJournalKeys({ config, hasMasterKey }: DoctorContext): Promise<Finding[]> {
  if (!hasMasterKey) return [skipped('Not checked, because MASTER_KEY is not set.')]
  const directory = join(config.dataDir, 'journal')
  const key = deriveKey(config.masterKey, 'journal')
  const foreign: string[] = []
  let waiting = 0
  for (const name of await nodeFiles.list(directory)) {
    const segments = (await nodeFiles.list(join(directory, name))).filter((file) => file !== 'lock')
    if (segments.length === 0) continue
    waiting += 1
    if (isOfKey(name, key) === false) foreign.push(name)
  }
  return [describeJournal({ waiting, foreign })]
}

/** Describes the directories that wait in the journal, and those written under another key. */
function describeJournal(input: { waiting: number; foreign: readonly string[] }): Finding {
  const { waiting, foreign } = input
  if (foreign.length > 0) {
    return problem(
      `The journal has sales that were written under another MASTER_KEY, in: ${foreign.join(', ')}.`,
      'Start the service with that MASTER_KEY to store them. They are kept until then.',
    )
  }
  return good(waiting === 0 ? 'No sale waits in the journal.' : 'MASTER_KEY reads the journal.')
}
