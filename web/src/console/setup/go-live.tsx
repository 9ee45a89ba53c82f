import { setupTexts } from '../../core/texts/en-console-setup.js'
import { BeforeLive, listChecks } from '../home/before-live.js'
import type { SetupFacts } from '../home/use-setup.js'
import { DoctorPanel } from '../operator/doctor-panel.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import '../operator/operator.css'

const texts = setupTexts.live

/** Shows the missing steps of the shop, and to operators those of the service. */
export function GoLive({ facts, isPaid }: { facts: SetupFacts; isPaid: boolean }) {
  const home = useConsoleTexts().home.setup
  const { me, view } = useSession()
  const missing = listChecks(facts, { texts: home, isPaid }).filter(({ isDone }) => !isDone).length
  return (
    <>
      <BeforeLive
        facts={facts}
        isPaid={isPaid}
        title={texts.title}
        lead={
          <p class="live-note soft">
            {missing === 0 ? texts.ready : texts.left(String(missing), missing === 1)}
          </p>
        }
      >
        {view.mode === 'sandbox' && (
          <p class="live-note">
            <span class="soft">{texts.guide}</span>{' '}
            <a href="/docs/going-live.md" target="_blank" rel="noreferrer">
              {texts.guideLink}
            </a>
          </p>
        )}
      </BeforeLive>
      {me.isOperator && <DoctorPanel />}
    </>
  )
}
