import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../../ui/language.js'
import { StatusPill } from '../../ui/status-pill.js'
import { deriveStage, payableStages, type Stage } from '../state/derive-stage.js'
import { describeStatus } from './describe-status.js'
import { TimeLeft } from './time-left.js'
import { useAttention } from './use-attention.js'

/** Stages in which the buyer waits for something. */
const waitingStages: readonly Stage[] = [...payableStages, 'sent', 'confirming']

type Props = { receipt: PortalReceipt; isLive: boolean; now: number }

/** Shows the payment's status. Screen readers announce every change, and a result receives the focus. */
export function StatusLine({ receipt, isLive, now }: Props) {
  const language = useLanguage()
  const { tone, word, text } = describeStatus(receipt, language)
  const stage = deriveStage(receipt)
  const status = useAttention(stage)
  const texts = language.texts.status
  return (
    <div class="status-line">
      <div role="status" class={`status ${stage}`} tabIndex={-1} ref={status}>
        <StatusPill tone={tone} word={word} />
        <p class={stage === 'open' ? 'note needs-script' : ''}>{text}</p>
      </div>
      <TimeLeft receipt={receipt} now={now} />
      {waitingStages.includes(stage) && <p class="note without-script">{texts.reload}</p>}
      {/* A separate region, so that a lost connection does not repeat the whole status. */}
      <p role="status" class={isLive ? 'visually-hidden' : 'note'}>
        {isLive ? '' : texts.reconnecting}
      </p>
    </div>
  )
}
