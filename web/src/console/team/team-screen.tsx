import { useParams } from 'wouter-preact'
import { teamTexts as texts } from '../../core/texts/en-console-team.js'
import { Page } from '../panels/page.js'
import { Notice } from '../parts/notice.js'
import { useConsoleTexts } from '../texts.js'
import { MembersTab } from './members-tab.js'
import { RegistersTab } from './registers-tab.js'
import { RolesTab } from './roles-tab.js'
import { SecurityTab } from './security-tab.js'

const tabs = {
  members: MembersTab,
  roles: RolesTab,
  registers: RegistersTab,
  security: SecurityTab,
} as const

type TabName = keyof typeof tabs

const docsOf = {
  members: 'access',
  roles: 'access',
  registers: 'registers',
  security: 'access',
} as const

/** The people who work in the shop, and what they sign in with. */
export function Screen() {
  const consoleTexts = useConsoleTexts()
  const { tab = 'members' } = useParams<{ tab?: string }>()
  const names = Object.keys(tabs) as TabName[]
  const current = names.find((name) => name === tab)
  const Tab = current && tabs[current]
  return (
    <Page
      title={consoleTexts.screens.team}
      docs={docsOf[current ?? 'members']}
      tabs={names.map((id) => ({
        id,
        label: texts.tabs[id],
        href: id === 'members' ? '/team' : `/team/${id}`,
      }))}
      current={tab}
    >
      {Tab ? (
        <Tab />
      ) : (
        <Notice title={consoleTexts.states.notFound} text={consoleTexts.states.notFoundText} />
      )}
    </Page>
  )
}
