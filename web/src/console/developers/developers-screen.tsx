import { useParams } from 'wouter-preact'
import { developerTexts as texts } from '../../core/texts/en-console-developers.js'
import { Page } from '../panels/page.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { AgentsTab } from './agents-tab.js'
import { EventsTab } from './events-tab.js'
import { KeysTab } from './keys-tab.js'
import { RequestsTab } from './requests-tab.js'
import { SandboxTab } from './sandbox-tab.js'
import { SnippetsTab } from './snippets-tab.js'
import { WebhooksTab } from './webhooks-tab.js'
import './developers.css'

const tabs = {
  keys: KeysTab,
  webhooks: WebhooksTab,
  events: EventsTab,
  requests: RequestsTab,
  snippets: SnippetsTab,
  agents: AgentsTab,
  sandbox: SandboxTab,
} as const

type TabName = keyof typeof tabs

const docsOf: Record<TabName, string> = {
  keys: 'access',
  webhooks: 'webhooks',
  events: 'webhooks',
  requests: 'requests',
  snippets: 'api',
  agents: 'agents',
  sandbox: 'api',
}

/** Keys, webhooks and everything else that a developer of the shop works with. */
export function Screen() {
  const consoleTexts = useConsoleTexts()
  const { view } = useSession()
  const { tab = 'keys' } = useParams<{ tab?: string }>()
  const shown = (Object.keys(tabs) as TabName[]).filter(
    (name) => name !== 'sandbox' || view.mode === 'sandbox',
  )
  const current = shown.find((name) => name === tab)
  const Tab = current && tabs[current]
  return (
    <Page
      title={consoleTexts.screens.developers}
      docs={docsOf[current ?? 'keys']}
      actions={
        <a class="button quiet" href="/openapi.json" target="_blank" rel="noreferrer">
          <Icon name="out" />
          {texts.reference}
        </a>
      }
      tabs={shown.map((id) => ({
        id,
        label: texts.tabs[id],
        href: id === 'keys' ? '/developers' : `/developers/${id}`,
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
