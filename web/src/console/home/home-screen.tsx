import { Link } from 'wouter-preact'
import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'
import { useNow } from '../shell/service-clock.js'
import { useConsoleTexts } from '../texts.js'
import { Attention } from './attention.js'
import { RecentReceipts } from './recent-receipts.js'
import { RangeChoice, SalesToday } from './sales-today.js'
import { Setup } from './setup.js'
import { useSetup } from './use-setup.js'
import './home.css'

/** The sales of the day. Before the first paid receipt, the remaining steps to it. */
export function Screen() {
  const texts = useConsoleTexts()
  const formats = useFormats()
  const { membership } = useSession()
  const setup = useSetup()
  const now = useNow()
  const mayReport = membership.rights.includes('reports:read')
  const maySell = membership.rights.includes('receipts:write')
  return (
    <div class="home">
      <header class="screen-head">
        <h1>{texts.screens.home}</h1>
        <p class="soft">{texts.home.now(formats.dateTime(now), formats.timeZone)}</p>
        <div class="actions">
          {mayReport && !setup.isNeeded && !setup.isUnknown && <RangeChoice />}
          {maySell && (
            <Link class="button main" href="/payment">
              <Icon name="plus" />
              {texts.home.newPayment}
            </Link>
          )}
        </div>
      </header>
      {setup.isUnknown ? (
        <div class="card sales" aria-busy="true" />
      ) : setup.isNeeded ? (
        <Setup setup={setup} />
      ) : (
        <>
          {mayReport && <SalesToday />}
          <div class="home-columns">
            <RecentReceipts />
            {membership.rights.includes('receipts:read') && <Attention />}
          </div>
        </>
      )}
    </div>
  )
}
