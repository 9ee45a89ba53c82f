import { reserveTexts as texts } from '../../core/texts/en-console-reserve.js'
import { Page } from '../panels/page.js'
import { useConsoleTexts } from '../texts.js'
import { BalancesPanel } from './balances-panel.js'
import { HistoryPanel } from './history-panel.js'
import { RecommendationsPanel } from './recommendations-panel.js'
import './reserve.css'

/** The money on chain, the reserve to keep, and the reasons for it. */
export function Screen() {
  const { screens } = useConsoleTexts()
  return (
    <Page title={screens.reserve} docs="reserve">
      <BalancesPanel />
      <RecommendationsPanel />
      <HistoryPanel />
      <p class="soft">{texts.rule}</p>
    </Page>
  )
}
