import { useParams } from 'wouter-preact'
import { operatorTexts as texts } from '../../core/texts/en-console-operator.js'
import { Page } from '../panels/page.js'
import { Notice } from '../parts/notice.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { JobsTab } from './jobs-tab.js'
import { ListingsTab } from './listings-tab.js'
import { MerchantsTab } from './merchants-tab.js'
import { QueuesTab } from './queues-tab.js'
import { ReportTab } from './report-tab.js'
import { StateTab } from './state-tab.js'
import { TransactionsTab } from './transactions-tab.js'
import { VersionTab } from './version-tab.js'
import './operator.css'

const tabs = {
  state: StateTab,
  merchants: MerchantsTab,
  report: ReportTab,
  transactions: TransactionsTab,
  jobs: JobsTab,
  queues: QueuesTab,
  listings: ListingsTab,
  version: VersionTab,
} as const

type TabName = keyof typeof tabs

/** The whole platform, for the wallets that operate it. */
export function Screen() {
  const consoleTexts = useConsoleTexts()
  const { me } = useSession()
  const { tab = 'state' } = useParams<{ tab?: string }>()
  const names = Object.keys(tabs) as TabName[]
  const current = names.find((name) => name === tab)
  const Tab = current && tabs[current]
  if (!me.isOperator) {
    return <Notice title={texts.refused} text={texts.refusedText} icon="stop" />
  }
  return (
    <Page
      title={consoleTexts.screens.operator}
      docs="operations"
      tabs={names.map((id) => ({
        id,
        label: texts.tabs[id],
        href: id === 'state' ? '/operator' : `/operator/${id}`,
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
