import { useFormats } from '../format/use-formats.js'
import { OnDemand } from '../parts/on-demand.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { SandboxBar } from './sandbox-bar.js'
import { useNow } from './service-clock.js'

export type SandboxDialog = 'clock' | 'pay'

type SandboxToolsProps = {
  open: SandboxDialog | null
  onOpen(dialog: SandboxDialog | null): void
}

/** The sandbox bar of a signed-in person: the clock, and simulated payments. */
export function SandboxTools({ open, onOpen }: SandboxToolsProps) {
  const texts = useConsoleTexts().shell.sandbox
  const { rights } = useSession().membership
  const formats = useFormats()
  const now = useNow()
  const close = () => onOpen(null)
  return (
    <SandboxBar>
      <p class="sandbox-tools">
        <span>{texts.clock(formats.dateTime(now))}</span>
        {rights.includes('shop:write') && (
          <button type="button" onClick={() => onOpen('clock')}>
            {texts.moveClock}
          </button>
        )}
        {rights.includes('receipts:write') && (
          <button type="button" onClick={() => onOpen('pay')}>
            {texts.simulate}
          </button>
        )}
      </p>
      {open === 'clock' && (
        <OnDemand
          load={() => import('./clock-dialog.js').then(({ ClockDialog }) => ClockDialog)}
          props={{ onClose: close }}
          onFailed={close}
        />
      )}
      {open === 'pay' && (
        <OnDemand
          load={() => import('./pay-dialog.js').then(({ PayDialog }) => PayDialog)}
          props={{ onClose: close }}
          onFailed={close}
        />
      )}
    </SandboxBar>
  )
}
