import type { Hash } from '../../lib/hex.js'
import { findHead, type Head } from '../chain/head/head-store.js'
import { nullWithoutTables } from './describe-error.js'
import { type Finding, good, problem, skipped } from './finding.js'
import type { DoctorContext, Section } from './section.js'

/** Checks that the chain is the one the database knows. Live mode does not start on another. */
export const continuitySection: Section = {
  title: 'Chain and database',
  needs: ['database', 'chain'],
  check: checkContinuity,
}

async function checkContinuity({ chain, db, config }: DoctorContext): Promise<Finding[]> {
  const [first, storedHead] = await Promise.all([
    chain?.findBlock(1n) ?? null,
    db ? nullWithoutTables(findHead(db, config.chainId)) : null,
  ])
  return [describeContinuity(storedHead, first?.hash ?? null)]
}

export function describeContinuity(
  storedHead: Pick<Head, 'firstHash' | 'number'> | null,
  firstHash: Hash | null,
): Finding {
  if (!storedHead || !firstHash) return skipped('The database does not know this chain yet.')
  if (storedHead.firstHash === firstHash) {
    return good(`The database knows this chain up to block ${storedHead.number}.`)
  }
  return problem(
    'The database belongs to another chain with the same id: the first block differs.',
    'Correct CHAIN_RPC_URL or DATABASE_URL.',
  )
}
