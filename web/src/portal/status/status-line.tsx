import type { PortalReceipt } from '@tallystick/sdk'
import { StatusPill } from '../../ui/status-pill.js'
import { deriveStage, payableStages, type Stage } from '../state/derive-stage.js'
import { describeStatus } from './describe-status.js'

/** Stages in which the buyer waits for something. */
const waitingStages: readonly Stage[] = [...payableStages, 'sent', 'confirming']

/** Shows the payment's status. Screen readers announce every change. */
export function StatusLine({ receipt, isLive }: { receipt: PortalReceipt; isLive: boolean }) {
  const { tone, word, text } = describeStatus(receipt)
  const stage = deriveStage(receipt)
  return (
    <div class="status-line">
      <div role="status" class="status">
        <StatusPill tone={tone} word={word} />
        <p>
          {text}
          {stage === 'open' && (
            <span class="needs-script"> We'll detect your payment automatically.</span>
          )}
        </p>
      </div>
      {waitingStages.includes(stage) && (
        <p class="note without-script">Reload this page to check for your payment.</p>
      )}
      {/* A separate region, so that a lost connection does not repeat the whole status. */}
      <p role="status" class={isLive ? 'visually-hidden' : 'note'}>
        {isLive
          ? ''
          : 'Reconnecting. Your payment is not affected, and this page will update automatically.'}
      </p>
    </div>
  )
}
