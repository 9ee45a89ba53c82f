import { masterKeySection } from './auth/merchants/master-key.js'
import { continuitySection } from './platform/doctor/check-continuity.js'
import { contractsSection, tokensSection } from './platform/doctor/check-contracts.js'
import { databaseSection } from './platform/doctor/check-database.js'
import { limitsSection } from './platform/doctor/check-limits.js'
import { nodesSection } from './platform/doctor/check-nodes.js'
import { serviceSection } from './platform/doctor/check-service.js'
import { settingsSection } from './platform/doctor/check-settings.js'
import { walletsSection } from './platform/doctor/check-wallets.js'
import type { Section } from './platform/doctor/section.js'
import { installationSection } from './platform/installation/installation-section.js'
import { journalSection } from './platform/journal/journal-section.js'

/** Everything that `npm run doctor` checks, in the order in which an operator fixes it. */
export const doctorSections: readonly Section[] = [
  settingsSection,
  limitsSection,
  databaseSection,
  masterKeySection,
  journalSection,
  installationSection,
  nodesSection,
  continuitySection,
  tokensSection,
  // The relayer pays for the deployment of the contracts.
  walletsSection,
  contractsSection,
  serviceSection,
]
